// Calls from the engine to the application: tools, callbacks and fetch.

import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { FakeEngine, settled } from './support/fake-engine.mjs'
import { layer } from './support/package.mjs'

const { Crossing, hostInterface, plain, record } = await layer('describe')
const { Mailbox } = await layer('mailbox')

const toolShape = hostInterface({
  properties: {},
  methods: { execute: ([input], call) => [input, { signal: call.signal }] },
})
const optionsShape = record({ tool: toolShape, onEvent: plain, fetch: plain })

const AGENT = 1
const CALL = 70

let engine
let agents
beforeEach(() => {
  engine = new FakeEngine()
  agents = []
})
afterEach(() => engine.send(...engine.callsOf('agentPrompt').map(([, turn]) => ['finished', turn, {}])))

async function agent(options) {
  const mailbox = new Mailbox(engine.Class)
  const crossing = new Crossing()
  const created = mailbox.create('createFxAgent', crossing.text(optionsShape, options), crossing)
  const [[, call]] = engine.callsOf('createFxAgent')
  engine.send(['settled', call, null])
  agents.push(await created)
  return agents.at(-1)
}

/** What the engine is answered when a tool that does `execute` is called. */
async function answerOf(execute) {
  await agent({ tool: { execute } })
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
  ['an error thrown', () => { throw new Error('no') }, { reject: { message: 'no' } }],
  ['an error rejected', async () => { throw new RangeError('far') }, { reject: { message: 'far' } }],
  ['an error without a message', () => { throw new TypeError() }, { reject: { message: 'TypeError' } }],
  ['a string thrown', () => { throw 'text' }, { reject: { message: 'text' } }],
  ['undefined thrown', () => { throw undefined }, { reject: { message: 'undefined' } }],
  ['an object thrown', () => { throw { code: 7 } }, { reject: { message: '{"code":7}' } }],
  ['half a surrogate pair thrown', () => { throw new Error('\ude00x') }, { reject: { message: '\ufffdx' } }],
  ['a thenable that throws', () => ({ get then() { throw new Error('trap') } }), { reject: { message: 'trap' } }],
  ['a bigint', () => 1n, { reject: { message: 'the result is not JSON: Do not know how to serialize a BigInt' } }],
  ['a toJSON that throws', () => ({ toJSON() { throw new Error('trap') } }), { reject: { message: 'the result is not JSON: trap' } }],
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
  const peer = await agent({ tool: { execute: (_, { signal }) => (signals.push(signal), new Promise(() => {})) } })
  const turn = peer.start('agentPrompt', [plain, 'hi'])
  engine.send(['call', AGENT, CALL, 0, 'execute', [{}]], ['call', AGENT, CALL + 1, 0, 'execute', [{}]])
  turn.cancel('enough')
  assert.deepEqual(signals.map(({ aborted, reason }) => [aborted, reason]), [[true, 'enough'], [true, 'enough']])
})

test('a tool whose call the engine cancelled is aborted, and its late answer is dropped', async () => {
  let finish
  let signal
  await agent({ tool: { execute: (_, context) => ((signal = context.signal), new Promise((resolve) => (finish = resolve))) } })
  engine.send(['call', AGENT, CALL, 0, 'execute', [{}]])
  engine.send(['cancelled', AGENT, CALL])
  assert.equal(signal.aborted, true)
  finish('late')
  await settled()
  assert.deepEqual(engine.callsOf('resolve'), [])
})

test('what a listener throws or rejects with is ignored, and the next message arrives', async () => {
  const heard = []
  await agent({ onEvent: (event) => { heard.push(event); throw new Error('mine') } })
  engine.send(['notify', AGENT, 0, [1]], ['notify', AGENT, 0, [2]])
  assert.deepEqual(heard, [1, 2])
  await agent({ onEvent: async () => { throw new Error('mine') } })
  engine.send(['notify', AGENT, 0, [3]])
  await settled()
})

test('a listener is called without a receiver, so that nothing internal is reachable', async () => {
  let receiver
  await agent({ onEvent: function () { 'use strict'; receiver = this } })
  engine.send(['notify', AGENT, 0, [1]])
  assert.equal(receiver, undefined)
})

function request(extra = {}) {
  return ['fetch', AGENT, CALL, 0, { method: 'POST', url: 'http://x/', headers: [['a', 'b']], bodyId: 5, ...extra }]
}

