// The reference server *everything* over streamable HTTP, on loopback: its own program listens on every interface. The port
// is the only argument.

import { randomUUID } from 'node:crypto'
import { createServer as createHttpServer } from 'node:http'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import { createServer } from '@modelcontextprotocol/server-everything/dist/server/index.js'

/** The transport of each session that has begun. */
const sessions = new Map()

async function beginSession() {
  const { server, cleanup } = createServer()
  const transport = new StreamableHTTPServerTransport({
    sessionIdGenerator: randomUUID,
    onsessioninitialized: (id) => sessions.set(id, transport),
  })
  server.server.onclose = () => {
    sessions.delete(transport.sessionId)
    cleanup(transport.sessionId)
  }
  await server.connect(transport)
  return transport
}

createHttpServer(async (request, response) => {
  const id = request.headers['mcp-session-id']
  const transport = id === undefined ? await beginSession() : sessions.get(id)
  if (transport) await transport.handleRequest(request, response)
  else response.writeHead(404).end()
}).listen(Number(process.argv[2]), '127.0.0.1')
