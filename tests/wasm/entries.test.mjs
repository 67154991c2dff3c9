// The entry points that are not for Node.js alone, run in Node.js: what a bundler that builds for browsers makes of a
// program is run there too, by servers that render pages.

import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import * as browser from 'libfx/browser'
import * as wasm from 'libfx/wasm'
import { startGateway } from '../node/support/gateway.mjs'
import { ANSWER, answerOf } from './support/answer.mjs'

const ASSET = new URL(import.meta.resolve('libfx/libfx.wasm'))

let gateway
before(async () => (gateway = await startGateway()))
after(() => gateway?.stop())

test('libfx/browser finds its module beside it, wherever it runs', async () => {
  assert.equal(await answerOf(browser, gateway), ANSWER)
  assert.equal(await answerOf(browser, gateway, { backend: 'wasm', wasm: ASSET }), ANSWER)
})

test('libfx/wasm takes its module from the application', async () => {
  const bytes = await readFile(ASSET)
  const sources = [ASSET, ASSET.pathname, bytes, WebAssembly.compile(bytes), new WebAssembly.Module(bytes)]
  for (const source of sources) assert.equal(await answerOf(wasm, gateway, { wasm: source }), ANSWER)
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
