// The events of a turn on their way to their reader.

import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { layer } from './support/package.mjs'

const { EventStream } = await layer('event-stream')

let acknowledged
let stream
beforeEach(() => {
  acknowledged = []
  stream = new EventStream((count) => acknowledged.push(count))
})

function numbers(from, to) {
  return Array.from({ length: to - from }, (_, index) => from + index)
}

async function readAll(count = Infinity) {
  const read = []
  while (read.length < count) {
    const { done, value } = await stream.read()
    if (done) break
    read.push(value)
  }
  return read
}

const total = () => acknowledged.reduce((sum, count) => sum + count, 0)

test('events come in order, across batches, whether the reader waits or not', async () => {
  stream.push(numbers(0, 3))
  const early = readAll()
  stream.push(numbers(3, 10))
  stream.push(numbers(10, 11))
  await new Promise(setImmediate)
  stream.push(numbers(11, 20))
  stream.end()
  assert.deepEqual(await early, numbers(0, 20))
})

test('everything consumed is acknowledged, in few calls', async () => {
  for (let at = 0; at < 2_560; at += 256) stream.push(numbers(at, at + 256))
  await readAll(2_560)
  void stream.read()
  assert.equal(total(), 2_560)
  assert.ok(acknowledged.length <= 50, `${acknowledged.length} calls`)
})

test('what is not consumed is not acknowledged', async () => {
  stream.push(numbers(0, 200))
  await readAll(10)
  assert.ok(total() <= 10)
})

test('a reader that waits has consumed what it read', async () => {
  stream.push([1, 2, 3])
  await readAll(3)
  void stream.read()
  assert.equal(total(), 3)
})

test('several calls of next are answered in order', async () => {
  const waiting = [stream.read(), stream.read(), stream.read()]
  stream.push([1, 2])
  stream.end()
  assert.deepEqual(await Promise.all(waiting), [
    { value: 1, done: false },
    { value: 2, done: false },
    { value: undefined, done: true },
  ])
})

test('a failure comes after the events and is thrown once', async () => {
  stream.push([1])
  stream.end(new Error('cut'))
  assert.deepEqual(await readAll(1), [1])
  await assert.rejects(stream.read(), /cut/)
  assert.deepEqual(await stream.read(), { value: undefined, done: true })
})

test('a reader that stopped gets nothing more, and frees what was unread', async () => {
  stream.push(numbers(0, 10))
  stream.push(numbers(10, 20))
  await readAll(4)
  stream.discard()
  stream.push(numbers(20, 25))
  assert.equal(total(), 25)
  assert.deepEqual(await stream.read(), { value: undefined, done: true })
})

test('events that the engine dropped cannot be read', async () => {
  stream.push(numbers(0, 10))
  stream.lose(new Error('dropped'))
  stream.end()
  await assert.rejects(stream.read(), /dropped/)
})
