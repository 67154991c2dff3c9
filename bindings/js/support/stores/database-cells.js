/**
 * A place for cells in a database of the browser. Its transactions keep pages and workers apart that change the same cell.
 */
import { newCell } from './cell.js'

const VERSION = 1
const CELLS = 'cells'
const RECENCY = 'recency'

/** Opens the database called `name`; rejects where there are no databases. */
export async function openDatabaseCells(name) {
  const connection = new Connection(name)
  await connection.database()
  const inTransaction = (mode, work) => connection.inTransaction(mode, work)

  return {
    read: (area, key) => inTransaction('readonly', async (cells) => cellOf(await done(cells.get([area, key])))),
    list: (area) => inTransaction('readonly', (cells) => list(cells, area)),
    change: (area, key, decide) =>
      inTransaction('readwrite', async (cells) => {
        const bytes = decide(cellOf(await done(cells.get([area, key]))))
        if (bytes === null) await done(cells.delete([area, key]))
        return bytes ? put(cells, area, key, bytes) : undefined
      }),
    replace: (area, key, bytes) => inTransaction('readwrite', (cells) => put(cells, area, key, bytes)),
    remove: (area, key) =>
      inTransaction('readwrite', async (cells) => {
        const isThere = (await done(cells.count([area, key]))) > 0
        await done(cells.delete([area, key]))
        return isThere
      }),
  }
}

/** A connection that is made again when the browser has closed it. */
class Connection {
  #name
  #opening

  constructor(name) {
    this.#name = name
  }

  database() {
    this.#opening ??= open(this.#name, () => {
      this.#opening = undefined
    }).catch((error) => {
      this.#opening = undefined
      throw error
    })
    return this.#opening
  }

  /** What `work` returns, once it is stored. A transaction in which something fails changes nothing. */
  async inTransaction(mode, work) {
    const transaction = begin(await this.database(), mode)
    const ended = new Promise((resolve, reject) => {
      transaction.oncomplete = resolve
      transaction.onabort = () => reject(transaction.error)
    })
    // Who fails in `work` has the better reason.
    ended.catch(() => {})
    try {
      const result = await work(transaction.objectStore(CELLS))
      await ended
      return result
    } catch (error) {
      abort(transaction)
      throw error
    }
  }
}

function begin(database, mode) {
  // Sessions and logins shall survive the system's crash, too, as those in files do.
  return database.transaction(CELLS, mode, { durability: 'strict' })
}

function abort(transaction) {
  try {
    transaction.abort()
  } catch {
    // It has been aborted already.
  }
}

/** `closed` is called when the database can be used no longer. */
async function open(name, closed) {
  const request = indexedDB.open(name, VERSION)
  request.onupgradeneeded = () => {
    const cells = request.result.createObjectStore(CELLS, { keyPath: ['area', 'key'] })
    cells.createIndex(RECENCY, ['area', 'updatedAtMs'])
  }
  const database = await done(request)
  database.onclose = closed
  // Somebody deletes the database, or a later version of this needs another.
  database.onversionchange = () => {
    database.close()
    closed()
  }
  return database
}

async function put(cells, area, key, bytes) {
  const cell = newCell(bytes)
  await done(cells.put({ area, key, ...cell }))
  return cell
}

function cellOf(stored) {
  return stored && { bytes: stored.bytes, revision: stored.revision, updatedAtMs: stored.updatedAtMs }
}

/** Every cell of an area, by the index, so that no bytes are read. */
function list(cells, area) {
  const request = cells.index(RECENCY).openKeyCursor(IDBKeyRange.bound([area], [area, []]))
  const found = []
  return new Promise((resolve, reject) => {
    request.onerror = () => reject(request.error)
    request.onsuccess = () => {
      const cursor = request.result
      if (cursor === null) return resolve(found)
      const [, key] = cursor.primaryKey
      const [, updatedAtMs] = cursor.key
      found.push({ key, updatedAtMs })
      cursor.continue()
    }
  })
}

function done(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}
