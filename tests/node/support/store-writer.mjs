// Stores in a directory that others write, too: `node store-writer.mjs DIRECTORY NAME COUNT` adds that many lines to a session
// and to the prompt history.

import { createFileStores } from 'libfx/stores/node'

const [directory, name, count] = process.argv.slice(2)
const { sessionStore, promptHistoryStore } = createFileStores(directory)

for (let at = 0; at < Number(count); at += 1) {
  const line = `${name} ${at}`
  await addToSession(line)
  await promptHistoryStore.append('/', line, Date.now())
}

/** Adds a line to the session as it is now, however often others are quicker. */
async function addToSession(line) {
  for (;;) {
    const record = await sessionStore.load('shared')
    const text = record ? new TextDecoder().decode(record.bytes) : ''
    try {
      return await sessionStore.commit('shared', new TextEncoder().encode(`${text}${line}\n`), record?.revision)
    } catch (error) {
      if (error.code !== 'FX_SESSION_REVISION_CONFLICT') throw error
    }
  }
}