/** What the engine gets for a request that `fetch` answers. */
async function fetched(fetch) {
  engine.returns = { takeBytes: () => new Uint8Array([1, 2]), feed: () => true }
  await agent({ fetch })
  engine.send(request())
  await settled()
  await settled()
  const told = engine.calls.filter(([method]) => ['respond', 'feed', 'end', 'fail'].includes(method))
  return told.map(([method, , content]) => [method, typeof content === 'string' ? JSON.parse(content) : content && Buffer.from(content).toString()])
}

const HEAD = ['respond', { status: 200, headers: [['a', 'b']] }]

test('fetch gets the request with its body as bytes, and no redirect is followed', async () => {
  let got
  await fetched(async (url, init) => ((got = { url, init }), new Response('x')))
  const { signal, ...init } = got.init
  assert.equal(got.url, 'http://x/')
  assert.deepEqual(init, { method: 'POST', headers: { a: 'b' }, body: new Uint8Array([1, 2]), redirect: 'manual' })
  assert.ok(signal instanceof AbortSignal)
})

for (const [what, response] of [
  ['a Response', () => new Response('hello', { headers: [['A', 'b'], ['content-type', '']] })],
  ['an object with a stream', () => ({ status: 200, headers: new Map([['A', 'b']]), body: new Blob(['hello']).stream() })],
  ['an object with an async iterable', () => ({ status: 200, headers: { A: 'b' }, body: (async function* () { yield 'hello' })() })],
  ['an object with text()', () => ({ status: 200, headers: [['A', 'b']], text: async () => 'hello' })],
  ['an object with arrayBuffer()', () => ({ status: 200, headers: { A: 'b' }, arrayBuffer: async () => new TextEncoder().encode('hello').buffer })],
]) {
  test(`the body of ${what} reaches the engine`, async () => {
    const [head, ...rest] = await fetched(async () => response())
    head[1].headers = head[1].headers.filter(([name]) => name === 'a')
    assert.deepEqual([head, ...rest], [HEAD, ['feed', 'hello'], ['end', undefined]])
  })
}

test('a response without a body ends at once', async () => {
  assert.deepEqual(await fetched(async () => new Response(null, { status: 204, headers: { a: 'b' } })), [
    ['respond', { status: 204, headers: [['a', 'b']] }],
    ['end', undefined],
  ])
})

for (const [what, fetch, message] of [
  ['throws', () => { throw new Error('down') }, 'down'],
  ['rejects', async () => { throw new TypeError('fetch failed') }, 'fetch failed'],
  ['returns nothing', async () => {}, 'options.fetch: expected it to return a Response'],
]) {
  test(`a fetch that ${what} fails the request`, async () => {
    assert.deepEqual(await fetched(fetch), [['fail', { message }]])
  })
}

test('a body that breaks fails after what arrived', async () => {
  const body = new ReadableStream({
    start(controller) { controller.enqueue(new TextEncoder().encode('a')) },
    pull(controller) { controller.error(new Error('reset')) },
  })
  const told = await fetched(async () => new Response(body))
  assert.deepEqual(told.slice(1), [['feed', 'a'], ['fail', { message: 'reset' }]])
})

test('the body is read only as fast as the engine wants it', async () => {
  let read = 0
  const body = new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array([read++])) }, { highWaterMark: 0 })
  engine.returns = { feed: () => false }
  await agent({ fetch: async () => new Response(body) })
  engine.send(request({ bodyId: null }))
  await settled()
  assert.equal(read, 1)
  engine.send(['pull', AGENT, CALL])
  await settled()
  assert.equal(read, 2)
  engine.send(['cancelled', AGENT, CALL])
})

test('cancelling aborts the request and cancels the body, even while a read is pending', async () => {
  let cancelled = false
  let signal
  const body = new ReadableStream({ cancel() { cancelled = true } })
  engine.returns = { feed: () => true }
  await agent({ fetch: async (_, init) => ((signal = init.signal), new Response(body)) })
  engine.send(request({ bodyId: null }))
  await settled()
  engine.send(['cancelled', AGENT, CALL])
  await settled()
  assert.deepEqual([signal.aborted, cancelled], [true, true])
  assert.deepEqual(engine.callsOf('end'), [])
})

test('a response that comes after cancellation is closed unread', async () => {
  let respond
  let cancelled = false
  await agent({ fetch: () => new Promise((resolve) => (respond = resolve)) })
  engine.send(request({ bodyId: null }))
  engine.send(['cancelled', AGENT, CALL])
  respond(new Response(new ReadableStream({ cancel() { cancelled = true } })))
  await settled()
  assert.equal(cancelled, true)
  assert.deepEqual(engine.callsOf('respond'), [])
})
