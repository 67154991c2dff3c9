// The check of the rules for stores: it finds who breaks one, and names the rule.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createMemoryStores } from 'libfx/stores'
import { checkStores } from 'libfx/stores/check'
import { inMemory } from './support/stores.mjs'

/** Stores in memory whose `kind` of store has other methods, made of what it has. */
function broken(kind, change) {
  return inMemory(() => {
    const stores = createMemoryStores()
    return { [kind]: { ...stores[kind], ...change(stores[kind]) } }
  })
}

for (const [fault, kind, change, rule] of [
  ['forgets settings', 'configStore', () => ({ get: () => null }), 'a setting is read as it was stored last'],
  [
    'has one place for all settings',
    'configStore',
    ({ get, set }) => ({ get: () => get('x'), set: (_, value) => set('x', value) }),
    'settings have nothing to do with one another',
  ],
  [
    'cuts long values',
    'configStore',
    ({ set }) => ({ set: (id, value) => set(id, value.slice(0, 4096)) }),
    'the longest value is stored',
  ],
  [
    'has the newest entry first',
    'promptHistoryStore',
    ({ load }) => ({ load: async (...args) => (await load(...args)).reverse() }),
    'entries come unchanged, oldest first',
  ],
  [
    'has no limit',
    'promptHistoryStore',
    ({ load }) => ({ load: (root) => load(root, 1000) }),
    'no more than the limit are loaded, and those are the latest',
  ],
  [
    'lies of what it did',
    'promptHistoryStore',
    ({ append }) => ({ append: async (...args) => void (await append(...args)) }),
    'append says what became of the entry',
  ],
  [
    'mixes workspaces',
    'promptHistoryStore',
    ({ load, append }) => ({ load: (_, limit) => load('/', limit), append: (_, ...entry) => append('/', ...entry) }),
    'workspaces have histories of their own',
  ],
  [
    'ignores revisions',
    'sessionStore',
    ({ load, commit }) => ({ commit: async (id, bytes) => commit(id, bytes, (await load(id))?.revision) }),
    'a first commit is refused when there is something',
  ],
  [
    'has no code for conflicts',
    'sessionStore',
    ({ commit }) => ({
      commit: (...args) =>
        commit(...args).catch(() => {
          throw new Error('conflict')
        }),
    }),
    'a first commit is refused when there is something',
  ],
  ['forgets to list', 'sessionStore', () => ({ list: () => [] }), 'ids are taken as they are, and kept apart'],
  [
    'does not tell A from a',
    'sessionStore',
    ({ load, commit }) => ({
      load: (id) => load(id.toLowerCase()),
      commit: (id, ...args) => commit(id.toLowerCase(), ...args),
    }),
    'ids are taken as they are, and kept apart',
  ],
  [
    'counts in seconds',
    'sessionStore',
    ({ list }) => ({
      list: async () => (await list()).map(({ id, updatedAtMs }) => ({ id, updatedAtMs: Math.floor(updatedAtMs / 1000) })),
    }),
    'the list has every session that is stored, and when it was',
  ],
  [
    'fails to remove what is not there',
    'sessionStore',
    ({ load, remove }) => ({
      remove: async (id) => {
        if ((await load(id)) === null) throw new Error('no such session')
        await remove(id)
      },
    }),
    'a session that does not exist can be removed',
  ],
  [
    'removes nothing',
    'oauthSessionStore',
    () => ({ remove: () => true }),
    'what was removed is gone, and can be stored anew',
  ],
  [
    'removes what somebody else stored',
    'oauthSessionStore',
    ({ remove }) => ({ remove: () => remove() }),
    'a removal with a revision that is not the current one is refused, and removes nothing',
  ],
]) {
  test(`${kind}: one that ${fault} is found out`, async () => {
    await assert.rejects(checkStores(broken(kind, change)), ({ message }) => message.startsWith(`${kind}: ${rule} (`))
  })
}

/** A session store as one might write it first: its revisions are numbers that begin anew, and it takes two looks. */
function naiveSessions() {
  const sessions = new Map()
  return {
    load: (id) => sessions.get(id) ?? null,
    commit: async (id, bytes, expectedRevision) => {
      const current = sessions.get(id)?.revision
      await Promise.resolve()
      if (current !== expectedRevision) throw Object.assign(new Error(), { code: 'FX_SESSION_REVISION_CONFLICT' })
      const revision = String(Number(current ?? 0) + 1)
      sessions.set(id, { bytes: bytes.slice(), revision })
      return { revision }
    },
    list: () => Array.from(sessions.keys(), (id) => ({ id, updatedAtMs: Date.now() })),
    remove: (id) => void sessions.delete(id),
  }
}

/** Which rule a session store breaks. */
async function brokenBy(sessionStore) {
  const error = await checkStores(inMemory(() => ({ sessionStore: sessionStore() }))).then(assert.fail, (error) => error)
  return /^sessionStore: (.*) \(/.exec(error.message)[1]
}

/** Its `load`, with copies of what it holds. */
function copying(store) {
  const load = (id) => {
    const record = store.load(id)
    return record && { ...record, bytes: record.bytes.slice() }
  }
  return { ...store, load }
}

/** Its revisions, with the number of removals before them, so that none comes again. */
function unique(store) {
  let removals = 0
  return {
    ...store,
    load: (id) => {
      const record = store.load(id)
      return record && { ...record, revision: `${removals}.${record.revision}` }
    },
    commit: async (id, bytes, expectedRevision) => {
      const [life, count] = expectedRevision?.split('.') ?? [String(removals)]
      // No number of this life is that of another one.
      const expected = life === String(removals) ? count : 'outdated'
      const { revision } = await store.commit(id, bytes, expected)
      return { revision: `${removals}.${revision}` }
    },
    remove: (id) => {
      removals += 1
      store.remove(id)
    },
  }
}

test('a session store as one might write it first is found out, fault by fault', async () => {
  assert.equal(await brokenBy(naiveSessions), 'a store keeps copies')
  assert.equal(await brokenBy(() => copying(naiveSessions())), 'the revision of what was removed is not current again')
  const last = 'of commits at the same time on one revision, one is accepted'
  assert.equal(await brokenBy(() => unique(copying(naiveSessions()))), last)
})

test('what cannot be checked is refused', async () => {
  const refused = (message) => ({ code: 'LIBFX_INVALID_ARGUMENT', message })
  await assert.rejects(checkStores(), refused('openStores: expected a function, got undefined'))
  await assert.rejects(checkStores(() => undefined), refused('openStores: expected it to return an object, got undefined'))
  await assert.rejects(checkStores(() => ({})), refused(/^openStores: expected it to return one or more of configStore, /))
  await assert.rejects(checkStores(() => ({ sessionStore: { load() {} } })), /^Error: sessionStore: .+\(commit is missing\)$/)
})
