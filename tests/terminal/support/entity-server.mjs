// A server that keeps whatever is put, with entity tags and conditions as HTTP has them (RFC 9110).

import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { buffer } from 'node:stream/consumers'

/** Starts it. What is kept has a path and an `id`; the path alone is the list of its ids. */
export async function startEntityServer() {
  const kept = new Map()
  const server = createServer(async (request, response) => {
    const body = await buffer(request)
    const { status, headers, content } = answerTo(kept, request, body)
    response.writeHead(status, headers).end(content)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function answerTo(kept, { method, url, headers }, body) {
  const entity = kept.get(url)
  if (method === 'GET' && !url.includes('?')) return { status: 200, content: JSON.stringify(listOf(kept, url)) }
  if (method === 'GET' && entity) return { status: 200, headers: { etag: entity.tag }, content: entity.body }
  if (method === 'DELETE' && kept.delete(url)) return { status: 204 }
  if (method !== 'PUT') return { status: 404 }
  const isWanted = headers['if-none-match'] === '*' ? !entity : headers['if-match'] === entity?.tag
  if (!isWanted) return { status: 412 }
  const tag = `"${randomUUID()}"`
  kept.set(url, { body, tag, updatedAtMs: Date.now() })
  return { status: 200, headers: { etag: tag } }
}

function listOf(kept, path) {
  const start = `${path}?id=`
  const found = [...kept].filter(([url]) => url.startsWith(start))
  return found.map(([url, { updatedAtMs }]) => ({ id: decodeURIComponent(url.slice(start.length)), updatedAtMs }))
}
