/**
 * The stores of a terminal over a place for cells: the rules of the contract, once for every kind of place.
 */
import {
  maxConfigValueBytes,
  maxOAuthSessionBytes,
  maxSessionBytes,
  oauthSessionRevisionConflictCode,
  sessionRevisionConflictCode,
} from '../../limits.js'
import { exceeded, invalid } from '../check.js'
import { copyOf, isBytes } from '../describe.js'
import { kindOf } from '../kinds.js'
import { historyOver } from './history.js'

/** What has revisions, and is replaced only by who knows the current one. */
const SESSION = { what: 'session', area: 'sessions', max: maxSessionBytes, code: sessionRevisionConflictCode }
const LOGIN = { what: 'login', area: 'login', max: maxOAuthSessionBytes, code: oauthSessionRevisionConflictCode }

/** The key of the one login. */
const THE_LOGIN = 'login'

/** All stores over `cells`, named as the options of a terminal. */
export function storesOver(cells) {
  return {
    configStore: configOver(cells),
    promptHistoryStore: historyOver(cells),
    sessionStore: sessionsOver(cells),
    oauthSessionStore: loginOver(cells),
  }
}

function configOver(cells) {
  return {
    async get(id) {
      const cell = await cells.read('config', id)
      return cell ? new TextDecoder().decode(cell.bytes) : null
    },
    async set(id, value) {
      const bytes = new TextEncoder().encode(value)
      checkSize('value', bytes, maxConfigValueBytes)
      await cells.replace('config', id, bytes)
    },
  }
}

function sessionsOver(cells) {
  return {
    load: (id) => load(cells, SESSION, id),
    commit: (id, bytes, expectedRevision) => commit(cells, SESSION, id, bytes, expectedRevision),
    async list() {
      const found = await cells.list(SESSION.area)
      return found.map(({ key, updatedAtMs }) => ({ id: key, updatedAtMs }))
    },
    async remove(id) {
      await cells.remove(SESSION.area, id)
    },
  }
}

function loginOver(cells) {
  return {
    load: () => load(cells, LOGIN, THE_LOGIN),
    commit: (bytes, expectedRevision) => commit(cells, LOGIN, THE_LOGIN, bytes, expectedRevision),
    remove: (expectedRevision) => removeLogin(cells, expectedRevision),
  }
}

/** Whoever does not say which revision they mean gets rid of a login that cannot be read, too. */
async function removeLogin(cells, expectedRevision) {
  const { area } = LOGIN
  if (expectedRevision === undefined) return (await cells.remove(area, THE_LOGIN)) || 'missing'
  let isThere
  await cells.change(area, THE_LOGIN, (cell) => {
    isThere = cell !== undefined
    if (!isThere) return undefined
    checkRevision(LOGIN, cell, expectedRevision)
    return null
  })
  return isThere || 'missing'
}

async function load(cells, { area }, key) {
  const cell = await cells.read(area, key)
  return cell ? { bytes: cell.bytes, revision: cell.revision } : null
}

async function commit(cells, kind, key, bytes, expectedRevision) {
  const copy = taken(bytes, kind.max)
  const { revision } = await cells.change(kind.area, key, (cell) => {
    checkRevision(kind, cell, expectedRevision)
    return copy
  })
  return { revision }
}

function checkRevision({ what, code }, cell, expectedRevision) {
  if (cell?.revision === (expectedRevision ?? undefined)) return
  const why = cell === undefined ? 'is stored no longer' : 'was changed by somebody else'
  throw Object.assign(new Error(`the ${what} ${why}: load it again before you store it`), { code })
}

/** A copy, since the caller may change the bytes before they are stored. */
function taken(bytes, max) {
  if (!isBytes(bytes ?? false)) throw invalid(`bytes: expected bytes, got ${kindOf(bytes)}`)
  const copy = copyOf(bytes)
  checkSize('bytes', copy, max)
  return copy
}

function checkSize(path, bytes, max) {
  if (bytes.length > max) throw exceeded(`${path}: expected at most ${max} bytes, got ${bytes.length}`)
}
