// llmock: breaks what it is told to break, and judges the client by what it does then.

import assert from 'node:assert/strict'
import { environment, program, startServer } from './server.mjs'

const HEADERS = { 'content-type': 'application/json' }

/**
 * Starts it, with further arguments. `begin(...behaviors)` forgets all before and queues faults and replies; `requests()` and
 * `verdict()` tell what has happened since.
 */
export async function startLlmock(...args) {
  const { url, stop } = await startServer({
    command: (port) => [program('llmock'), 'serve', '--port', port, '--log-level', 'warning', ...args],
    env: environment({ PYTHONUNBUFFERED: '1' }),
  })
  const admin = async (path, body) => {
    const options = body && { method: 'POST', headers: HEADERS, body: JSON.stringify(body) }
    const response = await fetch(`${url}/_llmock/${path}`, options)
    assert.ok(response.ok, `${path}: ${response.status}`)
    return response.json()
  }
  return {
    chatUrl: `${url}/v1/chat/completions`,
    async begin(...behaviors) {
      await admin('reset', {})
      if (behaviors.length > 0) await admin('scenario', { behaviors })
    },
    requests: async () => (await admin('requests')).requests,
    verdict: () => admin('verdict'),
    stop,
  }
}
