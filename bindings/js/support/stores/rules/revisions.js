/**
 * The rules of what has revisions: sessions, and the login. They are told by a *slot*, which is a session or the login of a
 * store: its `load()`, `commit(bytes, expectedRevision)` and `remove()`, the `max` of its bytes and the `code` of a conflict.
 */
import { maxRevisionBytes } from '../../../limits.js'
import { byteLength } from '../../check.js'
import { claim, claimBytes, claimNothing, claimRefused, outcomeOf } from './claims.js'

const OLD = Uint8Array.of(1, 2, 3)
const NEW = Uint8Array.of(4, 5)

/** The rules, for stores of which `slotOf(store)` is a slot. */
export function revisionRules(slotOf) {
  return Object.fromEntries(
    Object.entries(RULES).map(([rule, check]) => [
      rule,
      ({ store, reopened }) => check({ slot: slotOf(store), reopened: async () => slotOf(await reopened()) }),
    ]),
  )
}

const RULES = {
  async 'what was never stored is null'({ slot }) {
    claimNothing(await slot.load(), 'load')
  },

  async 'what was stored is loaded unchanged, with the revision that commit answered'({ slot, reopened }) {
    const bytes = Uint8Array.from({ length: 1024 }, (_, at) => at % 256)
    const revision = await committed(slot, bytes)
    for (const each of [slot, await reopened()]) await claimStored(each, bytes, revision)
  },

  async 'a store keeps copies'({ slot }) {
    const bytes = OLD.slice()
    const revision = await committed(slot, bytes)
    bytes.fill(0)
    const { bytes: loaded } = await slot.load()
    new Uint8Array(loaded.buffer ?? loaded).fill(0)
    await claimStored(slot, OLD, revision)
  },

  async 'the largest one is stored'({ slot }) {
    const bytes = new Uint8Array(slot.max).fill(7)
    await claimStored(slot, bytes, await committed(slot, bytes))
  },

  async 'every commit answers another revision'({ slot }) {
    const first = await committed(slot, OLD)
    const second = await committed(slot, OLD, first)
    const third = await committed(slot, NEW, second)
    claim(new Set([first, second, third]).size === 3, `commit: expected three revisions, got ${[first, second, third]}`)
    await claimStored(slot, NEW, third)
  },

  async 'a first commit is refused when there is something'({ slot, reopened }) {
    const revision = await committed(slot, OLD)
    for (const each of [slot, await reopened()]) {
      await claimRefused(() => each.commit(NEW, undefined), slot.code, 'commit without a revision')
    }
    await claimStored(slot, OLD, revision)
  },

  async 'a commit with a revision that is not the current one is refused, and changes nothing'({ slot, reopened }) {
    const first = await committed(slot, OLD)
    const second = await committed(await reopened(), NEW, first)
    for (const outdated of [first, `${second}?`]) {
      await claimRefused(() => slot.commit(OLD, outdated), slot.code, 'commit with another revision')
    }
    await claimStored(slot, NEW, second)
  },

  async 'a commit with a revision is refused when there is nothing'({ slot }) {
    await claimRefused(() => slot.commit(OLD, 'revision'), slot.code, 'commit with a revision of nothing')
    claimNothing(await slot.load(), 'load')
  },

  async 'what was removed is gone, and can be stored anew'({ slot, reopened }) {
    await committed(slot, OLD)
    await slot.remove()
    for (const each of [slot, await reopened()]) claimNothing(await each.load(), 'load, after remove')
    await claimStored(slot, NEW, await committed(slot, NEW))
  },

  async 'the revision of what was removed is not current again'({ slot }) {
    const removed = await committed(slot, OLD)
    await slot.remove()
    await committed(slot, OLD)
    await claimRefused(() => slot.commit(NEW, removed), slot.code, 'commit with the revision of what was removed')
  },

  async 'of commits at the same time on one revision, one is accepted'({ slot, reopened }) {
    const writers = [slot, await reopened()]
    const revision = await committed(slot, OLD)
    const versions = Array.from({ length: 8 }, (_, at) => Uint8Array.of(at))
    const outcomes = await Promise.all(
      versions.map((bytes, at) => outcomeOf(() => writers[at % 2].commit(bytes, revision))),
    )
    const accepted = outcomes.flatMap((outcome, at) => ('value' in outcome ? [at] : []))
    claim(accepted.length === 1, `commit: expected one to be accepted, but ${accepted.length} were`)
    for (const { error } of outcomes.filter((outcome) => 'error' in outcome)) {
      claim(error?.code === slot.code, `commit: expected the code ${slot.code} of the others, got ${error?.code}: ${error}`)
    }
    const [winner] = accepted
    await claimStored(slot, versions[winner], outcomes[winner].value.revision)
  },
}

/** The revision that a commit answers. */
async function committed(slot, bytes, expectedRevision) {
  const { revision } = await slot.commit(bytes, expectedRevision)
  claim(typeof revision === 'string' && revision !== '', 'commit: expected an answer { revision } with a text')
  const size = byteLength(revision)
  claim(size <= maxRevisionBytes, `commit: expected a revision of at most ${maxRevisionBytes} bytes, got ${size}`)
  return revision
}

async function claimStored(slot, bytes, revision) {
  const record = await slot.load()
  claim(record, 'load: expected what was stored, got nothing')
  claimBytes(record.bytes, bytes, 'load')
  claim(record.revision === revision, `load: expected the revision ${revision}, got ${record.revision}`)
}
