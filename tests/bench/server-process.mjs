// The server as a process of its own.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { median } from './statistics.mjs'

/** Starts it with these flags: `{ origins, firstEventMs, stop }`. */
export async function startServer(...flags) {
  const server = spawn(process.execPath, [path.join(import.meta.dirname, 'server.mjs'), ...flags], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const [line] = await once(createInterface(server.stdout), 'line')
  const origins = JSON.parse(line)
  return {
    origins,
    /**
     * How long the first events took beyond the server's own time, the median: `asked` of `{ asked, longReplies }` are the
     * times that a client measured, one after the other, before it read that many long replies as its last.
     */
    async firstEventMs({ asked, longReplies }) {
      const served = (await (await fetch(origins.control)).json()).slice(-(asked.length + longReplies), -longReplies)
      return median(asked.map((milliseconds, prompt) => milliseconds - served[prompt]))
    },
    stop: () => server.stdin.end(),
  }
}
