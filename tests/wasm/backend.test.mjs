// The WebAssembly backend in Node.js: when it is chosen, what it takes, and what it says when it cannot be used. What an
// agent does on it is in tests/scenarios.

import assert from 'node:assert/strict'
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import * as node from 'libfx'
import { answer, startGateway, text } from '../node/support/gateway.mjs'
import { PACKAGE } from '../node/support/package.mjs'
import { ANSWER, answerOf } from './support/answer.mjs'

const { createFxAgent } = node

const ASSET = path.join(PACKAGE, 'libfx.wasm')

let gateway
let folder
before(async () => {
  gateway = await startGateway()
  folder = await mkdtemp(path.join(tmpdir(), 'libfx-wasm-'))
})
after(async () => {
  await gateway?.stop()
  await rm(folder, { recursive: true, force: true })
})

const refusal = (options) => createFxAgent({ apiKey: 'k', ...options }).then(assert.fail, (error) => error)

test('the module is taken as a path, a URL, bytes, a response, a compiled module, and a promise', async () => {
  const bytes = await readFile(ASSET)
  const sources = {
    packaged: undefined,
    path: ASSET,
    url: pathToFileURL(ASSET),
    bytes,
    buffer: new Uint8Array(bytes).buffer,
    response: new Response(bytes, { headers: { 'content-type': 'application/wasm' } }),
    module: await WebAssembly.compile(bytes),
    promise: Promise.resolve(bytes),
  }
  for (const [name, wasm] of Object.entries(sources)) {
    assert.equal(await answerOf(node, gateway, { backend: 'wasm', wasm }), ANSWER, name)
  }
})

test('without a native addon that works, WebAssembly takes its place', async () => {
  assert.equal(await answerOf(node, gateway, { nativeAddon: false }), ANSWER)
  const broken = path.join(folder, 'broken.node')
  await writeFile(broken, 'not an addon')
  assert.equal(await answerOf(node, gateway, { nativeAddon: broken }), ANSWER)
  const error = await refusal({ nativeAddon: broken, backend: 'native' })
  assert.deepEqual([error.code, error.causeCode], ['LIBFX_NATIVE_UNAVAILABLE', 'LIBFX_NATIVE_LOAD_FAILED'])
})

test('an asset that is no module is refused with what it is', async () => {
  const page = await refusal({ backend: 'wasm', wasm: new Response('<!doctype html>') })
  assert.equal(page.code, 'LIBFX_WASM_LOAD_FAILED')
  assert.match(page.message, /a page \(HTML\)/)
  const missing = await refusal({ backend: 'wasm', wasm: path.join(folder, 'missing.wasm') })
  assert.deepEqual([missing.code, missing.causeCode], ['LIBFX_WASM_LOAD_FAILED', 'ENOENT'])
  const gone = await refusal({ backend: 'wasm', wasm: new Response('', { status: 404 }) })
  assert.match(gone.message, /answered 404/)
  const other = await refusal({ backend: 'wasm', wasm: Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0) })
  assert.equal(other.code, 'LIBFX_WASM_LOAD_FAILED')
})

test('a failure is not remembered', async () => {
  const file = path.join(folder, 'late.wasm')
  assert.equal((await refusal({ backend: 'wasm', wasm: file })).causeCode, 'ENOENT')
  await copyFile(ASSET, file)
  assert.equal(await answerOf(node, gateway, { backend: 'wasm', wasm: file }), ANSWER)
})

test('when no backend can be used, both reasons are told, once to each of the agents created at the same time', async () => {
  const options = { nativeAddon: false, wasm: path.join(folder, 'nowhere.wasm') }
  const errors = await Promise.all([refusal(options), refusal(options), refusal(options)])
  for (const error of errors) {
    assert.match(error.message, /^options\.nativeAddon is false; and the WebAssembly module cannot be used/)
    assert.deepEqual([error.code, error.causeCode], ['LIBFX_WASM_LOAD_FAILED', 'ENOENT'])
  }
})

test('no JSPI is needed', async () => {
  delete WebAssembly.Suspending
  delete WebAssembly.promising
  assert.equal(await answerOf(node, gateway, { backend: 'wasm' }), ANSWER)
})

test('a checkpoint of one backend is restored by the other, byte for byte the same', async () => {
  const saved = {}
  for (const backend of ['native', 'wasm']) {
    const session = await gateway.session([{ parts: [text('hi'), { type: 'finish', finishReason: { unified: 'stop' }, usage: {} }] }])
    const agent = await createFxAgent({ apiKey: 'k', gatewayChatUrl: session.url, backend })
    for await (const _ of agent.prompt('hello'));
    saved[backend] = await agent.checkpoint()
  }
  assert.deepEqual(saved.native, saved.wasm)
  const restored = await createFxAgent({ apiKey: 'k', backend: 'wasm', checkpoint: saved.native })
  assert.deepEqual(await restored.checkpoint(), saved.native)
})

test('two agents are two instances: their turns interleave, and a tool of one runs a turn of the other', async () => {
  const inner = await gateway.session([answer('inner')])
  const outer = await gateway.session([
    { parts: [{ type: 'tool-call', toolCallId: 'c', toolName: 'ask', input: '{}' }, { type: 'finish', finishReason: { unified: 'tool-calls' }, usage: {} }] },
    answer('outer'),
  ])
  const other = await createFxAgent({ apiKey: 'k', backend: 'wasm', gatewayChatUrl: inner.url })
  const ask = {
    name: 'ask',
    description: 'asks the other',
    inputSchema: { type: 'object' },
    async execute() {
      let said = ''
      for await (const event of other.prompt('?')) said += event.delta
      return said
    },
  }
  const agent = await createFxAgent({ apiKey: 'k', backend: 'wasm', gatewayChatUrl: outer.url, tools: [ask] })
  const events = []
  for await (const event of agent.prompt('?')) events.push(event)
  assert.equal(events.find(({ type }) => type === 'tool_end').content, 'inner')
  assert.equal(events.at(-1).delta, 'outer')
})
