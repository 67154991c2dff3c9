// Objects that the engine gives to the application, and questions that are given up.

import assert from 'node:assert/strict'
import { getEventListeners } from 'node:events'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { FakeEngine, settled } from './support/fake-engine.mjs'
import { layer } from './support/package.mjs'

const { Crossing, hostInterface, list, plain } = await layer('describe')
const { givenList, givenMap, givenObject, givenOrNull, givenRecord } = await layer('given')
const { Mailbox } = await layer('mailbox')

const toolShape = hostInterface({ properties: {}, methods: {} })
const givenTool = givenObject((peer) => ({
  run: (input, context) => peer.ask('toolRun', [plain, input], [plain, context]),
}))

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc')

/** The number that the engine lends a tool under. */
const LENT = 40

/** What a function of the API returns for `described`, when the application hands over `tools`. */
async function given(make, described, tools = []) {
  const engine = new FakeEngine()
  const mailbox = new Mailbox(engine.Class)
  const crossing = new Crossing()
  const result = mailbox.call('make', [list(toolShape)(tools, crossing)], crossing, make)
  const [[call]] = engine.callsOf('make')
  engine.send(['settled', call, described])
  return { engine, value: await result }
}

test('a tool of the runtime has its properties, and is run by the engine', async () => {
  const { engine, value: tool } = await given(givenTool, [LENT, { name: 'a' }])
  assert.equal(tool.name, 'a')
  const running = tool.run({ n: 1 }, { id: 'c1' })
  const [[id, call, ...texts]] = engine.callsOf('toolRun')
  assert.deepEqual([id, texts], [LENT, ['{"n":1}', '{"id":"c1"}']])
  engine.send(['settled', call, { answer: 2 }])
  assert.deepEqual(await running, { answer: 2 })
})

test('an object of the application is given back as it is', async () => {
  const [first, second] = [{ name: 'first' }, { name: 'second' }]
  const { value } = await given(givenList(givenTool), [1, 0], [first, second])
  assert.ok(value[0] === second && value[1] === first)
})

test('objects stand where they were described, and all else is as described', async () => {
  const make = givenRecord({ tools: givenMap(givenTool), best: givenOrNull(givenTool), other: givenOrNull(givenTool) })
  const described = { tools: { a: [LENT, {}] }, best: null, rest: { tools: [1] } }
  const { value } = await given(make, described)
  assert.equal(typeof value.tools.a.run, 'function')
  assert.deepEqual({ ...value, tools: 0 }, { tools: 0, best: null, rest: { tools: [1] } })
})

test('a call of a runtime object that fails rejects with the message', async () => {
  const { engine, value: tool } = await given(givenTool, [LENT, {}])
  const running = tool.run()
  const [[, call]] = engine.callsOf('toolRun')
  engine.send(['threw', call, 'the client said no'])
  await assert.rejects(running, { name: 'Error', message: 'the client said no' })
})

test('a call whose signal is aborted is given up at once, and its late answer is dropped', async () => {
  const { engine, value: tool } = await given(givenTool, [LENT, {}])
  const controller = new AbortController()
  const running = tool.run({}, { signal: controller.signal })
  const [[, call]] = engine.callsOf('toolRun')
  controller.abort('enough')
  await assert.rejects(running, (reason) => reason === 'enough')
  assert.deepEqual(engine.callsOf('abandon'), [[call]])
  engine.send(['settled', call, 'late'])
  await settled()
})

test('a call whose signal was aborted before is not made', async () => {
  const { engine, value: tool } = await given(givenTool, [LENT, {}])
  await assert.rejects(tool.run({}, { signal: AbortSignal.abort('before') }), (reason) => reason === 'before')
  assert.deepEqual(engine.callsOf('toolRun'), [])
})

test('signals that outlive their calls keep no listener', async () => {
  const { engine, value: tool } = await given(givenTool, [LENT, {}])
  const { signal } = new AbortController()
  for (let round = 0; round < 20; round += 1) {
    const running = tool.run({}, { signal })
    assert.equal(getEventListeners(signal, 'abort').length, 1)
    engine.send(['settled', engine.callsOf('toolRun').at(-1)[1], null])
    await running
  }
  assert.equal(getEventListeners(signal, 'abort').length, 0)
})

test('what crosses with a call of a function is the call’s own', async () => {
  const engine = new FakeEngine()
  const mailbox = new Mailbox(engine.Class)
  const crossing = new Crossing()
  const heard = []
  const described = [plain((event) => void heard.push(event), crossing)]
  const result = mailbox.call('make', described, crossing)
  const [[call]] = engine.callsOf('make')
  engine.send(['notify', call, 0, ['event']])
  engine.send(['settled', call, 'made'])
  assert.equal(await result, 'made')
  assert.deepEqual(heard, ['event'])
})

test('a runtime object that nobody holds any more is released', async () => {
  const { engine } = await given(givenTool, [LENT, {}])
  for (let round = 0; round < 50 && engine.callsOf('releaseLent').length === 0; round += 1) {
    collectGarbage()
    await sleep(10)
  }
  assert.deepEqual(engine.callsOf('releaseLent'), [[LENT]])
})
