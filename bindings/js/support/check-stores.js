/**
 * `checkStores`: holds stores to the rules, each rule in a place of its own.
 */
import { checkStoresChecks } from '../checks.js'
import { checked, invalid } from './check.js'
import { failureText } from './json.js'
import { kindOf } from './kinds.js'
import { randomName } from './stores/cell.js'
import { configRules } from './stores/rules/config.js'
import { historyRules } from './stores/rules/history.js'
import { loginRules } from './stores/rules/login.js'
import { sessionRules } from './stores/rules/sessions.js'

/** Each kind of store: its rules, and the methods that it cannot be without. */
const KINDS = {
  configStore: { rules: configRules, methods: [] },
  promptHistoryStore: { rules: historyRules, methods: ['load', 'append', 'clear'] },
  sessionStore: { rules: sessionRules, methods: ['load', 'commit', 'list', 'remove'] },
  oauthSessionStore: { rules: loginRules, methods: ['load', 'commit', 'remove'] },
}

export async function checkStores(openStores) {
  checked(checkStoresChecks.openStores, openStores, 'openStores')
  for (const [name, rules] of Object.entries(rulesFor(await opened(openStores, randomName())))) {
    for (const [rule, check] of Object.entries(rules)) await keep(openStores, name, rule, check)
  }
}

/** The rules of each kind of store that there is, by its name. */
function rulesFor(stores) {
  const kinds = Object.entries(KINDS).filter(([name]) => stores[name] !== undefined)
  if (kinds.length === 0) {
    throw invalid(`openStores: expected it to return one or more of ${Object.keys(KINDS).join(', ')}, got none`)
  }
  for (const [name, { methods }] of kinds) {
    const missing = methods.find((method) => typeof stores[name]?.[method] !== 'function')
    if (missing !== undefined) throw new Error(`${name}: it has the methods ${methods.join(', ')} (${missing} is missing)`)
  }
  return Object.fromEntries(kinds.map(([name, { rules }]) => [name, rules]))
}

async function keep(openStores, name, rule, check) {
  const place = randomName()
  const open = async () => (await opened(openStores, place))[name]
  try {
    await check({ store: await open(), reopened: open })
  } catch (cause) {
    throw new Error(`${name}: ${rule} (${JSON.parse(failureText(cause)).message})`, { cause })
  }
}

async function opened(openStores, place) {
  const stores = await openStores(place)
  if (typeof stores === 'object' && stores !== null) return stores
  throw invalid(`openStores: expected it to return an object, got ${kindOf(stores)}`)
}
