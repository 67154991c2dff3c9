// Keys, resizes and streams in any order: whatever has happened, the screen is what drawing it anew would make of it.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { answer, text } from '../node/support/gateway.mjs'
import { usePrograms } from './support/program.mjs'
import { View } from './support/view.mjs'

const programs = usePrograms()

const SEEDS = 12
const STEPS = 60

/** Numbers that a seed decides (mulberry32). */
function numbers(seed) {
  let state = seed
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

const WORDS = [
  'plain ',
  'wide 日本語 ',
  'family 👩‍👩‍👧‍👦 ',
  'flag 🇩🇪🇫🇷 ',
  'combining e\u0301\u0323 ',
  'عربي ',
  '**bold** ',
  '\n\n- item\n',
  '\n\n```js\nconst a = 1 // b\n```\n\n',
  '\n\n| a | b |\n|---|---|\n| 1 | 日本 |\n\n',
  '\n# heading\n',
  'tab\there ',
  '\u001b[31mnot red ',
  `${'long'.repeat(40)} `,
]

const KEYS = [
  'a',
  'é',
  '日',
  '👍🏽',
  ' ',
  '\r',
  '\n',
  '\x7f',
  '\x01',
  '\x05',
  '\x0b',
  '\x15',
  '\x17',
  '\x19',
  '\x0c',
  '\x0f',
  '\x12',
  '\t',
  '/',
  '/m',
  '\x1b[A',
  '\x1b[B',
  '\x1b[C',
  '\x1b[D',
  '\x1b[5~',
  '\x1b[6~',
  '\x1b[<64;3;3M',
  '\x1b[<65;3;3M',
  '\x1b[13;2u',
  '\x1b[200~pasted\nlines\x1b[201~',
  '\x1b',
]

/** A reply made of such words, with pauses. */
function reply(random) {
  const parts = Array.from({ length: 5 + random(25) }, () =>
    random(4) === 0 ? { $delayMs: random(40) } : text(WORDS[random(WORDS.length)]),
  )
  return { parts: [...parts, ...answer('The end.').parts] }
}

const pause = (ms) =>
  new Promise((resolve) => {
    setTimeout(resolve, ms)
  })

/** Lets what was written be shown. */
const shown = (view) => new Promise((resolve) => view.term.write('', resolve))

/** Waits until nothing changes any more, and gives the screen. */
async function settled(view) {
  let screen
  for (let same = 0; same < 4; ) {
    await pause(50)
    await shown(view)
    const now = view.text()
    same = now === screen ? same + 1 : 0
    screen = now
  }
  return screen
}

for (let seed = 1; seed <= SEEDS; seed += 1) {
  test(`whatever is typed, streamed and resized, no cell is stale (seed ${seed})`, async () => {
    const random = numbers(seed)
    const view = new View({ cols: 20 + random(80), rows: 5 + random(30) })
    const replies = Array.from({ length: STEPS }, () => reply(random))
    const { runtime, stop } = await programs.start(replies, { view, backend: seed % 2 ? 'native' : 'wasm' })
    let ended = false
    runtime.exited.then(() => {
      ended = true
    })
    for (let step = 0; step < STEPS; step += 1) {
      if (random(12) === 0) view.resize(1 + random(100), 1 + random(40))
      else view.type(KEYS[random(KEYS.length)])
      if (random(3) === 0) await pause(random(30))
      const { row, col } = view.cursor()
      assert.ok(row < view.term.rows && col <= view.term.cols, 'the cursor is inside')
    }
    view.resize(40 + random(40), 10 + random(20))
    // Ends what runs, what is open and what waits; a lone Esc is told from a sequence by the pause after it.
    for (let times = 0; times < 3; times += 1) {
      view.type('\x1b')
      await pause(120)
    }
    assert.equal(ended, false, 'the program still runs')
    const before = await settled(view)
    view.type('\x0c')
    await pause(100)
    assert.equal(await settled(view), before)
    assert.equal(await stop(), 130)
  })
}
