// A worker whose turn reaches a state and stays there until the worker is terminated.

import { parentPort, workerData } from 'node:worker_threads'
import { createFxAgent } from 'libfx'

const { state, urls } = workerData
const reached = () => parentPort.postMessage(state)
const never = new Promise(() => {})
const options = { apiKey: 'k', gatewayChatUrl: urls.endless }

const states = {
  async streaming() {
    for await (const _ of (await createFxAgent(options)).prompt('a')) reached()
  },
  async 'running-tool'() {
    const execute = () => {
      reached()
      return never
    }
    const tools = [{ name: 'act', description: '', inputSchema: {}, execute }]
    await (await createFxAgent({ ...options, gatewayChatUrl: urls.calling, tools })).prompt('a').result
  },
  async 'own-fetch'() {
    const agent = await createFxAgent({ ...options, fetch: (...request) => fetch(...request) })
    for await (const _ of agent.prompt('a')) reached()
  },
  async 'just-sent'() {
    ;(await createFxAgent(options)).prompt('a')
    reached()
  },
  async cancelling() {
    const turn = (await createFxAgent(options)).prompt('a')
    for await (const _ of turn) {
      turn.cancel()
      reached()
    }
  },
}

await states[state]()
await never
