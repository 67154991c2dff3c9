// A server that does as little as possible: bytes made beforehand, one port for each way of sending them.
//
// Prints one line of JSON, `{ burst, chunked, short, control }`, the origins. With `--page` there is one more, `page`: it gives out
// the files of a page, which asks its own origin, and answers it at `/short` and `/burst`. `GET` on control answers and clears the
// list of times in milliseconds from the last byte of a request to the first of its response. Ends when its input ends.

import { createServer as createHttpServer } from 'node:http'
import { createServer } from 'node:net'
import { once } from 'node:events'
import { repliesOf } from './replies.mjs'

const HEAD_END = Buffer.from('\r\n\r\n')
const serviceTimes = []

const origins = {}
for (const mode of ['burst', 'chunked', 'short']) {
  const replies = repliesOf(mode)
  origins[mode] = await listening(createServer((socket) => serve(socket, replies)))
}
if (process.argv.includes('--page')) origins.page = await listening(createServer(await pageServer()))
origins.control = await listening(
  createHttpServer((_, response) => response.end(JSON.stringify(serviceTimes.splice(0)))),
)
console.log(JSON.stringify(origins))
process.stdin.on('end', () => process.exit()).resume()

/** Serves the page and, at paths of their own, the replies that it asks for. */
async function pageServer() {
  // Only where there is a page, since this is what takes the package.
  const { pageFiles } = await import('./backends/files.mjs')
  const responses = await pageFiles()
  for (const mode of ['short', 'burst']) responses.set(`/${mode}`, repliesOf(mode).get('/v4/ai/language-model'))
  return (socket) => serve(socket, responses)
}

/** Answers the requests of one connection, one after the other. */
function serve(socket, replies) {
  socket.setNoDelay(true)
  socket.on('error', () => socket.destroy())
  let received = Buffer.alloc(0)
  socket.on('data', (bytes) => {
    received = received.length === 0 ? bytes : Buffer.concat([received, bytes])
    const request = parse(received)
    if (!request) return
    const arrived = performance.now()
    received = received.subarray(request.size)
    answer(socket, replies.get(request.path), arrived)
  })
}

async function answer(socket, writes, arrived) {
  if (!writes) {
    socket.write('HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n')
    return
  }
  serviceTimes.push(performance.now() - arrived)
  for (const bytes of writes) {
    if (socket.destroyed) return
    if (!socket.write(bytes)) await Promise.race([once(socket, 'drain'), once(socket, 'close')])
  }
}

/** The path and size of the request at the start of these bytes, once all of it is there. */
function parse(bytes) {
  const headSize = bytes.indexOf(HEAD_END)
  if (headSize < 0) return undefined
  const head = bytes.toString('latin1', 0, headSize)
  const bodySize = Number(/^content-length: *(\d+)/im.exec(head)?.[1] ?? 0)
  const size = headSize + HEAD_END.length + bodySize
  return bytes.length < size ? undefined : { path: head.split(' ', 2)[1], size }
}

async function listening(server) {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return `http://127.0.0.1:${server.address().port}`
}
