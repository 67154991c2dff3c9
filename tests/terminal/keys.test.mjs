// Keys on their way from the browser to the program: each arrives once, those without a standard encoding with that of libfx.

import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import path from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { encodeXtermKeyEvent } from 'libfx'
import { useSite } from '../browser/support/site.mjs'

const XTERM = path.dirname(createRequire(import.meta.url).resolve('@xterm/xterm/package.json'))
const site = useSite({ folders: { terminal: fileURLToPath(new URL('pages', import.meta.url)), xterm: XTERM } })

/** Keys that have an encoding of their own, as Playwright names them. */
const ENCODED = {
  'Shift+Enter': '\x1b[13;2u',
  'Meta+Backspace': '\x1b[127;9u',
  'Meta+Shift+Backspace': '\x1b[127;10u',
  'Meta+ArrowUp': '\x1b[1;9A',
  'Meta+ArrowDown': '\x1b[1;9B',
  'Meta+ArrowRight': '\x1b[1;9C',
  'Meta+ArrowLeft': '\x1b[1;9D',
  'Meta+Shift+ArrowUp': '\x1b[1;10A',
  'Meta+Shift+ArrowDown': '\x1b[1;10B',
  'Meta+Shift+ArrowRight': '\x1b[1;10C',
  'Meta+Shift+ArrowLeft': '\x1b[1;10D',
}

/** Keys that xterm.js encodes, and how it does. */
const USUAL = {
  Enter: '\r',
  Backspace: '\x7f',
  ArrowUp: '\x1b[A',
  'Shift+ArrowUp': '\x1b[1;2A',
  a: 'a',
  'Shift+A': 'A',
  'Control+c': '\x03',
}

/** The event of a press. */
function press(keys, event) {
  const modifiers = keys.split('+')
  const key = modifiers.pop()
  const isHeld = (modifier) => modifiers.includes(modifier)
  return {
    type: 'keydown',
    key,
    altKey: isHeld('Alt'),
    ctrlKey: isHeld('Control'),
    metaKey: isHeld('Meta'),
    shiftKey: isHeld('Shift'),
    ...event,
  }
}

function openTerminal(options) {
  return site.open({ folder: 'terminal', file: 'keys.html', ...options })
}

function receivedIn(page) {
  return page.evaluate(() => received)
}

for (const [keys, sequence] of Object.entries(ENCODED)) {
  test(`${keys} is ${JSON.stringify(sequence)}`, () => {
    assert.equal(encodeXtermKeyEvent(press(keys)), sequence)
    for (const modifier of ['Alt', 'Control']) assert.equal(encodeXtermKeyEvent(press(`${modifier}+${keys}`)), null)
    for (const type of ['keyup', 'keypress']) assert.equal(encodeXtermKeyEvent(press(keys, { type })), null)
  })
}

test('every other key is left to the terminal', () => {
  const others = ['Meta+Enter', 'Meta+Shift+Enter', 'Shift+Backspace', 'Meta+a', 'Meta+toString', 'Meta+Meta']
  for (const keys of [...Object.keys(USUAL), ...others]) assert.equal(encodeXtermKeyEvent(press(keys)), null, keys)
})

test('a key that is pressed in a browser arrives once', async () => {
  const page = await openTerminal()
  for (const keys of [...Object.keys(ENCODED), ...Object.keys(USUAL)]) await page.keyboard.press(keys)
  assert.deepEqual(await receivedIn(page), [
    ...Object.values(ENCODED).map((sequence) => ['key', sequence]),
    ...Object.values(USUAL).map((sequence) => ['data', sequence]),
  ])
  assert.equal(await page.locator('textarea').inputValue(), '')
})

test('a key that is held arrives as often as it repeats, and not once more when it is let go', async () => {
  const page = await openTerminal()
  await page.keyboard.down('Shift')
  for (let repeat = 0; repeat < 3; repeat += 1) await page.keyboard.down('Enter')
  await page.keyboard.up('Shift')
  await page.keyboard.up('Enter')
  await page.keyboard.press('Enter')
  assert.deepEqual(await receivedIn(page), [
    ...Array.from({ length: 3 }, () => ['key', '\x1b[13;2u']),
    ['data', '\r'],
  ])
})

test('events that follow an encoded press are nobody’s, even in a browser that sends them all the same', async () => {
  const page = await openTerminal()
  const answers = await page.evaluate(() => {
    const handlers = []
    const unhooked = { write() {}, onData: () => ({ dispose() {} }), onResize: () => ({ dispose() {} }) }
    const term = { ...unhooked, attachCustomKeyEventHandler: (handler) => handlers.push(handler) }
    const pressed = []
    adapterOf(term).onKeyData((data) => pressed.push(data))
    const [handle] = handlers
    const answers = ['keydown', 'keypress', 'keyup', 'keypress'].map((type) => {
      const event = new KeyboardEvent(type, { key: 'Enter', shiftKey: type === 'keydown', cancelable: true })
      return [type, handle(event), event.defaultPrevented]
    })
    return { answers, pressed }
  })
  assert.deepEqual(answers, {
    answers: [
      ['keydown', false, true],
      ['keypress', false, true],
      ['keyup', false, false],
      // Another press of the key, which nobody has taken.
      ['keypress', true, false],
    ],
    pressed: ['\x1b[13;2u'],
  })
})

test('while an input method composes a word, its keys belong to it', async () => {
  const page = await openTerminal()
  const prevented = await page.evaluate(() => {
    const init = { key: 'Enter', shiftKey: true, isComposing: true, cancelable: true, bubbles: true }
    const event = new KeyboardEvent('keydown', init)
    document.querySelector('textarea').dispatchEvent(event)
    return event.defaultPrevented
  })
  assert.equal(prevented, false)
  assert.deepEqual((await receivedIn(page)).filter(([source]) => source === 'key'), [])
})

test('what an input method writes arrives once', async () => {
  const page = await openTerminal()
  const client = await page.context().newCDPSession(page)
  await client.send('Input.imeSetComposition', { text: 'hen', selectionStart: 3, selectionEnd: 3 })
  await client.send('Input.imeSetComposition', { text: '狠狠', selectionStart: 2, selectionEnd: 2 })
  await client.send('Input.insertText', { text: '狠狠' })
  await page.keyboard.press('q')
  await page.waitForFunction(() => received.length >= 2)
  assert.deepEqual(await receivedIn(page), [['data', '狠狠'], ['data', 'q']])
})

test('when nobody listens to keys, the terminal has them all', async () => {
  const page = await openTerminal()
  await page.evaluate(() => subscriptions.forEach((end) => end()))
  await page.evaluate(() => term.onData((data) => received.push(['host', data])))
  await page.keyboard.press('Shift+Enter')
  assert.deepEqual(await receivedIn(page), [['host', '\r']])
})
