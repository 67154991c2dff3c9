import { claim, claimEqual } from './claims.js'

const HOME = '/home/user'
const ELSEWHERE = '/home/user/elsewhere'

/** How many entries are asked for where the number does not matter. */
const MANY = 1000

/** What a `PromptHistoryStore` keeps to. */
export const historyRules = {
  async 'a workspace without entries has an empty history'({ store }) {
    claimEqual(await store.load(HOME, MANY), [], 'load')
  },

  async 'entries come unchanged, oldest first'({ store, reopened }) {
    const entries = ['one', 'two\nlines', '  three 👩‍👩‍👧 ', '/help', '"four"\\']
    for (const [at, entry] of entries.entries()) await store.append(HOME, entry, 1000 + at)
    for (const each of [store, await reopened()]) claimEqual(await each.load(HOME, MANY), entries, 'load')
  },

  async 'no more than the limit are loaded, and those are the latest'({ store }) {
    for (const entry of ['a', 'b', 'c', 'd']) await store.append(HOME, entry, 1000)
    claimEqual(await store.load(HOME, 2), ['c', 'd'], 'load')
    claimEqual(await store.load(HOME, 0), [], 'load')
  },

  async 'append says what became of the entry'({ store }) {
    for (const entry of ['same', 'same', 'other']) {
      const before = await store.load(HOME, MANY)
      const outcome = (await store.append(HOME, entry, 1000)) ?? 'stored'
      claim(typeof outcome === 'string', `append: expected a text or nothing, got ${typeof outcome}`)
      const after = outcome === 'stored' ? [...before, entry] : before
      claimEqual(await store.load(HOME, MANY), after, `load, when append had answered "${outcome}"`)
    }
  },

  async 'workspaces have histories of their own'({ store }) {
    await store.append(HOME, 'here', 1000)
    await store.append(ELSEWHERE, 'there', 1000)
    claimEqual(await store.load(HOME, MANY), ['here'], 'load')
    await store.clear(HOME)
    claimEqual(await store.load(HOME, MANY), [], 'load, after clear')
    claimEqual(await store.load(ELSEWHERE, MANY), ['there'], 'load, after clear of another workspace')
  },

  async 'entries that are added at the same time are all kept'({ store, reopened }) {
    const writers = [store, await reopened()]
    const entries = Array.from({ length: 8 }, (_, at) => `entry ${at}`)
    await Promise.all(entries.map((entry, at) => writers[at % 2].append(HOME, entry, 1000 + at)))
    claimEqual([...(await store.load(HOME, MANY))].sort(), entries, 'load, sorted')
  },
}
