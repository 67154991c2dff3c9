// FreeRide: a gateway that speaks the language-model protocol, with a server of chat completions behind it.

import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { environment, program, startServer } from './server.mjs'

const PROGRAM = program('freeride')

/** Starts it in front of `upstream`, with a home of its own: it remembers there which upstream failed, and for how long. */
export async function startFreeride(upstream) {
  const home = await mkdtemp(path.join(tmpdir(), 'libfx-freeride-'))
  const removeHome = () => rm(home, { recursive: true, force: true })
  const env = environment({ HOME: home, OLLAMA_BASE_URL: upstream })
  try {
    await promisify(execFile)(PROGRAM, ['telemetry', 'off'], { env })
    const { url, stop } = await startServer({
      command: (port) => [PROGRAM, 'serve', '--host', '127.0.0.1', '--port', port],
      env,
    })
    return { languageModelUrl: `${url}/v3/ai/language-model`, stop: () => stop().finally(removeHome) }
  } catch (error) {
    await removeHome()
    throw error
  }
}
