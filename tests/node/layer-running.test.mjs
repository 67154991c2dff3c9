// Objects that run by themselves, as the terminal does: what their promises, methods and subscriptions cross as.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { FakeEngine, settled } from './support/fake-engine.mjs'
import { layer } from './support/package.mjs'

const { Crossing, hostInterface, plain, record } = await layer('describe')
const { Mailbox } = await layer('mailbox')

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc')

const shape = record({
  view: hostInterface({
    properties: { cols: plain, title: plain },
    changing: ['cols'],
    methods: {
      write: ([bytes], call) => [call.bytes(bytes)],
      onKey: ([callback], call) => [call.back(callback, plain)],
      onResize: ([callback], call) => [call.back(callback)],
    },
  }),
  store: hostInterface({
    properties: {},
    methods: { load: (args) => args, save: ([bytes], call) => [call.bytes(bytes)] },
    answers: { load: plain },
  }),
})

/** The numbers that the engine gives. */
const [CALL, SUBSCRIPTION, KEPT] = [70, 71, 72]
const [VIEW, STORE] = [0, 1]
const BYTES = Uint8Array.of(1, 2)

/** A running object over a fake engine, the application's objects being `view` and `store`. */
async function running({ view = {}, store = {} } = {}) {
  const engine = new FakeEngine()
  engine.returns.takeBytes = (id) => (id === KEPT ? BYTES : null)
  const mailbox = new Mailbox(engine.Class)
  const crossing = new Crossing()
  const described = [shape({ view, store }, crossing)]
  const creating = mailbox.create('open', described, crossing, 'windowRelease')
  const [[id, call]] = engine.callsOf('open')
  engine.send(['settled', call, null])
  const { peer } = await creating
  const promises = {
    shown: peer.later('windowShown', { isVoid: true }),
    closed: peer.later('windowClosed', { afterFault: 1 }),
  }
  const calls = Object.fromEntries(
    ['shown', 'closed'].map((name) => [name, engine.callsOf(name === 'shown' ? 'windowShown' : 'windowClosed')[0][1]]),
  )
  return { engine, id, peer, promises, end: (status = 0) => end(engine, calls, status), calls }
}

/** Ends the object, so that the process may end. */
async function end(engine, { shown, closed }, status) {
  engine.send(['settled', shown, null], ['settled', closed, status])
  await settled()
}

test('promises are there from the start, and the object is released when the last has settled', async () => {
  const { engine, id, promises, calls } = await running()
  engine.send(['settled', calls.shown, null])
  assert.equal(await promises.shown, undefined)
  assert.deepEqual(engine.callsOf('windowRelease'), [])
  engine.send(['settled', calls.closed, 130])
  assert.equal(await promises.closed, 130)
  await settled()
  assert.deepEqual(engine.callsOf('windowRelease'), [[id]])
})

test('a promise that rejects while nobody looks at it is no unhandled rejection', async (t) => {
  const unhandled = t.mock.fn()
  process.on('unhandledRejection', unhandled)
  t.after(() => process.off('unhandledRejection', unhandled))
  const { engine, promises, calls } = await running()
  engine.send(['failed', calls.shown, { code: 'LIBFX_TERMINAL_EXITED', message: 'too early' }], ['settled', calls.closed, 1])
  await settled()
  assert.equal(unhandled.mock.callCount(), 0)
  await assert.rejects(promises.shown, { code: 'LIBFX_TERMINAL_EXITED' })
})

test('an object that nobody holds runs on', async () => {
  const { engine, end } = await running()
  for (let round = 0; round < 3; round += 1) {
    collectGarbage()
    await settled()
  }
  assert.deepEqual(engine.callsOf('windowRelease'), [])
  await end()
})

test('what an object is told crosses with its bytes, and is refused at once', async () => {
  const { engine, id, peer, end } = await running()
  peer.tell('windowWrite', [plain, BYTES])
  assert.deepEqual(engine.callsOf('windowWrite'), [[id, '{"$fx":"bytes","id":0}', [BYTES]]])
  engine.returns.windowWrite = JSON.stringify({ code: 'LIBFX_INVALID_ARGUMENT', message: 'no' })
  assert.throws(() => peer.tell('windowWrite', [plain, 5]), { name: 'TypeError', code: 'LIBFX_INVALID_ARGUMENT' })
  await end()
})

test('properties that change are read before an object is told something, and told where they have changed', async () => {
  const view = { cols: 80, title: 'a' }
  const { engine, id, peer, end } = await running({ view })
  for (const cols of [80, 80, 100]) {
    view.cols = cols
    peer.tell('windowResize')
  }
  assert.deepEqual(engine.callsOf('refresh'), [
    [id, VIEW, '{"cols":80}'],
    [id, VIEW, '{"cols":100}'],
  ])
  const order = engine.calls.map(([method]) => method).filter((it) => it === 'refresh' || it === 'windowResize')
  assert.deepEqual(order.slice(-2), ['refresh', 'windowResize'])
  await end()
})

test('a property that cannot be read keeps the value that was told', async () => {
  let isBroken = false
  const view = {
    get cols() {
      if (isBroken) throw new Error('gone')
      return 80
    },
  }
  const { engine, peer, end } = await running({ view })
  isBroken = true
  peer.tell('windowResize')
  assert.deepEqual(engine.callsOf('refresh'), [])
  assert.equal(engine.callsOf('windowResize').length, 1)
  await end()
})

