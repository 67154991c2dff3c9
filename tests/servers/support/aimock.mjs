// aimock: chat completions answered from fixtures/aimock.json, chosen by what the user says.

import { fileURLToPath } from 'node:url'
import { environment, startServer } from './server.mjs'

const PROGRAM = fileURLToPath(new URL('../node_modules/@copilotkit/aimock/dist/cli.js', import.meta.url))
const FIXTURES = fileURLToPath(new URL('../fixtures/aimock.json', import.meta.url))

/** What it answers to "tell a story": text with all that framing, escapes and encodings could spoil. */
export const STORY =
  'Once upon a time 你好 there were\ttabs, "quotes", back\\slashes,\r\nline ends, déjà vu and data: [DONE] in the middle. The end.'

/** Starts it. `chatUrl` is where it takes chat completions; `journal()` tells the requests it has seen, oldest first. */
export async function startAimock() {
  const { url, stop } = await startServer({
    command: (port) => [process.execPath, PROGRAM, '--port', port, '--fixtures', FIXTURES, '--log-level', 'warn'],
    env: environment(),
  })
  const journal = async () => (await fetch(`${url}/__aimock/journal?path=/v1/chat/completions`)).json()
  return { url, chatUrl: `${url}/v1/chat/completions`, journal, stop }
}
