// The scripted Gateway, for tests that say themselves what it answers.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { ROOT } from './root.mjs'

const PROGRAM = process.env.LIBFX_GATEWAY ?? path.join(ROOT, 'target/debug/libfx-gateway')

export const FINISH = { type: 'finish', finishReason: { unified: 'stop', raw: 'stop' }, usage: {} }
export const TOOL_CALLS = { type: 'finish', finishReason: { unified: 'tool-calls', raw: 'tool_calls' }, usage: {} }

/** A piece of text in a reply. */
export function text(delta) {
  return { type: 'text-delta', id: 't', delta }
}

/** A call of a tool in a reply. */
export function toolCall(toolCallId, toolName, input = {}) {
  return { type: 'tool-call', toolCallId, toolName, input: JSON.stringify(input) }
}

/** A reply that says `words` and ends. */
export function answer(...words) {
  return { parts: [...words.map(text), FINISH] }
}

/** A reply that calls tools. */
export function calls(...toolCalls) {
  return { parts: [...toolCalls, TOOL_CALLS] }
}

/**
 * Starts it. `session(script)` opens a session, of replies or a script: its `url`, and `requests()` it has seen; `stop()` ends it.
 * `folders` are served too, at `fileUrl(name, file)`. With the flag `--demo`, `url` is that of its model.
 */
export async function startGateway(folders = {}, flags = []) {
  const words = Object.entries(folders).flatMap(([name, folder]) => ['--files', `${name}=${folder}`])
  const gateway = spawn(PROGRAM, [...flags, ...words], { stdio: ['pipe', 'pipe', 'inherit'] })
  const [announcement] = await once(createInterface(gateway.stdout), 'line')
  const { address, url } = JSON.parse(announcement)
  const sessions = `${address}/__gateway/sessions`
  return {
    address,
    url,
    fileUrl: (name, file) => `${address}/__gateway/files/${name}/${file}`,
    async session(script) {
      const body = JSON.stringify(Array.isArray(script) ? { replies: script } : script)
      const response = await fetch(sessions, { method: 'POST', body })
      const { id, url, error } = await response.json()
      if (error) throw new Error(error)
      const requests = async () => (await fetch(`${sessions}/${id}/requests`)).json()
      return { url, requests }
    },
    async stop() {
      gateway.stdin.end()
      await once(gateway, 'exit')
    },
  }
}
