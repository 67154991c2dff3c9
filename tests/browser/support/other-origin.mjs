// A server of chat completions on an origin of its own, which says by CORS who may read it.

import { once } from 'node:events'
import { createServer } from 'node:http'

const CHUNKS = [
  { choices: [{ index: 0, delta: { content: 'from another origin' } }] },
  { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] },
]

/**
 * Starts it. `requests` are the method and headers of each request since it was last told whom to `allow`.
 */
export async function startOtherOrigin() {
  const requests = []
  let allowed
  const server = createServer((request, response) => {
    requests.push({ method: request.method, headers: request.headers })
    request.resume()
    for (const [name, value] of Object.entries(allowed)) response.setHeader(name, value)
    if (request.method === 'OPTIONS') return response.writeHead(204).end()
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    for (const chunk of CHUNKS) response.write(`data: ${JSON.stringify(chunk)}\n\n`)
    response.end('data: [DONE]\n\n')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    requests,
    url: `http://127.0.0.1:${server.address().port}/v1/chat/completions`,
    /** Answers with these headers from now on. */
    allow(headers) {
      allowed = headers
      requests.length = 0
    },
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
