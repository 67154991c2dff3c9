// The bundled Gateway's demo model, for tests of programs that people copy.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { ROOT } from './root.mjs'

const PROGRAM = process.env.LIBFX_GATEWAY ?? path.join(ROOT, 'target/debug/libfx-gateway')

/** Starts it and returns its `url`, and `stop()`. */
export async function startDemoGateway() {
  const gateway = spawn(PROGRAM, ['--demo'], { stdio: ['pipe', 'pipe', 'inherit'] })
  const [announcement] = await once(createInterface(gateway.stdout), 'line')
  return {
    url: JSON.parse(announcement).url,
    async stop() {
      gateway.stdin.end()
      await once(gateway, 'exit')
    },
  }
}
