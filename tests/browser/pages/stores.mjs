// A page for the tests of stores: what they run in it finds the stores, and what a terminal does with them.
import { createBrowserStores } from '/__gateway/files/package/browser-stores.js'
import { checkStores } from '/__gateway/files/package/stores-check.js'

/** Adds a line to a session as it is now, however often others are quicker. */
async function addLine(store, id, line) {
  for (;;) {
    const record = await store.load(id)
    const text = record ? new TextDecoder().decode(record.bytes) : ''
    const { code } = await outcome(store.commit(id, new TextEncoder().encode(`${text}${line}\n`), record?.revision))
    if (code === undefined) return
  }
}

/** What a promise resolves to; the code and message of an error. */
function outcome(promise) {
  return promise.catch(({ code, message }) => ({ code, message }))
}

Object.assign(globalThis, { libfx: { createBrowserStores, checkStores }, addLine, outcome })
