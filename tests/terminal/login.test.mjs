// Logins at a real provider: the user is a browser on its pages, the provider is asked what it thinks of the tokens.

import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, test } from 'node:test'
import { createMemoryStores } from 'libfx/stores'
import { until } from '../browser/support/until.mjs'
import { answer } from '../node/support/gateway.mjs'
import { CLIENT_ID, startProvider } from './oidc/provider.mjs'
import { approve, deny } from './oidc/user.mjs'
import { usePrograms } from './support/program.mjs'
import { View } from './support/view.mjs'

const programs = usePrograms()
const decoder = new TextDecoder()

let provider
before(async () => {
  provider = await startProvider()
})
after(() => provider?.stop())

/** What tells what the programs of a test have made known: what they wrote, and what they reported. */
let known = []
const madeKnown = () => known.map((tell) => tell()).join('\n')
beforeEach(() => {
  known = []
  Object.assign(provider, { refusals: [], isDown: false })
  Object.assign(provider.lifetimes, { AccessToken: 3600, DeviceCode: 600 })
})
afterEach(() => {
  const text = madeKnown()
  for (const secret of provider.given) assert.ok(!text.includes(secret), 'a secret is on the screen or in an event')
})

/** A program without a key whose user `visits` the page that the program opens. */
async function start(replies, visit, options) {
  const view = new View()
  const written = []
  const write = view.term.write.bind(view.term)
  view.term.write = (data, done) => {
    written.push(typeof data === 'string' ? data : decoder.decode(data))
    write(data, done)
  }
  const opened = []
  const program = await programs.start(replies, {
    view,
    env: { AI_GATEWAY_API_KEY: '' },
    login: { issuer: provider.issuer, clientId: CLIENT_ID },
    openUrl: async (url) => {
      opened.push(url)
      await visit?.(url)
      return true
    },
    ...options,
  })
  known.push(() => written.join(''), () => JSON.stringify(program.events))
  const tokens = async () => (await program.requests()).map(({ headers }) => headers.authorization.replace('Bearer ', ''))
  return { ...program, opened, tokens }
}

/** The same, once the user is logged in. */
async function startLoggedIn(replies, options) {
  const program = await start(replies, approve, options)
  program.say('/login')
  await program.view.until('You are logged in.')
  return program
}

/** Says something and waits for the answer. */
async function talk({ say, view }, words, reply) {
  say(words)
  await view.until(reply)
}

async function stored(store) {
  const record = await store.load()
  return record && JSON.parse(decoder.decode(record.bytes))
}

for (const backend of ['native', 'wasm']) {
  test(`a user logs in on the provider's page, and the token pays for what follows (${backend})`, async () => {
    provider.refusals.push('slow_down')
    const program = await startLoggedIn([answer('Paid.')], { backend })
    await talk(program, 'hello', 'Paid.')
    const [page] = program.opened
    const code = new URL(page).searchParams.get('user_code')
    assert.ok(program.view.text().includes(`${provider.issuer}/device`))
    assert.ok(program.view.text().includes(code))
    // So that it would tell of secrets, too.
    assert.ok(madeKnown().includes(code))
    const [token] = await program.tokens()
    assert.equal(await provider.isAlive(token), true)
  })
}

test('a login does not wait for whoever opens the page', async () => {
  const opensForever = async (url) => {
    await approve(url)
    await new Promise(() => {})
  }
  const { view, say } = await start([], opensForever)
  say('/login')
  await view.until('You are logged in.')
})

test('a login that the user refuses is over', async () => {
  const { view, say } = await start([], deny)
  say('/login')
  await view.until('The login was denied; start it anew with /login.')
})

test('a code that nobody enters expires', async () => {
  provider.lifetimes.DeviceCode = 2
  const { view, say } = await start([])
  say('/login')
  await view.until('The code is not valid any more; get a new one with /login.')
})

