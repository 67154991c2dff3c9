// What agents leave behind in a page: nothing. An instance has a memory of its own, so a page that opens a chat after another
// would soon have none left.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { answer } from '../node/support/gateway.mjs'
import { useSite } from './support/site.mjs'
import { until } from './support/until.mjs'

const ROUNDS = 60

const site = useSite()

/** Keeps weak references to every instance that a page makes. */
function watching(page) {
  return page.addInitScript(() => {
    const instantiate = WebAssembly.instantiate
    globalThis.instances = []
    WebAssembly.instantiate = async (...args) => {
      const instance = await instantiate(...args)
      instances.push(new WeakRef(instance))
      return instance
    }
  })
}

/** Collects garbage; what remains is how many instances there are, and the page's heap in bytes. */
async function remaining(page) {
  const devtools = await page.context().newCDPSession(page)
  // Finalizers run after a collection, and free what the next one collects.
  for (let round = 0; round < 3; round++) await devtools.send('HeapProfiler.collectGarbage')
  const { usedSize } = await devtools.send('Runtime.getHeapUsage')
  await devtools.detach()
  const instances = await page.evaluate(() => instances.filter((reference) => reference.deref()).length)
  return { instances, usedSize }
}

/** Creates agents in a page, one after the other, each with a turn, and does something with each then. */
function useAgents(page, url, rounds, finish) {
  return page.evaluate(
    async ([url, rounds, finish]) => {
      for (let round = 0; round < rounds; round++) {
        const agent = await create(url, { onEvent() {} })
        await ask(agent)
        if (finish === 'close') await agent.close()
        if (finish === 'keep') (globalThis.kept ??= []).push(agent)
      }
    },
    [url, rounds, finish],
  )
}

for (const [what, finish] of [
  ['closed', 'close'],
  ['left without being closed', 'leave'],
]) {
  test(`agents that were ${what} go with their instances, and the heap does not grow`, async () => {
    const { url } = await site.session({ replies: [answer('hi')], cycle: true })
    const page = await site.open({ prepare: watching })
    await useAgents(page, url, ROUNDS, finish)
    await until(async () => (await remaining(page)).instances <= 1)
    const before = await remaining(page)
    await useAgents(page, url, ROUNDS, finish)
    await until(async () => (await remaining(page)).instances <= 1)
    const after = await remaining(page)
    const perAgent = (after.usedSize - before.usedSize) / ROUNDS
    assert.ok(perAgent < 1024, `each agent leaves ${perAgent} bytes`)
  })
}

test('an agent that is held keeps its instance', async () => {
  const { url } = await site.session({ replies: [answer('hi')], cycle: true })
  const page = await site.open({ prepare: watching })
  await useAgents(page, url, 3, 'keep')
  assert.equal((await remaining(page)).instances, 3)
  assert.equal(await page.evaluate(() => ask(kept[1])), 'hi')
})
