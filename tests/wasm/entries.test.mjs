// The entry points that are not for Node.js alone, run in Node.js: what a bundler that builds for browsers makes of a
// program is run there too, by servers that render pages.

import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import * as browser from 'libfx/browser'
import * as wasm from 'libfx/wasm'
import { answer, startGateway } from '../node/support/gateway.mjs'

const ASSET = new URL(import.meta.resolve('libfx/libfx.wasm'))

let gateway
before(async () => (gateway = await startGateway()))
after(() => gateway?.stop())

async function answerOf({ createFxAgent }, options) {
  const session = await gateway.session([answer('it', ' works')])
  const agent = await createFxAgent({ apiKey: 'k', gatewayChatUrl: session.url, ...options })
  let said = ''
  for await (const event of agent.prompt('?')) said += event.delta
  await agent.close()
  return said
}

test('libfx/browser finds its module beside it, wherever it runs', async () => {
  assert.equal(await answerOf(browser), 'it works')
  assert.equal(await answerOf(browser, { backend: 'wasm', wasm: ASSET }), 'it works')
})

test('libfx/wasm takes its module from the application', async () => {
  const bytes = await readFile(ASSET)
  const sources = [ASSET, ASSET.pathname, bytes, WebAssembly.compile(bytes), new WebAssembly.Module(bytes)]
  for (const source of sources) assert.equal(await answerOf(wasm, { wasm: source }), 'it works')
  await assert.rejects(wasm.createFxAgent({ apiKey: 'k' }), {
    name: 'TypeError',
    code: 'LIBFX_INVALID_ARGUMENT',
    message: 'options.wasm: required in libfx/wasm, expected a URL, a response, bytes or a compiled module',
  })
})

test('neither has a native addon', async () => {
  for (const entry of [browser, wasm]) {
    await assert.rejects(entry.createFxAgent({ apiKey: 'k', backend: 'native', wasm: ASSET }), {
      code: 'LIBFX_NATIVE_UNAVAILABLE',
      causeCode: 'LIBFX_UNSUPPORTED_PLATFORM',
    })
  }
})
