// The server as a process of its own.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { createInterface } from 'node:readline'

/** Starts it: `{ origins, serviceTimes, stop }`. */
export async function startServer() {
  const server = spawn(process.execPath, [path.join(import.meta.dirname, 'server.mjs')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const [line] = await once(createInterface(server.stdout), 'line')
  const origins = JSON.parse(line)
  return {
    origins,
    /** Milliseconds from the last byte of each request to the first of its response, since this was last asked. */
    serviceTimes: async () => (await fetch(origins.control)).json(),
    stop: () => server.stdin.end(),
  }
}
