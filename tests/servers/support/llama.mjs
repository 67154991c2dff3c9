// llama.cpp's server with a small real model, SmolLM2-135M.

import { fileURLToPath } from 'node:url'
import { environment, program, startServer } from './server.mjs'

const PROGRAM = fileURLToPath(new URL('./llama-server.py', import.meta.url))

/** Starts it and waits for the model. `isBusy()` tells whether it is generating. */
export async function startLlama() {
  const { url, stop } = await startServer({
    command: (port) => [program('python'), PROGRAM, port],
    env: environment(),
    isReady: async (url) => (await fetch(`${url}/health`)).ok,
  })
  const isBusy = async () => (await (await fetch(`${url}/slots`)).json()).some((slot) => slot.is_processing)
  return { chatUrl: `${url}/v1/chat/completions`, isBusy, stop }
}
