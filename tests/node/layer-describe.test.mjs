// How arguments are described to the engine.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { layer } from './support/package.mjs'

const { Crossing, answerText, hostInterface, json, list, plain, record } = await layer('describe')

function described(value, shape = plain) {
  const crossing = new Crossing()
  return { value: JSON.parse(crossing.text(shape, value)), crossing }
}

test('plain data crosses as it is', () => {
  const data = { a: [1, 'x', null, true, { b: {} }] }
  assert.deepEqual(described(data).value, data)
})

test('what JSON has no room for crosses as a marker', () => {
  const { value } = described([undefined, 1n, Symbol('s')])
  assert.deepEqual(value, [{ $fx: 'undefined' }, { $fx: 'bigint' }, { $fx: 'symbol' }])
})

test('a member that holds undefined is told from one that is absent', () => {
  assert.deepEqual(described({ env: undefined }, record({ apiKey: plain })).value, { env: { $fx: 'undefined' } })
})

test('functions cross as handles, each with the function behind it', () => {
  const first = () => {}
  const second = () => {}
  const { value, crossing } = described([first, second])
  assert.deepEqual(value, [
    { $fx: 'function', id: 0 },
    { $fx: 'function', id: 1 },
  ])
  assert.deepEqual(crossing.handles, [first, second])
})

test('bytes of every form cross beside the text, copied', () => {
  const bytes = new Uint8Array([0, 1, 2, 3, 4, 5])
  const views = [bytes.buffer, bytes, new DataView(bytes.buffer, 2, 3), new Uint16Array(bytes.buffer, 2, 1)]
  const { value, crossing } = described(views)
  bytes.fill(9)
  assert.deepEqual(
    value.map(({ id }) => [...crossing.blobs[id]]),
    [
      [0, 1, 2, 3, 4, 5],
      [0, 1, 2, 3, 4, 5],
      [2, 3, 4],
      [2, 3],
    ],
  )
})

test('signals cross with their state, also those of another realm', () => {
  const { signal } = new AbortController()
  const foreign = { aborted: true, addEventListener() {}, removeEventListener() {} }
  const { value, crossing } = described([signal, AbortSignal.abort(), foreign])
  assert.deepEqual(
    value.map(({ aborted }) => aborted),
    [false, true, true],
  )
  assert.equal(crossing.signals[0], signal)
})

test('a cycle is cut, and an object that stands twice is not one', () => {
  const twice = { a: 1 }
  const cycle = { twice, again: [twice] }
  cycle.self = cycle
  assert.deepEqual(described(cycle).value, { twice, again: [twice], self: { $fx: 'cycle' } })
})

test('data that looks like a marker is escaped', () => {
  assert.deepEqual(described({ $fx: 'function', id: 0 }).value, { $fx: 'plain', value: { $fx: 'function', id: 0 } })
})

test('a key called __proto__ is data like any other', () => {
  const { crossing } = described(0)
  assert.equal(crossing.text(plain, JSON.parse('{"__proto__": {"a": 1}}')), '{"__proto__":{"a":1}}')
})

test('half a surrogate pair becomes U+FFFD, in keys and values, and whole pairs and backslashes stay', () => {
  const crossing = new Crossing()
  assert.deepEqual(JSON.parse(crossing.text(plain, { '\ud800': 'a\udc00b😀\\ud800' })), {
    '\ufffd': 'a\ufffdb😀\\ud800',
  })
})

test('members of a record are read by name, so that getters and prototypes work, and others cross too', () => {
  class Options {
    get apiKey() {
      return 'k'
    }
  }
  const options = Object.assign(new Options(), { extra: 1, backend: 'auto' })
  assert.deepEqual(described(options, record({ apiKey: plain, model: plain }, ['backend'])).value, {
    apiKey: 'k',
    extra: 1,
  })
})

test('a value of another kind than its shape crosses as it is', () => {
  assert.equal(described('x', record({ a: plain })).value, 'x')
  assert.deepEqual(described({ a: 1 }, list(json)).value, { a: 1 })
  assert.deepEqual(described([], hostInterface({ properties: {}, methods: {} })).value, [])
})

test('a host object crosses with its declared members, and is called through itself', () => {
  class Tool {
    name = 'n'
    secret = 's'
    execute() {
      return this.secret
    }
  }
  const shape = hostInterface({ properties: { name: plain, schema: json }, methods: { execute: (args) => args } })
  const { value, crossing } = described(new Tool(), shape)
  assert.deepEqual(value, { $fx: 'object', id: 0, members: { name: 'n', execute: { $fx: 'function' } } })
  assert.equal(crossing.handles[0].target.execute(), 's')
})

test('JSON members follow the rules of JSON.stringify', () => {
  const value = {
    date: new Date(0),
    dropped: undefined,
    f() {},
    list: [undefined, () => {}],
    nested: { toJSON: () => [1] },
  }
  assert.deepEqual(described(value, json).value, JSON.parse(JSON.stringify(value)))
})

test('what JSON.stringify would throw at is left for Rust to name', () => {
  const cycle = {}
  cycle.self = cycle
  assert.deepEqual(described({ a: { b: 1n }, cycle }, json).value, {
    a: { b: { $fx: 'bigint' } },
    cycle: { self: { $fx: 'cycle' } },
  })
})

test('answers are JSON, and nothing is null', () => {
  assert.equal(answerText(undefined), 'null')
  assert.equal(
    answerText(() => {}),
    'null',
  )
  assert.equal(answerText('a\ud800'), '"a\ufffd"')
  assert.deepEqual(JSON.parse(answerText({ $fx: 'signal' })), { $fx: 'plain', value: { $fx: 'signal' } })
  assert.throws(() => answerText(1n), TypeError)
})
