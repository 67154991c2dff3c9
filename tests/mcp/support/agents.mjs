// Agents whose model is the scripted Gateway, and what is read of their turns.

import { after, afterEach, before } from 'node:test'
import { createFxAgent } from 'libfx'
import { answer, calls, startGateway, toolCall } from '../../node/support/gateway.mjs'

export { answer, calls, toolCall }

/** What an adapter runs on. The agent, whichever it runs on, only sees the adapter's tools. */
export const BACKENDS = ['native', 'wasm']

let gateway
before(async () => {
  gateway = await startGateway()
})
after(() => gateway?.stop())

const open = []
afterEach(() => Promise.all(open.splice(0).map((agent) => agent.close())))

/** What the Gateway answers to whoever asks at its `url`, for programs that make their own agents; and the `requests()` it got. */
export const script = (replies) => gateway.session(replies)

/** An agent that gets these replies, and the `requests()` it has made. */
export async function createAgent(replies, options) {
  const { url, requests } = await script(replies)
  const agent = await createFxAgent({ apiKey: 'k', gatewayChatUrl: url, ...options })
  open.push(agent)
  return { agent, requests }
}

/** Reads a turn to its end: why it stopped, and `{ isError, content }` of each of its calls, by their ids. */
export async function read(turn) {
  const results = {}
  for await (const { type, id, isError, content } of turn) if (type === 'tool_end') results[id] = { isError, content }
  return { stopReason: (await turn.result).stopReason, results }
}

/** A whole turn that makes these calls and then answers, on an agent with the adapter's parts. */
export async function turnWith({ tools, instructions }, ...toolCalls) {
  const { agent, requests } = await createAgent([calls(...toolCalls), answer('ok')], { tools, instructions })
  return { ...(await read(agent.prompt('go'))), requests: await requests() }
}

/** How many images the prompt of a request holds. */
export function imagesIn({ body }) {
  return JSON.stringify(body.prompt).split('"mediaType":"image/png"').length - 1
}
