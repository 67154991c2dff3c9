import { maxSessionBytes, sessionRevisionConflictCode } from '../../../limits.js'
import { claim, claimBytes, claimEqual, claimNothing } from './claims.js'
import { revisionRules } from './revisions.js'

/** Ids that are no names of files. */
const AWKWARD = ['a', 'A', '../a', 'a/b', '/etc/passwd', 'con', '.', '%2e', 'é', 'e\u0301', 'a'.repeat(300)]

/** What a `SessionStore` keeps to. */
export const sessionRules = {
  ...revisionRules((store) => ({
    max: maxSessionBytes,
    code: sessionRevisionConflictCode,
    load: () => store.load('session'),
    commit: (bytes, expectedRevision) => store.commit('session', bytes, expectedRevision),
    remove: () => store.remove('session'),
  })),

  async 'ids are taken as they are, and kept apart'({ store }) {
    for (const [at, id] of AWKWARD.entries()) await store.commit(id, Uint8Array.of(at), undefined)
    for (const [at, id] of AWKWARD.entries()) {
      claimBytes((await store.load(id))?.bytes, Uint8Array.of(at), `load of ${JSON.stringify(id)}`)
    }
    claimEqual(idsOf(await store.list()), [...AWKWARD].sort(), 'the ids of list')
  },

  async 'the list has every session that is stored, and when it was'({ store, reopened }) {
    claimEqual(await store.list(), [], 'list')
    const before = Date.now()
    for (const id of ['one', 'two']) await store.commit(id, Uint8Array.of(1), undefined)
    const after = Date.now()
    for (const each of [store, await reopened()]) {
      const list = await each.list()
      claimEqual(idsOf(list), ['one', 'two'], 'the ids of list')
      for (const { updatedAtMs } of list) {
        const isCount = Number.isSafeInteger(updatedAtMs)
        claim(isCount, `list: expected updatedAtMs to be a whole number of milliseconds, got ${updatedAtMs}`)
        // Whoever stores them may have a clock of their own.
        const isNear = updatedAtMs > before - DAY_MS && updatedAtMs < after + DAY_MS
        claim(isNear, `list: expected updatedAtMs to be about now, ${after}, got ${updatedAtMs}`)
      }
    }
    await store.remove('one')
    claimEqual(idsOf(await store.list()), ['two'], 'the ids of list, after remove')
  },

  async 'a session that does not exist can be removed'({ store }) {
    await store.commit('other', Uint8Array.of(1), undefined)
    await store.remove('session')
    claimNothing(await store.load('session'), 'load')
    claimEqual(idsOf(await store.list()), ['other'], 'the ids of list')
  },
}

const DAY_MS = 24 * 60 * 60 * 1000

function idsOf(list) {
  return list.map(({ id }) => id).sort()
}
