// What JavaScript adds to an agent: iterators, promises, signals, values of the language. What every language must do is
// in tests/scenarios.

import assert from 'node:assert/strict'
import { getEventListeners } from 'node:events'
import { after, afterEach, before, test } from 'node:test'
import { FxError, createFxAgent } from 'libfx'
import { answer, calls, startGateway, text, toolCall } from './support/gateway.mjs'

let gateway
const open = []
const unhandled = []
process.on('unhandledRejection', (reason) => unhandled.push(reason))

before(async () => {
  gateway = await startGateway()
})
after(() => gateway?.stop())
afterEach(async () => {
  await Promise.all(open.splice(0).map((agent) => agent.close()))
  await new Promise((resolve) => setTimeout(resolve, 10))
  assert.deepEqual(unhandled.splice(0), [])
})

/** An agent against a session with these replies. */
async function agentFor(replies, options = {}) {
  const session = await gateway.session(replies)
  const agent = await createFxAgent({ apiKey: 'k', gatewayChatUrl: session.url, ...options })
  open.push(agent)
  return { agent, session }
}

function tool(execute, name = 'act') {
  return { name, description: 'acts', inputSchema: { type: 'object' }, execute }
}

async function eventsOf(turn) {
  const events = []
  for await (const event of turn) events.push(event)
  return events
}

const textOf = (events) => events.map(({ delta }) => delta ?? '').join('')

/** A reply that never ends. */
const OPEN = { parts: [text('Once')], end: 'open' }

test('a second prompt throws at once and leaves the first alone', async () => {
  const { agent } = await agentFor([answer('one'), answer('two')])
  const turn = agent.prompt('a')
  assert.throws(() => agent.prompt('b'), { code: 'LIBFX_BUSY' })
  assert.equal(textOf(await eventsOf(turn)), 'one')
  assert.equal(textOf(await eventsOf(agent.prompt('c'))), 'two')
})

test('prompting from a tool and from the loop over the events throws too', async () => {
  const thrown = []
  const again = () => {
    try {
      agent.prompt('again')
    } catch (error) {
      thrown.push(error.code)
    }
  }
  const { agent } = await agentFor([calls(toolCall('c', 'act')), OPEN], { tools: [tool(again)] })
  for await (const event of agent.prompt('a')) {
    if (event.type !== 'text_delta') continue
    again()
    break
  }
  assert.deepEqual(thrown, ['LIBFX_BUSY', 'LIBFX_BUSY'])
})

test('input of the wrong shape throws at once and changes nothing', async () => {
  const { agent, session } = await agentFor([answer('ok')])
  assert.throws(() => agent.prompt(), TypeError)
  assert.throws(() => agent.prompt([{ type: 'image' }]), /^TypeError: input\[0\]\.type: expected one of/)
  assert.throws(
    () => agent.prompt('a', { signal: {} }),
    /^TypeError: options\.signal: expected a signal, got an object$/,
  )
  assert.throws(() => agent.prompt('a', { sginal: 1 }), /did you mean "signal"\?/)
  await eventsOf(agent.prompt('a'))
  assert.equal((await session.requests())[0].body.prompt.length, 1)
})

test('a turn has one reader', async () => {
  const { agent } = await agentFor([answer('ok')])
  const turn = agent.prompt('a')
  const iterator = turn[Symbol.asyncIterator]()
  assert.throws(() => turn[Symbol.asyncIterator](), { code: 'LIBFX_BUSY' })
  assert.equal(iterator[Symbol.asyncIterator](), iterator)
  assert.deepEqual(await iterator.next(), { value: { type: 'text_delta', delta: 'ok' }, done: false })
  assert.deepEqual(await iterator.next(), { value: undefined, done: true })
  assert.deepEqual(await iterator.next(), { value: undefined, done: true })
})

test('breaking out of the loop cancels, and the next prompt can follow at once', async () => {
  const { agent } = await agentFor([OPEN, answer('two')])
  const turn = agent.prompt('a')
  for await (const event of turn) if (event.type === 'text_delta') break
  assert.equal(textOf(await eventsOf(agent.prompt('b'))), 'two')
  assert.equal((await turn.result).stopReason, 'cancelled')
})

test('throwing into the iterator cancels and throws', async () => {
  const { agent } = await agentFor([OPEN])
  const turn = agent.prompt('a')
  const iterator = turn[Symbol.asyncIterator]()
  await iterator.next()
  await assert.rejects(iterator.throw(new Error('mine')), /mine/)
  assert.equal((await turn.result).stopReason, 'cancelled')
})