test('a login can be given up, and the provider is not asked any more', async () => {
  const { view, say } = await start([])
  const codes = () => provider.requests('/token').map((form) => form.device_code)
  const before = codes().length
  say('/login')
  await until(() => codes().length > before)
  view.type('\x1b')
  await view.until('Cancelled')
  const then = codes()
  // The next login takes as long as two more questions of the first would.
  provider.lifetimes.DeviceCode = 3
  say('/login')
  await view.until('The code is not valid any more')
  assert.ok(!codes().slice(then.length).includes(then.at(-1)))
})

test('a provider that is out of order is told, and asked again by the next login', async () => {
  const { view, say } = await start([], approve)
  provider.isDown = true
  say('/login')
  await view.until('The login server cannot be reached (it answered 503)')
  provider.isDown = false
  say('/login')
  await view.until('You are logged in.')
})

test('a provider that tokens must not be sent to is refused at once', async () => {
  for (const issuer of ['http://id.example.com', 'https://id.example.com/?tenant=1', 'id.example.com']) {
    const login = { issuer, clientId: CLIENT_ID }
    await assert.rejects(programs.start([], { login }), { code: 'LIBFX_INVALID_ARGUMENT', message: /^options\.login\.issuer:/ })
  }
})

for (const backend of ['native', 'wasm']) {
  test(`a token that is about to expire is renewed, with each refresh token once, and stored (${backend})`, async () => {
    provider.lifetimes.AccessToken = 60
    const { oauthSessionStore } = createMemoryStores()
    const program = await startLoggedIn([answer('First.'), answer('Second.')], { backend, oauthSessionStore })
    const { refreshToken } = await stored(oauthSessionStore)
    await talk(program, 'one', 'First.')
    await talk(program, 'two', 'Second.')
    const used = provider
      .requests('/token')
      .map((form) => form.refresh_token)
      .filter(Boolean)
    assert.equal(used.at(-2), refreshToken)
    assert.equal(new Set(used).size, used.length)
    const [first, second] = await program.tokens()
    assert.notEqual(first, second)
    const { accessToken } = await stored(oauthSessionStore)
    assert.equal(accessToken, second)
  })
}

test('a stored login goes on in the next program, and is not that of another provider', async () => {
  const { oauthSessionStore } = createMemoryStores()
  await startLoggedIn([], { oauthSessionStore })
  const next = await start([answer('Still here.')], approve, { oauthSessionStore })
  await talk(next, 'hello', 'Still here.')
  const { accessToken } = await stored(oauthSessionStore)
  assert.deepEqual(await next.tokens(), [accessToken])

  const login = { issuer: provider.issuer, clientId: 'another-application' }
  const other = await start([], approve, { oauthSessionStore, login })
  await talk(other, 'hello', 'You are not logged in.')
  assert.deepEqual(await other.tokens(), [])
})

test('after a logout the tokens are dead and nothing is stored', async () => {
  const { oauthSessionStore } = createMemoryStores()
  const { view, say } = await startLoggedIn([], { oauthSessionStore })
  const { accessToken, refreshToken } = await stored(oauthSessionStore)
  const alive = () => Promise.all([accessToken, refreshToken].map(provider.isAlive))
  assert.deepEqual(await alive(), [true, true])
  say('/logout')
  await view.until('You are logged out')
  assert.deepEqual(await alive(), [false, false])
  assert.equal(await stored(oauthSessionStore), null)
})

test('a logout without the provider says so, and forgets the login all the same', async () => {
  const { oauthSessionStore } = createMemoryStores()
  const { view, say } = await startLoggedIn([], { oauthSessionStore })
  provider.isDown = true
  say('/logout')
  await view.until('the login server may not know')
  assert.equal(await stored(oauthSessionStore), null)
})

test('a session that the provider has ended asks for a new login', async () => {
  provider.lifetimes.AccessToken = 60
  const { oauthSessionStore } = createMemoryStores()
  const program = await startLoggedIn([answer('Never.')], { oauthSessionStore })
  const { refreshToken } = await stored(oauthSessionStore)
  await provider.revoke(refreshToken)
  await talk(program, 'hello', 'log in with /login.')
  assert.deepEqual(await program.tokens(), [])
})
