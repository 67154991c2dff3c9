// Requests that the engine makes through the application's own fetch.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AGENT, CALL, fakeAgent } from './support/fake-agent.mjs'
import { settled } from './support/fake-engine.mjs'

function request(extra = {}) {
  return ['fetch', AGENT, CALL, 0, { method: 'POST', url: 'http://x/', headers: [['a', 'b']], bodyId: 5, ...extra }]
}

/** What the engine gets for a request that `fetch` answers. */
async function fetched(fetch) {
  const returns = { takeBytes: () => new Uint8Array([1, 2]), feed: () => true }
  const { engine } = await fakeAgent({ fetch }, returns)
  engine.send(request())
  await settled()
  await settled()
  const told = engine.calls.filter(([method]) => ['respond', 'feed', 'end', 'fail'].includes(method))
  return told.map(([method, , content]) => [
    method,
    typeof content === 'string' ? JSON.parse(content) : content && Buffer.from(content).toString(),
  ])
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
  [
    'a Response',
    () =>
      new Response('hello', {
        headers: [
          ['A', 'b'],
          ['content-type', ''],
        ],
      }),
  ],
  [
    'an object with a stream',
    () => ({ status: 200, headers: new Map([['A', 'b']]), body: new Blob(['hello']).stream() }),
  ],
  [
    'an object with an async iterable',
    () => ({
      status: 200,
      headers: { A: 'b' },
      body: (async function* () {
        yield 'hello'
      })(),
    }),
  ],
  ['an object with text()', () => ({ status: 200, headers: [['A', 'b']], text: async () => 'hello' })],
  [
    'an object with arrayBuffer()',
    () => ({ status: 200, headers: { A: 'b' }, arrayBuffer: async () => new TextEncoder().encode('hello').buffer }),
  ],
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
  [
    'throws',
    () => {
      throw new Error('down')
    },
    'down',
  ],
  [
    'rejects',
    async () => {
      throw new TypeError('fetch failed')
    },
    'fetch failed',
  ],
  ['returns nothing', async () => {}, 'options.fetch: expected it to return a Response'],
]) {
  test(`a fetch that ${what} fails the request`, async () => {
    assert.deepEqual(await fetched(fetch), [['fail', { message }]])
  })
}

test('a body that breaks fails after what arrived', async () => {
  const body = new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('a'))
    },
    pull(controller) {
      controller.error(new Error('reset'))
    },
  })
  const told = await fetched(async () => new Response(body))
  assert.deepEqual(told.slice(1), [
    ['feed', 'a'],
    ['fail', { message: 'reset' }],
  ])
})

test('the body is read only as fast as the engine wants it', async () => {
  let read = 0
  const body = new ReadableStream(
    { pull: (controller) => controller.enqueue(new Uint8Array([read++])) },
    { highWaterMark: 0 },
  )
  const { engine } = await fakeAgent({ fetch: async () => new Response(body) }, { feed: () => false })
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
  const body = new ReadableStream({
    cancel() {
      cancelled = true
    },
  })
  const fetch = async (_, init) => {
    signal = init.signal
    return new Response(body)
  }
  const { engine } = await fakeAgent({ fetch }, { feed: () => true })
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
  const { engine } = await fakeAgent({ fetch: () => new Promise((resolve) => (respond = resolve)) })
  engine.send(request({ bodyId: null }))
  engine.send(['cancelled', AGENT, CALL])
  respond(
    new Response(
      new ReadableStream({
        cancel() {
          cancelled = true
        },
      }),
    ),
  )
  await settled()
  assert.equal(cancelled, true)
  assert.deepEqual(engine.callsOf('respond'), [])
})