test('a failed turn fails its reader and its result with one error, and neither has to be looked at', async () => {
  const refused = { status: 401, json: { error: { message: 'no such key' } } }
  const { agent } = await agentFor([refused, refused, refused])
  const turn = agent.prompt('a')
  const error = await eventsOf(turn).catch((error) => error)
  assert.ok(error instanceof FxError)
  assert.deepEqual([error.code, error.status, error.name], ['LIBFX_GATEWAY_HTTP', 401, 'FxError'])
  await assert.rejects(turn.result, error)

  await eventsOf(agent.prompt('b')).catch(() => {})
  const onlyResult = agent.prompt('c')
  await onlyResult.result.catch(() => {})
})

test('the result is one promise, before and after the end', async () => {
  const { agent } = await agentFor([answer('ok')])
  const turn = agent.prompt('a')
  const early = turn.result
  await eventsOf(turn)
  assert.equal(turn.result, early)
  assert.deepEqual(await early, { stopReason: 'end_turn', usage: {} })
})

test('if only the result is awaited, the turn ends, and what was dropped cannot be read', async () => {
  const parts = Array.from({ length: 600 }, (_, at) => toolCall(`c${at}`, 'act'))
  const { agent } = await agentFor([calls(...parts), answer('ok')], { tools: [tool(() => 1)] })
  const turn = agent.prompt('a')
  assert.equal((await turn.result).stopReason, 'end_turn')
  assert.throws(() => turn[Symbol.asyncIterator](), { code: 'LIBFX_LIMIT_EXCEEDED' })
})

test('cancelling again, and after the end, has no effect', async () => {
  const { agent } = await agentFor([OPEN, answer('ok')])
  const turn = agent.prompt('a')
  for await (const event of turn) {
    assert.equal(event.type, 'text_delta')
    turn.cancel()
    turn.cancel()
  }
  turn.cancel()
  assert.equal((await turn.result).stopReason, 'cancelled')
  assert.equal(textOf(await eventsOf(agent.prompt('b'))), 'ok')
})

test('a signal has one listener while the turn runs and none afterwards', async () => {
  const { agent } = await agentFor({ replies: [answer('ok')], cycle: true })
  const { signal } = new AbortController()
  for (let round = 0; round < 15; round += 1) {
    const turn = agent.prompt('a', { signal })
    assert.equal(getEventListeners(signal, 'abort').length, 1)
    await eventsOf(turn)
    assert.equal(getEventListeners(signal, 'abort').length, 0)
  }
})

test('a prompt that throws leaves no listener', async () => {
  const { agent } = await agentFor([OPEN])
  const { signal } = new AbortController()
  agent.prompt('a')
  assert.throws(() => agent.prompt('b', { signal }))
  assert.equal(getEventListeners(signal, 'abort').length, 0)
})

test('a signal that was aborted before gives a cancelled turn without a request', async () => {
  const { agent, session } = await agentFor([answer('ok')])
  const turn = agent.prompt('a', { signal: AbortSignal.abort() })
  assert.deepEqual(await eventsOf(turn), [])
  assert.deepEqual(await turn.result, { stopReason: 'cancelled', usage: {} })
  assert.deepEqual(await session.requests(), [])
})

test('aborting the signal cancels the turn, and tools see the reason at once', async () => {
  const controller = new AbortController()
  let seen
  const waits = (_, { signal }) =>
    new Promise((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason))
      seen = signal
      controller.abort('enough')
      assert.equal(signal.aborted, true)
    })
  const { agent } = await agentFor([calls(toolCall('c', 'act')), answer('ok')], { tools: [tool(waits)] })
  const turn = agent.prompt('a', { signal: controller.signal })
  await eventsOf(turn)
  assert.equal((await turn.result).stopReason, 'cancelled')
  assert.equal(seen.reason, 'enough')
})

test('a tool that never settles does not hold a cancelled turn, the next prompt, or closing', async () => {
  const { agent } = await agentFor([calls(toolCall('c', 'act')), answer('ok')], {
    tools: [tool(() => new Promise(() => {}))],
  })
  const turn = agent.prompt('a')
  for await (const event of turn) if (event.type === 'tool_start') turn.cancel()
  assert.equal((await turn.result).stopReason, 'cancelled')
  assert.equal(textOf(await eventsOf(agent.prompt('b'))), 'ok')
  await agent.close()
})

