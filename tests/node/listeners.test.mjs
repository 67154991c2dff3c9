// Signals that outlive many turns and tools: nothing may pile up on them, and Node must have no reason to warn.

import assert from 'node:assert/strict'
import { getEventListeners } from 'node:events'
import { after, before, test } from 'node:test'
import { createFxAgent } from 'libfx'
import { answer, calls, startGateway, toolCall } from './support/gateway.mjs'

/** As many rounds as a turn has room for, nearly. */
const ROUNDS = 60

let gateway
const warnings = []
process.on('warning', (warning) => warnings.push(warning))

before(async () => {
  gateway = await startGateway()
})
after(() => gateway?.stop())

const listenersOf = (signal) => getEventListeners(signal, 'abort').length

test('rounds of tools add no listener to the signal of the caller, nor to those of the tools', async () => {
  const replies = Array.from({ length: ROUNDS }, (_, round) => calls(toolCall(`c${round}`, 'act')))
  const session = await gateway.session([...replies, answer('ok')])
  const caller = new AbortController()
  const seen = new Set()
  const counts = []
  const act = {
    name: 'act',
    description: '',
    inputSchema: { type: 'object' },
    execute(_, { signal }) {
      seen.add(signal)
      counts.push([listenersOf(caller.signal), listenersOf(signal)])
    },
  }
  const agent = await createFxAgent({ apiKey: 'k', gatewayChatUrl: session.url, tools: [act] })
  const turn = agent.prompt('a', { signal: caller.signal })
  for await (const event of turn) assert.notEqual(event.isError, true)
  assert.equal((await turn.result).stopReason, 'end_turn')
  assert.deepEqual(counts, Array(ROUNDS).fill([1, 0]))
  assert.equal(seen.size, ROUNDS)
  assert.equal(listenersOf(caller.signal), 0)
  await agent.close()
})

test('one signal for turns that end well, fail, and are cancelled keeps no listener and causes no warning', async () => {
  const refused = { status: 401, json: {} }
  const session = await gateway.session({ replies: [answer('ok'), refused], cycle: true })
  const agent = await createFxAgent({ apiKey: 'k', gatewayChatUrl: session.url })
  const { signal } = new AbortController()
  for (let round = 0; round < 15; round += 1) {
    const turn = agent.prompt('a', { signal })
    if (round % 3 === 2) turn.cancel()
    await turn.result.catch(() => {})
    assert.equal(listenersOf(signal), 0)
  }
  assert.deepEqual(warnings, [])
  await agent.close()
})