test('a method is told something with bytes, and what it throws or rejects is its own affair', async () => {
  const written = []
  const view = {
    write(bytes) {
      assert.equal(this, view)
      written.push(bytes)
      if (written.length === 1) throw new Error('no')
      return Promise.reject(new Error('later'))
    },
  }
  const { engine, id, end } = await running({ view })
  const told = ['tell', id, VIEW, 'write', [KEPT]]
  engine.send(told, told)
  await settled()
  assert.deepEqual(written, [BYTES, BYTES])
  await end()
})

/** A view with a subscription: how often it was ended, and the function that tells it news. */
async function subscribed(view = {}) {
  const seen = { ended: 0 }
  view.onKey = (callback) => {
    seen.tell = callback
    return () => (seen.ended += 1)
  }
  const made = await running({ view })
  made.engine.send(['subscribe', made.id, SUBSCRIPTION, VIEW, 'onKey'])
  return { ...made, seen }
}

test('a subscription tells the engine its news, after what has changed', async () => {
  const { engine, seen, end } = await subscribed({ cols: 80 })
  seen.tell('x')
  assert.deepEqual(engine.callsOf('callBack'), [[SUBSCRIPTION, '"x"']])
  assert.deepEqual(engine.calls.slice(-2).map(([method]) => method), ['refresh', 'callBack'])
  await end()
})

test('news that the engine refuses are an error of who tells them', async () => {
  const { engine, seen, end } = await subscribed()
  engine.returns.callBack = JSON.stringify({ code: 'LIBFX_INVALID_ARGUMENT', message: 'key: expected a string' })
  assert.throws(() => seen.tell(5), { name: 'TypeError', message: 'key: expected a string' })
  await end()
})

test('a subscription is ended once, and hears nothing afterwards', async () => {
  const { engine, id, seen, end } = await subscribed()
  const ends = ['unsubscribe', id, SUBSCRIPTION]
  engine.send(ends, ends)
  seen.tell('late')
  assert.equal(seen.ended, 1)
  assert.deepEqual(engine.callsOf('callBack'), [])
  await end()
})

test('news without a value cross without what the application passes along', async () => {
  let tell
  const view = { onResize: (callback) => void (tell = callback) }
  const { engine, id, end } = await running({ view })
  engine.send(['subscribe', id, SUBSCRIPTION, VIEW, 'onResize'])
  tell({ cols: 100, terminal: {} })
  assert.deepEqual(engine.callsOf('callBack'), [[SUBSCRIPTION, 'null']])
  await end()
})

test('a subscription that fails, or returns nothing to end it with, breaks nothing', async () => {
  const view = {
    onKey() {
      throw new Error('no')
    },
    onResize: () => 'nothing to call',
  }
  const { engine, id, end } = await running({ view })
  engine.send(
    ['subscribe', id, SUBSCRIPTION, VIEW, 'onKey'],
    ['subscribe', id, SUBSCRIPTION + 1, VIEW, 'onResize'],
    ['unsubscribe', id, SUBSCRIPTION],
    ['unsubscribe', id, SUBSCRIPTION + 1],
  )
  await end()
})

test('a fault of the engine ends subscriptions, and what is open, with what is said for that case', async () => {
  const { engine, promises, seen } = await subscribed()
  engine.send(['crashed', { code: 'LIBFX_INTERNAL', message: 'a fault' }])
  await assert.rejects(promises.shown, { code: 'LIBFX_INTERNAL' })
  assert.equal(await promises.closed, 1)
  assert.equal(seen.ended, 1)
})

test('bytes reach a method that answers, and its answer passes its own before it', async () => {
  const store = {
    load: () => ({ data: BYTES, revision: '1' }),
    save: (bytes) => bytes.length,
  }
  const { engine, id, end } = await running({ store })
  engine.send(['call', id, CALL, STORE, 'load', ['a']])
  await settled()
  assert.deepEqual(
    engine.calls.filter(([method]) => method === 'feed' || method === 'resolve'),
    [
      ['feed', CALL, BYTES],
      ['resolve', CALL, '{"data":{"$fx":"bytes","id":0},"revision":"1"}'],
    ],
  )
  engine.send(['call', id, CALL + 1, STORE, 'save', [KEPT]])
  await settled()
  assert.deepEqual(engine.callsOf('resolve').at(-1), [CALL + 1, '2'])
  await end()
})

test('the code of an error that a method throws is told', async () => {
  const store = {
    load() {
      throw Object.assign(new Error('someone was faster'), { code: 'CONFLICT' })
    },
    async save() {
      throw Object.assign(new Error('no'), { code: 5 })
    },
  }
  const { engine, id, end } = await running({ store })
  engine.send(['call', id, CALL, STORE, 'load', []], ['call', id, CALL + 1, STORE, 'save', [KEPT]])
  await settled()
  assert.deepEqual(engine.callsOf('reject'), [
    [CALL, '{"message":"someone was faster","code":"CONFLICT"}'],
    [CALL + 1, '{"message":"no"}'],
  ])
  await end()
})

test('an object that has ended is asked for nothing more', async () => {
  const view = { write: () => assert.fail('it has ended') }
  const { engine, id, peer, end } = await running({ view })
  await end()
  engine.send(['tell', id, VIEW, 'write', [KEPT]], ['call', id, CALL, STORE, 'load', []])
  assert.deepEqual(engine.callsOf('reject').map(([call]) => call), [CALL])
  peer.tell('windowResize')
  assert.deepEqual(engine.callsOf('refresh'), [])
})
