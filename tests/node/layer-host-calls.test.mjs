// Calls from the engine to tools and listeners of the application.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AGENT, CALL, fakeAgent } from './support/fake-agent.mjs'
import { settled } from './support/fake-engine.mjs'

/** What the engine is answered when a tool that does `execute` is called. */
async function answerOf(execute) {
  const { engine } = await fakeAgent({ tool: { execute } })
  engine.send(['call', AGENT, CALL, 0, 'execute', [{ a: 1 }]])
  await settled()
  const answers = engine.calls.filter(([method]) => method === 'resolve' || method === 'reject')
  assert.equal(answers.length, 1)
  const [method, call, text] = answers[0]
  assert.equal(call, CALL)
  return { [method]: JSON.parse(text) }
}

test('a tool gets its arguments and a signal, and may answer now or later', async () => {
  let got
  assert.deepEqual(await answerOf((input, context) => ((got = { input, context }), 'now')), { resolve: 'now' })
  assert.deepEqual(got.input, { a: 1 })
  assert.ok(got.context.signal instanceof AbortSignal)
})

for (const [what, execute, answer] of [
  ['a promise', async () => ({ n: 1 }), { resolve: { n: 1 } }],
  ['a thenable', () => ({ then: (resolve) => resolve(2) }), { resolve: 2 }],
  ['nothing', () => {}, { resolve: null }],
  [
    'an error thrown',
    () => {
      throw new Error('no')
    },
    { reject: { message: 'no' } },
  ],
  [
    'an error rejected',
    async () => {
      throw new RangeError('far')
    },
    { reject: { message: 'far' } },
  ],
  [
    'an error without a message',
    () => {
      throw new TypeError()
    },
    { reject: { message: 'TypeError' } },
  ],
  [
    'a string thrown',
    () => {
      throw 'text'
    },
    { reject: { message: 'text' } },
  ],
  [
    'undefined thrown',
    () => {
      throw undefined
    },
    { reject: { message: 'undefined' } },
  ],
  [
    'an object thrown',
    () => {
      throw { code: 7 }
    },
    { reject: { message: '{"code":7}' } },
  ],
  [
    'half a surrogate pair thrown',
    () => {
      throw new Error('\ude00x')
    },
    { reject: { message: '\ufffdx' } },
  ],
  [
    'a thenable that throws',
    () => ({
      get then() {
        throw new Error('trap')
      },
    }),
    { reject: { message: 'trap' } },
  ],
  ['a bigint', () => 1n, { reject: { message: 'the result is not JSON: Do not know how to serialize a BigInt' } }],
  [
    'a toJSON that throws',
    () => ({
      toJSON() {
        throw new Error('trap')
      },
    }),
    { reject: { message: 'the result is not JSON: trap' } },
  ],
]) {
  test(`${what} is answered with ${JSON.stringify(answer)}`, async () => {
    assert.deepEqual(await answerOf(execute), answer)
  })
}

test('a cycle is named in one line', async () => {
  const cycle = {}
  cycle.self = cycle
  const { reject } = await answerOf(() => cycle)
  assert.match(reject.message, /^the result is not JSON: Converting circular structure to JSON$/)
})

test('cancelling the turn aborts the signals of tools before it returns, with the reason of the caller', async () => {
  const signals = []
  const execute = (_, { signal }) => {
    signals.push(signal)
    return new Promise(() => {})
  }
  const { engine, prompt } = await fakeAgent({ tool: { execute } })
  const turn = prompt()
  engine.send(['call', AGENT, CALL, 0, 'execute', [{}]], ['call', AGENT, CALL + 1, 0, 'execute', [{}]])
  turn.cancel('enough')
  assert.deepEqual(
    signals.map(({ aborted, reason }) => `${aborted} ${reason}`),
    ['true enough', 'true enough'],
  )
  engine.endTurns()
})

test('a tool whose call the engine cancelled is aborted, and its late answer is dropped', async () => {
  let finish
  let signal
  const execute = (_, context) => {
    signal = context.signal
    return new Promise((resolve) => (finish = resolve))
  }
  const { engine } = await fakeAgent({ tool: { execute } })
  engine.send(['call', AGENT, CALL, 0, 'execute', [{}]])
  engine.send(['cancelled', AGENT, CALL])
  assert.equal(signal.aborted, true)
  finish('late')
  await settled()
  assert.deepEqual(engine.callsOf('resolve'), [])
})

test('what a listener throws is ignored, and the next message arrives', async () => {
  const heard = []
  const onEvent = (event) => {
    heard.push(event)
    throw new Error('mine')
  }
  const { engine } = await fakeAgent({ onEvent })
  engine.send(['notify', AGENT, 0, [1]], ['notify', AGENT, 0, [2]])
  assert.deepEqual(heard, [1, 2])
})

test('what a listener rejects with is no unhandled rejection', async () => {
  const { engine } = await fakeAgent({ onEvent: () => Promise.reject(new Error('mine')) })
  engine.send(['notify', AGENT, 0, [1]])
  await settled()
})

test('a listener is called without a receiver, so that nothing internal is reachable', async () => {
  let receiver = 'not called'
  function onEvent() {
    receiver = this
  }
  const { engine } = await fakeAgent({ onEvent })
  engine.send(['notify', AGENT, 0, [1]])
  assert.equal(receiver, undefined)
})
