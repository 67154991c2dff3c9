// Stores: those of the package, one's own, and the check for both.
import { createBrowserStores, createMemoryStores } from 'libfx/stores'
import { checkStores } from 'libfx/stores/check'
import { createFileStores, type SessionStore, type TerminalStores } from 'libfx/stores/node'

const stores: TerminalStores[] = [createMemoryStores(), createBrowserStores({ name: 'notes' }), createFileStores('state')]

const sessions: SessionStore = {
  load: async () => null,
  commit: (id, bytes, expectedRevision) => ({ revision: `${id} ${bytes.byteLength} ${expectedRevision ?? 'first'}` }),
  list: () => [],
  remove: () => {},
}

export async function check(): Promise<void> {
  await checkStores((place: string) => createFileStores(`state/${place}`))
  await checkStores(async () => ({ sessionStore: sessions }))
}

export async function ids(): Promise<string[]> {
  const lists = await Promise.all(stores.map(({ sessionStore }) => sessionStore.list()))
  return lists.flat().map(({ id }) => id)
}

// @ts-expect-error a directory is required
createFileStores()
// @ts-expect-error unknown options are refused
createBrowserStores({ database: 'notes' })
// @ts-expect-error a store that cannot list
export const incomplete: SessionStore = { load: () => null, commit: () => ({ revision: '' }), remove: () => {} }
