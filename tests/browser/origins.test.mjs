// A Gateway on another origin than the page: the browser asks it first what the page may send.

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startOtherOrigin } from './support/other-origin.mjs'
import { useSite } from './support/site.mjs'

const ANYWHERE = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src *"

/** What a request has beyond the headers that every page may send. */
const HEADERS = ['authorization', 'content-type', 'x-session-affinity', 'x-session-id']

const site = useSite({ flags: ['--files-csp', ANYWHERE] })
const strict = useSite()

let other
before(async () => {
  other = await startOtherOrigin()
})
after(() => other?.stop())

/** What an agent in a page answers. */
function askIn(page) {
  return page.evaluate(async (url) => ask(await create(url)), other.url)
}

/** What a turn in a page fails with. */
function refusalIn(page) {
  return page.evaluate(async (url) => refusal(ask(await create(url))), other.url)
}

test('a Gateway on another origin answers, once it has allowed the headers that are sent', async () => {
  other.allow({ 'access-control-allow-origin': site.origin(), 'access-control-allow-headers': HEADERS.join(', ') })
  assert.equal(await askIn(await site.open()), 'from another origin')
  const [preflight, request] = other.requests
  assert.deepEqual([preflight.method, request.method, other.requests.length], ['OPTIONS', 'POST', 2])
  assert.deepEqual(preflight.headers['access-control-request-headers'].split(','), HEADERS)
  assert.equal(request.headers.authorization, 'Bearer k')
})

test('a Gateway that allows nothing is never sent the key', async () => {
  other.allow({})
  const failure = await refusalIn(await site.open())
  assert.equal(failure.code, 'LIBFX_TRANSPORT')
  assert.match(failure.message, /^the Gateway cannot be reached \(Failed to fetch\); .* allows the page \(CORS\)/)
  assert.ok(other.requests.length > 0)
  for (const { method, headers } of other.requests) assert.deepEqual([method, headers.authorization], ['OPTIONS', undefined])
})

test('a page whose policy forbids the other origin does not even ask it', async () => {
  other.allow({})
  const page = await strict.open()
  const failure = await refusalIn(page)
  assert.equal(failure.code, 'LIBFX_TRANSPORT')
  assert.equal(other.requests.length, 0)
  assert.ok((await page.evaluate(() => violations)).includes('connect-src'))
})
