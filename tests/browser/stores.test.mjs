// Ready-made stores in a browser: in its database, which pages share, or in memory where it has none.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useSite } from './support/site.mjs'

const site = useSite()

const STORES = { file: 'stores.html' }

/** A page in the profile of another. */
async function beside(page) {
  const other = await page.context().newPage()
  await other.goto(page.url(), { waitUntil: 'load' })
  return other
}

/** Stores a text as a session. */
function commit(page, id, text, revision) {
  return page.evaluate(
    async ([id, text, revision]) => {
      const bytes = new TextEncoder().encode(text)
      return outcome(libfx.createBrowserStores().sessionStore.commit(id, bytes, revision))
    },
    [id, text, revision],
  )
}

/** The text and the revision of a session. */
function load(page, id) {
  return page.evaluate(async (id) => {
    const record = await libfx.createBrowserStores().sessionStore.load(id)
    return record && { text: new TextDecoder().decode(record.bytes), revision: record.revision }
  }, id)
}

test('stores in the database keep the rules', async () => {
  const page = await site.open(STORES)
  await page.evaluate(() => libfx.checkStores((place) => libfx.createBrowserStores({ name: place })))
  const databases = await page.evaluate(() => indexedDB.databases())
  assert.ok(databases.length > 20, `${databases.length} databases`)
  assert.deepEqual(page.complaints, [])
})

test('what one page stores, the next one finds', async () => {
  const page = await site.open(STORES)
  const { revision } = await commit(page, 'one', 'hello')
  const other = await beside(page)
  assert.deepEqual(await load(other, 'one'), { text: 'hello', revision })
  await page.close()
  await other.reload()
  assert.deepEqual(await load(other, 'one'), { text: 'hello', revision })
})

test('pages that write at the same time overwrite nothing of one another', async () => {
  const page = await site.open(STORES)
  const pages = [page, await beside(page), await beside(page)]
  await Promise.all(
    pages.map((each, name) =>
      each.evaluate(async (name) => {
        const { sessionStore, promptHistoryStore } = libfx.createBrowserStores()
        for (let at = 0; at < 20; at += 1) {
          await addLine(sessionStore, 'shared', `${name} ${at}`)
          await promptHistoryStore.append('/', `${name} ${at}`, Date.now())
        }
      }, name),
    ),
  )
  const expected = pages.flatMap((_, name) => Array.from({ length: 20 }, (_, at) => `${name} ${at}`)).sort()
  assert.deepEqual((await load(page, 'shared')).text.trimEnd().split('\n').sort(), expected)
  const history = await page.evaluate(() => libfx.createBrowserStores().promptHistoryStore.load('/', 1000))
  assert.deepEqual(history.sort(), expected)
})

test('a page goes on when its database is deleted', async () => {
  const page = await site.open(STORES)
  const found = await page.evaluate(async () => {
    const { sessionStore } = libfx.createBrowserStores()
    await sessionStore.commit('one', Uint8Array.of(1))
    await new Promise((resolve, reject) => {
      Object.assign(indexedDB.deleteDatabase('libfx'), { onsuccess: resolve, onerror: reject })
    })
    const gone = await sessionStore.load('one')
    await sessionStore.commit('two', Uint8Array.of(2))
    return { gone, ids: (await sessionStore.list()).map(({ id }) => id) }
  })
  assert.deepEqual(found, { gone: null, ids: ['two'] })
})

test('databases with different names share nothing', async () => {
  const page = await site.open(STORES)
  const listed = await page.evaluate(async () => {
    await libfx.createBrowserStores({ name: 'one' }).sessionStore.commit('session', Uint8Array.of(1))
    return libfx.createBrowserStores({ name: 'two' }).sessionStore.list()
  })
  assert.deepEqual(listed, [])
})

for (const [what, prepare] of [
  ['no databases', (page) => page.addInitScript(() => delete Object.getPrototypeOf(globalThis).indexedDB)],
  [
    'databases that it does not open',
    (page) =>
      page.addInitScript(() => {
        IDBFactory.prototype.open = () => {
          throw new DOMException('The operation is insecure.', 'SecurityError')
        }
      }),
  ],
]) {
  test(`in a browser that has ${what}, stores keep the rules in memory`, async () => {
    const page = await site.open({ ...STORES, prepare })
    await page.evaluate(() => {
      const places = new Map()
      return libfx.checkStores((place) => {
        if (!places.has(place)) places.set(place, libfx.createBrowserStores({ name: place }))
        return places.get(place)
      })
    })
  })
}
