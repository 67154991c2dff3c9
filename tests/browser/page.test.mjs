// An agent in a page: under a strict policy, beside others, in a worker, and when the page goes away. What agents do is in
// tests/scenarios; a language of that corpus is Chromium.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { answer, calls, text, toolCall } from '../node/support/gateway.mjs'
import { useSite } from './support/site.mjs'
import { until } from './support/until.mjs'

const site = useSite()

for (const jspi of [true, false]) {
  const browser = jspi ? 'a browser' : 'a browser without JSPI'

  test(`in ${browser}, an agent answers and calls tools under a policy without eval`, async () => {
    const session = await site.session([calls(toolCall('1', 'add', { a: 1, b: 2 })), answer('It is 3.')])
    const page = await site.open({ jspi })
    const seen = await page.evaluate(
      (url) =>
        inTask(async () => {
          const add = { name: 'add', description: '', inputSchema: {}, execute: ({ a, b }) => a + b }
          const agent = await create(url, { tools: [add] })
          return { ...(await read(agent.prompt('?'))), supportsJspi: libfx.supportsJspi() }
        }),
      session.url,
    )
    assert.equal(seen.supportsJspi, jspi)
    assert.equal(seen.result.stopReason, 'end_turn')
    assert.deepEqual(
      seen.events.map(({ type, delta, content }) => [type, delta ?? content]),
      [
        ['tool_start', undefined],
        ['tool_end', '3'],
        ['text_delta', 'It is 3.'],
      ],
    )
    assert.deepEqual([await page.evaluate(() => violations), page.complaints], [[], []])
  })

  test(`in ${browser}, the turns of two agents interleave`, async () => {
    const slow = { parts: [text('a'), { $delayMs: 60 }, text('b'), { $delayMs: 60 }, ...answer('c').parts] }
    const urls = [(await site.session([slow])).url, (await site.session([slow])).url]
    const page = await site.open({ jspi })
    const order = await page.evaluate(async (urls) => {
      const order = []
      const follow = async (url, index) => {
        const agent = await create(url)
        for await (const { delta } of agent.prompt('?')) order.push(`${index}${delta}`)
      }
      await Promise.all(urls.map(follow))
      return order
    }, urls)
    const deltasOf = (index) => order.filter((entry) => entry.startsWith(index)).join(' ')
    assert.deepEqual([deltasOf('0'), deltasOf('1')], ['0a 0b 0c', '1a 1b 1c'])
    assert.ok(order.indexOf('1a') < order.indexOf('0c') && order.indexOf('0a') < order.indexOf('1c'), order.join(' '))
  })

  test(`in ${browser}, a tool of one agent runs a whole turn of another`, async () => {
    const inner = await site.session([answer('the inner', ' one')])
    const outer = await site.session([calls(toolCall('1', 'ask')), answer('the outer one')])
    const page = await site.open({ jspi })
    const events = await page.evaluate(
      async ([innerUrl, outerUrl]) => {
        const other = await create(innerUrl)
        const tool = { name: 'ask', description: '', inputSchema: {}, execute: () => ask(other) }
        const agent = await create(outerUrl, { tools: [tool] })
        return (await read(agent.prompt('?'))).events
      },
      [inner.url, outer.url],
    )
    assert.equal(events.find(({ type }) => type === 'tool_end').content, 'the inner one')
    assert.equal(events.at(-1).delta, 'the outer one')
  })
}

test('the policy of these pages refuses eval, as the tests above rely on', async () => {
  const page = await site.open()
  const refused = await page.evaluate(() => inTask(() => refusal(Promise.try(() => globalThis.eval('1')))))
  assert.match(refused.message, /unsafe-eval/)
  assert.deepEqual(await page.evaluate(() => violations), ['script-src'])
})

test('a page that navigates away in mid-turn closes the socket, and comes back without an error', async () => {
  const session = await site.session([{ parts: [text('a'), { $delayMs: 20_000 }, ...answer('b').parts] }, answer('back')])
  const page = await site.open()
  await page.evaluate(async (url) => {
    const events = (await create(url)).prompt('?')[Symbol.asyncIterator]()
    await events.next()
    globalThis.unread = events.next()
  }, session.url)
  await page.goto('about:blank')
  await until(async () => (await session.requests())[0].outcome === 'clientClosed')
  await page.goBack()
  assert.equal(await page.evaluate(async (url) => ask(await create(url)), session.url), 'back')
  assert.deepEqual(page.complaints, [])
})

test('a module worker runs an agent', async () => {
  const session = await site.session([answer('from a', ' worker')])
  const page = await site.open()
  const said = await page.evaluate(
    (url) =>
      new Promise((resolve, reject) => {
        const worker = new Worker('worker.mjs', { type: 'module' })
        worker.onmessage = ({ data }) => resolve(data)
        worker.onerror = ({ message }) => reject(new Error(message))
        worker.postMessage(url)
      }),
    session.url,
  )
  assert.equal(said, 'from a worker')
})