test('of ten calls at once, those that fail oddly fail alone', async () => {
  const ten = Array.from({ length: 10 }, (_, at) => toolCall(`c${at}`, 'act', { at }))
  const act = ({ at }) => {
    if (at === 3) throw undefined
    return at === 6 ? 1n : at
  }
  const { agent } = await agentFor([calls(...ten), answer('ok')], { tools: [tool(act)] })
  const ends = (await eventsOf(agent.prompt('a'))).filter(({ type }) => type === 'tool_end')
  assert.deepEqual(
    ends
      .filter(({ isError }) => isError)
      .map(({ id }) => id)
      .sort(),
    ['c3', 'c6'],
  )
  assert.equal(ends.length, 10)
})

test('tools may be objects of a class, with their own state', async () => {
  class Counter {
    name = 'count'
    description = 'counts'
    inputSchema = { type: 'object' }
    #count = 41
    execute() {
      return (this.#count += 1)
    }
  }
  const { agent } = await agentFor([calls(toolCall('c', 'count')), answer('ok')], { tools: [new Counter()] })
  const events = await eventsOf(agent.prompt('a'))
  assert.equal(events.find(({ type }) => type === 'tool_end').content, '42')
})

test('the schema of a tool is read when the agent is created', async () => {
  const inputSchema = { type: 'object', properties: { a: { type: 'string' } } }
  const { agent, session } = await agentFor([answer('ok')], { tools: [{ ...tool(() => 1), inputSchema }] })
  inputSchema.properties = 'changed'
  await eventsOf(agent.prompt('a'))
  assert.deepEqual((await session.requests())[0].body.tools[0].inputSchema.properties, { a: { type: 'string' } })
})

test('half a surrogate pair in a prompt is replaced', async () => {
  const { agent, session } = await agentFor([answer('ok')])
  await eventsOf(agent.prompt('a\ud83d'))
  assert.equal((await session.requests())[0].body.prompt[0].content[0].text, 'a\ufffd')
})

test('what onEvent throws is ignored', async () => {
  const types = []
  const onEvent = ({ type }) => {
    types.push(type)
    throw new Error('mine')
  }
  const { agent } = await agentFor([answer('ok')], { onEvent })
  await eventsOf(agent.prompt('a'))
  assert.ok(types.includes('transport.response'))
})

test('a checkpoint continues the conversation in another agent, from bytes of any form', async () => {
  const { agent } = await agentFor([answer('one')])
  await eventsOf(agent.prompt('first'))
  const checkpoint = await agent.checkpoint()
  assert.ok(checkpoint instanceof Uint8Array)
  for (const form of [checkpoint, checkpoint.slice().buffer, new DataView(checkpoint.slice().buffer)]) {
    const restored = await agentFor([answer('two')], { checkpoint: form })
    await eventsOf(restored.agent.prompt('second'))
    const [{ body }] = await restored.session.requests()
    assert.deepEqual(
      body.prompt.map(({ role }) => role),
      ['user', 'assistant', 'user'],
    )
  }
})

test('a checkpoint is refused while a turn is active', async () => {
  const { agent } = await agentFor([OPEN])
  agent.prompt('a')
  await assert.rejects(agent.checkpoint(), { code: 'LIBFX_BUSY' })
})

test('closing cancels the turn, may be repeated, and ends all use', async () => {
  const { agent } = await agentFor([OPEN])
  const turn = agent.prompt('a')
  await Promise.all([agent.close(), agent.close()])
  assert.equal(await agent.close(), undefined)
  assert.equal((await turn.result).stopReason, 'cancelled')
  assert.throws(() => agent.prompt('b'), { code: 'LIBFX_CLOSED' })
  await assert.rejects(agent.checkpoint(), { code: 'LIBFX_CLOSED' })
})

test('20,000 small deltas arrive complete and in order', async () => {
  const { agent } = await agentFor([{ parts: [{ $repeat: 20_000, parts: [text('w{i} ')] }, answer().parts[0]] }])
  const expected = Array.from({ length: 20_000 }, (_, at) => `w${at} `).join('')
  assert.equal(textOf(await eventsOf(agent.prompt('a'))), expected)
})

test('errors are of the classes of the language and of the API at once', async () => {
  const failure = await createFxAgent({ apiKey: 'k', model: 'x'.repeat(1025) }).catch((error) => error)
  assert.ok(failure instanceof RangeError && failure instanceof FxError)
  assert.equal(failure.code, 'LIBFX_LIMIT_EXCEEDED')
  assert.equal(new TypeError('other') instanceof FxError, false)
})

test('nothing internal is reachable from what an application holds', async () => {
  const { agent } = await agentFor([answer('ok')])
  const turn = agent.prompt('a')
  for (const held of [agent, turn, turn[Symbol.asyncIterator]()]) assert.deepEqual(Reflect.ownKeys(held), [])
  turn.cancel()
})
