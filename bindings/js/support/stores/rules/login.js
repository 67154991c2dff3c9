import { maxOAuthSessionBytes, oauthSessionRevisionConflictCode } from '../../../limits.js'
import { claim, claimBytes, claimEqual, claimNothing, claimRefused } from './claims.js'
import { revisionRules } from './revisions.js'

/** What `remove` may answer when there is nothing. */
const NOTHING_REMOVED = ['missing', false]

/** What an `OAuthSessionStore` keeps to. */
export const loginRules = {
  ...revisionRules((store) => ({
    max: maxOAuthSessionBytes,
    code: oauthSessionRevisionConflictCode,
    load: () => store.load(),
    commit: (bytes, expectedRevision) => store.commit(bytes, expectedRevision),
    remove: () => store.remove(),
  })),

  async 'remove answers true when it removed the login'({ store }) {
    const { revision } = await store.commit(Uint8Array.of(1), undefined)
    claimEqual(await store.remove(revision), true, 'remove')
    claimNothing(await store.load(), 'load')
  },

  async 'remove answers "missing" or false when there is no login'({ store }) {
    const answer = await store.remove()
    claim(NOTHING_REMOVED.includes(answer), `remove: expected "missing" or false, got ${JSON.stringify(answer)}`)
  },

  async 'a removal with a revision that is not the current one is refused, and removes nothing'({ store, reopened }) {
    const { revision: first } = await store.commit(Uint8Array.of(1), undefined)
    await (await reopened()).commit(Uint8Array.of(2), first)
    await claimRefused(() => store.remove(first), oauthSessionRevisionConflictCode, 'remove with another revision')
    claimBytes((await store.load())?.bytes, Uint8Array.of(2), 'load')
  },
}
