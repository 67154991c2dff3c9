import { maxConfigValueBytes } from '../../../limits.js'
import { claimEqual, claimNothing } from './claims.js'

/** What a `ConfigStore` keeps to. Both of its methods may be missing. */
export const configRules = {
  async 'a setting that was never stored is null'({ store }) {
    claimNothing(await store.get?.('model'), 'get')
  },

  async 'a setting is read as it was stored last'({ store, reopened }) {
    await store.set?.('model', 'first')
    await store.set?.('model', 'second, with ünïcode and\nlines')
    for (const each of readable(store, await reopened())) {
      claimEqual(await each.get('model'), 'second, with ünïcode and\nlines', 'get')
    }
  },

  async 'settings have nothing to do with one another'({ store }) {
    await store.set?.('model', 'a')
    await store.set?.('mode', 'b')
    for (const each of readable(store)) {
      claimEqual([await each.get('model'), await each.get('mode')], ['a', 'b'], 'get')
    }
  },

  async 'the longest value is stored'({ store }) {
    const value = 'é'.repeat(maxConfigValueBytes / 2)
    await store.set?.('mode', value)
    for (const each of readable(store)) claimEqual(await each.get('mode'), value, 'get')
  },
}

/** Those of the stores that can tell what they were told. */
function readable(...stores) {
  return stores.filter(({ get, set }) => get !== undefined && set !== undefined)
}
