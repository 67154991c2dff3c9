// The adapter for xterm.js, without a page: what goes through it, and what it leaves behind.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { xtermAdapter } from 'libfx'
import { View } from './support/view.mjs'

test('it has the size that the terminal has now, and tells when that has changed', () => {
  const { term } = new View({ cols: 80, rows: 24 })
  const adapter = xtermAdapter(term)
  const sizes = []
  const end = adapter.onResize((...args) => sizes.push([adapter.cols, adapter.rows, args.length]))
  assert.deepEqual([adapter.cols, adapter.rows], [80, 24])
  term.resize(20, 5)
  term.resize(132, 43)
  end()
  term.resize(80, 24)
  assert.deepEqual(sizes, [[20, 5, 0], [132, 43, 0]])
  assert.deepEqual([adapter.cols, adapter.rows], [80, 24])
})

test('input arrives as the terminal sends it: each piece once, unchanged', () => {
  const { term } = new View()
  const received = []
  const end = xtermAdapter(term).onData((...args) => received.push(args))
  const pieces = ['狠狠', 'q', '\x1b[200~line 1\r\nline 2\rline 3\x1b[201~', '👩‍👩‍👧', '\x03']
  for (const piece of pieces) term.input(piece)
  end()
  term.input('after')
  assert.deepEqual(received, pieces.map((piece) => [piece]))
})

test('output is on screen when drain has completed, wherever it was cut', async () => {
  const view = new View()
  const adapter = xtermAdapter(view.term)
  const bytes = new TextEncoder().encode('größer 狠 🙂\r\nnext')
  for (const byte of bytes) adapter.write(Uint8Array.of(byte))
  await adapter.drain()
  assert.deepEqual(view.lines().slice(0, 2), ['größer 狠 🙂', 'next'])
  await adapter.drain()
})

test('drain waits for everything that was written, however much', async () => {
  const view = new View()
  const adapter = xtermAdapter(view.term)
  for (let line = 0; line < 5000; line += 1) adapter.write(new TextEncoder().encode(`line ${line}\r\n`))
  await adapter.drain()
  assert.equal(view.lines().at(-2), 'line 4999')
})

test('a subscription is released once, however often it is ended', () => {
  let released = 0
  const subscribe = () => ({
    dispose() {
      released += 1
    },
  })
  const adapter = xtermAdapter({ cols: 1, rows: 1, write() {}, onData: subscribe, onResize: subscribe })
  const ends = [adapter.onData(() => {}), adapter.onResize(() => {})]
  for (const end of [...ends, ...ends]) end()
  assert.equal(released, 2)
})

test('a terminal without a hook for keys has none in the adapter', () => {
  assert.equal('onKeyData' in xtermAdapter(new View().term), false)
})

test('what is no terminal is refused', () => {
  const refused = (message) => ({ name: 'TypeError', code: 'LIBFX_INVALID_ARGUMENT', message })
  assert.throws(() => xtermAdapter(), refused('term: expected a terminal of xterm.js, got undefined'))
  assert.throws(() => xtermAdapter({ write() {} }), refused('term.onData: required, expected a function'))
})
