// The whole program in xterm.js in a browser, by the keyboard: what a page meets that a view without one never does.

import assert from 'node:assert/strict'
import path from 'node:path'
import { test } from 'node:test'
import { answer, calls, text, toolCall } from '../node/support/gateway.mjs'
import { ARTIFACTS, say, screenOf, startProgram, untilShown, usePages } from './support/page.mjs'

const pages = usePages()

/** The texts of the user's last message. */
const lastSaid = (request) =>
  request.body.prompt
    .filter(({ role }) => role === 'user')
    .at(-1)
    .content.map(({ text }) => text)
    .join('')

test('Shift+Enter begins a new line, once, and does not send', async () => {
  const session = await pages.session([answer('Two lines.')])
  const page = await pages.open(session)
  await startProgram(page)
  await page.keyboard.type('one')
  await page.keyboard.press('Shift+Enter')
  await page.keyboard.type('two')
  await untilShown(page, 'two')
  assert.deepEqual(await session.requests(), [])
  await page.keyboard.press('Enter')
  await untilShown(page, 'Two lines.')
  const [request] = await session.requests()
  assert.equal(lastSaid(request), 'one\ntwo')
})

test('keys edit what is typed, and an input method commits its text once', async () => {
  const session = await pages.session([answer('Read.')])
  const page = await pages.open(session)
  await startProgram(page)
  await page.keyboard.type('delete these words and say hello')
  for (let word = 0; word < 2; word += 1) await page.keyboard.press('Control+w')
  await page.keyboard.insertText('狠狠')
  await page.keyboard.type('q')
  await page.keyboard.press('Home')
  await page.keyboard.type('> ')
  await page.keyboard.press('Enter')
  await untilShown(page, 'Read.')
  const [request] = await session.requests()
  assert.equal(lastSaid(request), '> delete these words and 狠狠q')
})

test('a paste of the clipboard is one prompt', async () => {
  const session = await pages.session([answer('Pasted.')])
  const page = await pages.open(session)
  await startProgram(page)
  await page.evaluate(() => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', 'line1\r\nline2\nline3')
    document.querySelector('.xterm-helper-textarea').dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }))
  })
  await untilShown(page, 'line3')
  assert.deepEqual(await session.requests(), [])
  await page.keyboard.press('Enter')
  await untilShown(page, 'Pasted.')
  const [request] = await session.requests()
  assert.equal(lastSaid(request), 'line1\nline2\nline3')
})

test('the window may change its size while an answer streams', async () => {
  const words = Array.from({ length: 60 }, (_, index) => `word${index} `)
  const parts = words.flatMap((word) => [text(word), { $delayMs: 15 }])
  const session = await pages.session([{ parts: [...parts, ...answer('and the end.').parts] }])
  const page = await pages.open(session, { viewport: { width: 900, height: 600 } })
  await startProgram(page)
  await say(page, 'Count')
  for (const [width, height] of [
    [400, 300],
    [1200, 900],
    [300, 200],
    [800, 600],
  ]) {
    await page.setViewportSize({ width, height })
    await page.waitForTimeout(150)
  }
  await untilShown(page, 'the end.')
  const shown = (await screenOf(page)).match(/word\d+/g)
  assert.deepEqual(
    shown,
    words.map((word) => word.trim()),
  )
  await page.screenshot({ path: path.join(ARTIFACTS, 'page-resized.png') })
  assert.deepEqual(page.complaints, [])
})

test('the wheel scrolls the conversation', async () => {
  const lines = Array.from({ length: 100 }, (_, index) => `- item ${index}\n`).join('')
  const session = await pages.session([answer(lines)])
  const page = await pages.open(session)
  await startProgram(page)
  await say(page, 'List')
  await untilShown(page, 'item 99')
  const box = await page.locator('.xterm-screen').boundingBox()
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 3)
  for (let turn = 0; turn < 30; turn += 1) await page.mouse.wheel(0, -200)
  await untilShown(page, 'lines below')
  assert.ok(!(await screenOf(page)).includes('item 99'))
  await page.keyboard.press('End')
  await untilShown(page, 'item 99')
})

test('Escape ends a turn, and Ctrl-C twice the program', async () => {
  const replies = [{ parts: [text('Once'), { $delayMs: 60_000 }, ...answer('.').parts] }]
  const session = await pages.session(replies)
  const page = await pages.open(session)
  await startProgram(page)
  await say(page, 'A story')
  await untilShown(page, 'Once')
  await page.keyboard.press('Escape')
  await untilShown(page, 'ancelled')
  await page.keyboard.press('Control+c')
  await page.keyboard.press('Control+c')
  await page.getByRole('status').getByText('ended').waitFor()
})

test('a page shows Markdown and tools as they are', async () => {
  const exec = { action: 'exec', command: 'ls' }
  const markdown = '# Title\n\n**Bold**, `code` and a table:\n\n| a | b |\n|---|---:|\n| 日本 | 👩‍👩‍👧 |\n\n```py\ndef f(): return 1\n```\n'
  const session = await pages.session([calls(toolCall('call_1', 'terminal', exec)), answer(markdown)])
  const page = await pages.open(session, { viewport: { width: 900, height: 600 } })
  await startProgram(page)
  await say(page, 'Show')
  await untilShown(page, 'return 1')
  await page.screenshot({ path: path.join(ARTIFACTS, 'page-markdown.png') })
  assert.match(await screenOf(page), /┌.*┬.*┐/)
})
