// A page that does not keep up with the model. How much the browser itself takes in is its own affair, tens of megabytes at
// times; what it hands to the page, and so to the agent, is ours.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { answer, text } from '../node/support/gateway.mjs'
import { useSite } from './support/site.mjs'
import { until } from './support/until.mjs'

/** More than an agent holds of unread events, and pieces of the body that may be on their way. */
const MOST_READ = 8 * 2 ** 20

const site = useSite()

test('a page that reads no event takes no more of a body of 64 MB than it has room for', async () => {
  const flood = { $repeat: 64 * 1024, parts: [text('x'.repeat(1024))] }
  const session = await site.session([{ parts: [flood, ...answer('end').parts] }])
  const page = await site.open()
  await page.evaluate(async (url) => {
    globalThis.taken = 0
    const counting = async (...request) => {
      const response = await fetch(...request)
      const reader = response.body.getReader()
      const read = async () => {
        const piece = await reader.read()
        globalThis.taken += piece.value?.length ?? 0
        return piece
      }
      const body = { getReader: () => ({ read, cancel: (reason) => reader.cancel(reason) }) }
      return { status: response.status, headers: response.headers, body }
    }
    globalThis.agent = await create(url, { fetch: counting })
    globalThis.events = agent.prompt('?')[Symbol.asyncIterator]()
    await events.next()
  }, session.url)
  const taken = await until(async () => {
    const before = await page.evaluate(() => globalThis.taken)
    await page.waitForTimeout(500)
    return before === (await page.evaluate(() => globalThis.taken)) && before
  })
  assert.ok(taken < MOST_READ, `${taken} bytes`)
  await page.evaluate(() => agent.close())
})
