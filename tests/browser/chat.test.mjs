// The chat page among the examples, used as a person uses it: with the keyboard.

import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { test } from 'node:test'
import { answer, text } from '../node/support/gateway.mjs'
import { PACKAGE } from '../node/support/package.mjs'
import { ROOT } from '../node/support/root.mjs'
import { useSite } from './support/site.mjs'
import { until } from './support/until.mjs'

const AXE = createRequire(import.meta.url).resolve('axe-core')
const ARTIFACTS = process.env.LIBFX_ARTIFACTS ?? path.join(ROOT, 'target/artifacts/browser')
const KEY = 'key-that-nobody-keeps'

const site = useSite({
  folders: { chat: path.join(ROOT, 'bindings/js/examples/browser'), 'chat/libfx': PACKAGE },
  flags: ['--demo'],
})

/** Opens the page for a server at `url`, and types the key. */
async function openChat(url, profile) {
  const file = `index.html?gatewayChatUrl=${encodeURIComponent(url)}`
  const page = await site.open({ folder: 'chat', file, profile })
  // The key's field has the focus.
  await page.keyboard.type(KEY)
  await page.keyboard.press('Enter')
  await page.getByRole('textbox', { name: 'Message' }).waitFor()
  return page
}

/** Types a message where the focus is, which is where a message goes. */
async function say(page, message) {
  await page.keyboard.type(message)
  await page.keyboard.press('Enter')
}

function waitForStatus(page, status) {
  return page.getByRole('status').filter({ hasText: status }).waitFor()
}

/** What an accessibility checker finds wrong with the page as it is. */
async function faults(page) {
  await page.evaluate(await readFile(AXE, 'utf8'))
  const { violations } = await page.evaluate(() => axe.run())
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(', ')}`)
}

for (const colorScheme of ['light', 'dark']) {
  test(`a question is asked, a tool called, and the answer streamed, in ${colorScheme} colours`, async () => {
    const page = await openChat(site.demoUrl(), { colorScheme, viewport: { width: 760, height: 900 } })
    await say(page, 'How many words are in README.md?')
    const call = page.locator('details', { hasText: 'Input' })
    await call.getByText('count_words').waitFor()
    await page.getByRole('log').getByText('I asked count_words for README.md.').waitFor()
    await page.screenshot({ path: path.join(ARTIFACTS, `chat-${colorScheme}-streaming.png`) })
    await waitForStatus(page, /^\d+ tokens in, \d+ out\.$/)
    await page.screenshot({ path: path.join(ARTIFACTS, `chat-${colorScheme}.png`) })
    const [, outcome] = /^\W*count_words\s+done\s+Input\s+{"path":"README\.md"}\s+Outcome\s+(.*)$/.exec(await call.innerText())
    assert.match(outcome, /^{"path":"README\.md","words":\d+}$/)
    await page.getByRole('log').getByText(`It ran in your process, and this came back:\n\n> ${outcome}`).waitFor()
    assert.deepEqual(await faults(page), [])
    assert.deepEqual(page.complaints, [])
  })
}

for (const [how, cancel] of [
  ['with Escape', (page) => page.keyboard.press('Escape')],
  [
    'with the button, which is one Tab away',
    async (page) => {
      await page.keyboard.press('Tab')
      await page.keyboard.press('Enter')
    },
  ],
]) {
  test(`an answer is cancelled ${how}, and the conversation goes on`, async () => {
    const endless = { parts: [text('Once upon a time'), { $delayMs: 60_000 }, ...answer('…').parts] }
    const session = await site.session([endless, answer('The end.')])
    const page = await openChat(session.url)
    await say(page, 'Tell me a story')
    await page.getByText('Once upon a time').waitFor()
    await cancel(page)
    await page.getByRole('log').getByText('Cancelled.').waitFor()
    await until(async () => (await session.requests())[0].outcome === 'clientClosed')
    await say(page, 'Make it short')
    await page.getByText('The end.').waitFor()
    await waitForStatus(page, 'Ready.')
    assert.deepEqual(page.complaints, [])
  })
}

test('the key is nowhere once the chat has begun, and asked for again when the page is loaded anew', async () => {
  const session = await site.session([answer('hi')])
  const page = await openChat(session.url)
  await say(page, 'hello')
  await waitForStatus(page, 'Ready.')
  assert.equal((await session.requests())[0].headers.authorization, `Bearer ${KEY}`)
  const kept = await page.evaluate(async () => [
    document.documentElement.outerHTML,
    document.getElementById('key').value,
    JSON.stringify([localStorage, sessionStorage, document.cookie, await indexedDB.databases(), history.state]),
  ])
  for (const place of kept) assert.ok(!place.includes(KEY), place)
  await page.reload()
  assert.ok(await page.getByLabel('AI Gateway key').isVisible())
})

test('a turn that fails says why, and the next message is answered', async () => {
  const refused = { status: 401, json: { error: { message: 'this key is unknown' } } }
  const session = await site.session([refused, answer('Now it works.')])
  const page = await openChat(session.url)
  await say(page, 'hello')
  const alert = page.getByRole('alert')
  await alert.waitFor()
  assert.match(await alert.innerText(), /^LIBFX_GATEWAY_HTTP: .*this key is unknown/)
  assert.deepEqual(await faults(page), [])
  await say(page, 'hello?')
  await page.getByText('Now it works.').waitFor()
})

test('an address that may not be used is refused before anything is sent', async () => {
  const page = await site.open({ folder: 'chat', file: 'index.html?gatewayChatUrl=http://example.com/v1/chat/completions' })
  await page.keyboard.type(KEY)
  await page.keyboard.press('Enter')
  await waitForStatus(page, /gatewayChatUrl/)
  assert.deepEqual(page.complaints, [])
})

test('what a model says is shown as text, never as a part of the page', async () => {
  const said = '<img src=x onerror="document.title=\'owned\'"><b>bold</b>'
  const page = await openChat((await site.session([answer(said)])).url)
  await say(page, 'hello')
  await page.getByText(said).waitFor()
  assert.equal(await page.locator('img, b').count(), 0)
})

test('a reader at the end follows the answer; one who has scrolled up is left there', async () => {
  const lines = Array.from({ length: 60 }, (_, line) => `line ${line}\n`).join('')
  const session = await site.session([answer(lines), { parts: [text('more'), { $delayMs: 20 }, ...answer(lines).parts] }])
  const page = await openChat(session.url, { viewport: { width: 400, height: 500 } })
  const fromEnd = () => page.locator('main').evaluate((main) => main.scrollHeight - main.scrollTop - main.clientHeight)
  await say(page, 'first')
  await waitForStatus(page, 'Ready.')
  assert.ok((await fromEnd()) < 8)
  await page.locator('main').evaluate((main) => main.scrollTo(0, 0))
  await say(page, 'second')
  await page.getByText('more').waitFor({ state: 'attached' })
  await waitForStatus(page, 'Ready.')
  assert.equal(await page.locator('main').evaluate((main) => main.scrollTop), 0)
})
