// The module on its way into a page: what can be given for it, how often it is fetched, and what is said when it cannot be
// had.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { answer } from '../node/support/gateway.mjs'
import { useSite } from './support/site.mjs'

const ASSET = '/__gateway/files/package/libfx.wasm'
const WITHOUT_WASM = "default-src 'none'; script-src 'self'; connect-src 'self'"

const site = useSite()
const forbidding = useSite({ flags: ['--files-csp', WITHOUT_WASM] })

/** Counts what a page fetches and compiles. */
async function counting(page) {
  page.fetched = 0
  page.on('request', (request) => {
    if (request.url().endsWith(ASSET)) page.fetched += 1
  })
  await page.addInitScript(() => {
    globalThis.compiled = 0
    for (const name of ['compile', 'compileStreaming']) {
      const compile = WebAssembly[name]
      WebAssembly[name] = (source) => {
        globalThis.compiled += 1
        return compile(source)
      }
    }
  })
}

/** Has the server answer something else for the module, `times` times. */
function answering(response, times) {
  return (page) => page.route(`**${ASSET}`, (route) => route.fulfill(response), { times })
}

/** The error of an agent that is created in a page. */
function refusalIn(page) {
  return page.evaluate(() => inTask(() => refusal(create())))
}

test('the module is taken as an address, a response, bytes, compiled, and as a promise of the latter', async () => {
  const session = await site.session({ replies: [answer('it works')], cycle: true })
  const page = await site.open()
  const said = await page.evaluate(
    ([url, asset]) =>
      inTask(async () => {
        const bytes = async () => (await fetch(asset)).arrayBuffer()
        const sources = {
          'a path': asset,
          'a URL': new URL(asset, location),
          'a response': await fetch(asset),
          'a promise of a response': fetch(asset),
          'a buffer': await bytes(),
          'an array': new Uint8Array(await bytes()),
          'a promise of bytes': bytes(),
          'a compiled module': await WebAssembly.compileStreaming(fetch(asset)),
          'a promise of a compiled module': WebAssembly.compileStreaming(fetch(asset)),
        }
        const said = {}
        for (const [name, wasm] of Object.entries(sources)) said[name] = await ask(await create(url, { wasm }))
        return said
      }),
    [session.url, ASSET],
  )
  assert.equal(Object.keys(said).length, 9)
  for (const [name, text] of Object.entries(said)) assert.equal(text, 'it works', name)
})

test('many agents, created at the same time and later, share one fetch and one compilation', async () => {
  const page = await site.open({ prepare: counting })
  const compiled = await page.evaluate(() =>
    inTask(async () => {
      await Promise.all(Array.from({ length: 10 }, () => create()))
      await create()
      return globalThis.compiled
    }),
  )
  assert.deepEqual([page.fetched, compiled], [1, 1])
})

test('a page with agents fetches no terminal, and a page with a terminal nothing else', async () => {
  for (const [what, start] of [
    ['libfx.wasm', () => inTask(() => create())],
    ['libfx-terminal.wasm', () => inTask(() => createTerminal())],
  ]) {
    const fetched = []
    const page = await site.open({
      prepare: (page) => page.on('request', (request) => fetched.push(new URL(request.url()).pathname.split('/').at(-1))),
    })
    await page.evaluate(start)
    assert.deepEqual(
      fetched.filter((file) => file.endsWith('.wasm')),
      [what],
    )
  }
})

test('a load that failed is tried again', async () => {
  const session = await site.session([answer('at last')])
  const prepare = async (page) => {
    await counting(page)
    await answering({ status: 503 }, 1)(page)
  }
  const page = await site.open({ prepare })
  const failures = await page.evaluate(() => inTask(() => Promise.all([refusal(create()), refusal(create())])))
  assert.deepEqual(
    failures.map(({ code }) => code),
    ['LIBFX_WASM_LOAD_FAILED', 'LIBFX_WASM_LOAD_FAILED'],
  )
  assert.equal(await page.evaluate(async (url) => ask(await create(url)), session.url), 'at last')
  assert.equal(page.fetched, 2)
})

for (const [what, response, says] of [
  [
    'a page',
    { contentType: 'text/html', body: '<!doctype html><title>Welcome</title>' },
    /answered with a page \(HTML\).*check that libfx\.wasm is served/,
  ],
  [
    '404',
    { status: 404, body: 'not here' },
    /libfx\.wasm answered 404; check that libfx\.wasm is served, or pass it as `wasm`/,
  ],
  [
    'half of it',
    { contentType: 'application/wasm', body: Buffer.from('\0asm\x01\0\0\0\x01\x05') },
    /check that libfx\.wasm is served/,
  ],
]) {
  test(`a server that answers ${what} for the module is told of`, async () => {
    const page = await site.open({ prepare: answering(response) })
    const failure = await refusalIn(page)
    assert.deepEqual([failure.code, failure.isFxError], ['LIBFX_WASM_LOAD_FAILED', true])
    assert.match(failure.message, says)
  })
}

test('a server that cannot be reached is told of', async () => {
  const page = await site.open({ prepare: (page) => page.route(`**${ASSET}`, (route) => route.abort('connectionrefused')) })
  const failure = await refusalIn(page)
  assert.equal(failure.code, 'LIBFX_WASM_LOAD_FAILED')
  assert.match(failure.message, /Failed to fetch; check that libfx\.wasm is served/)
})

test('a policy that forbids WebAssembly is named, with what allows it', async () => {
  const page = await forbidding.open()
  const failure = await refusalIn(page)
  assert.equal(failure.code, 'LIBFX_WASM_LOAD_FAILED')
  assert.match(failure.message, /allow `wasm-unsafe-eval` in the script-src of the page’s Content-Security-Policy/)
})
