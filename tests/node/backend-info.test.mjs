// Which backend would be used, and why others would not.

import assert from 'node:assert/strict'
import { copyFile, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { getBackendInfo, supportsJspi } from 'libfx'
import { MODULES, PACKAGE } from './support/package.mjs'

/** What WebAssembly is called here. */
const WASM = supportsJspi() ? 'wasm-jspi' : 'wasm'
/** Where an ELF file says which processor it is for. */
const ELF_MACHINE = 18

let folder
let addon
before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'libfx-backend-'))
  const [file] = (await readdir(PACKAGE)).filter((name) => name.endsWith('.node'))
  addon = path.join(PACKAGE, file)
})
after(() => rm(folder, { recursive: true, force: true }))

/** Why the native addon cannot be used with these options. */
async function refusal(options) {
  const { backend, attempts } = await getBackendInfo({ backend: 'native', ...options })
  assert.equal(backend, 'unavailable')
  assert.deepEqual(attempts.map(({ backend, available }) => [backend, available]), [['native', false]])
  assert.ok(attempts[0].reason.message.length > 0)
  return attempts[0].reason
}

async function wasmRefusal(wasm) {
  const { backend, attempts } = await getBackendInfo({ backend: 'wasm', wasm })
  assert.equal(backend, 'unavailable')
  assert.equal(attempts[0].backend, WASM)
  return attempts[0].reason
}

test('the attempts stop at the first backend that is available', async () => {
  const available = (backend) => ({ backend, available: true, reason: null })
  const native = { surface: 'agent', backend: 'native', attempts: [available('native')] }
  assert.deepEqual(await getBackendInfo(), native)
  assert.deepEqual(await getBackendInfo({ surface: 'agent', backend: 'auto' }), native)
  assert.deepEqual(await getBackendInfo({ nativeAddon: addon }), native)
  const wasm = { surface: 'agent', backend: WASM, attempts: [available(WASM)] }
  assert.deepEqual(await getBackendInfo({ backend: 'wasm' }), wasm)
  const disabled = await getBackendInfo({ nativeAddon: false })
  assert.deepEqual(disabled.attempts.map(({ backend, available }) => [backend, available]), [['native', false], [WASM, true]])
  assert.equal(disabled.backend, WASM)
})

test('WebAssembly goes by the name of its JSPI variant where there is JSPI', async () => {
  const { Suspending, promising } = WebAssembly
  WebAssembly.Suspending = WebAssembly.promising = function () {}
  assert.equal(supportsJspi(), true)
  assert.equal((await getBackendInfo({ backend: 'wasm' })).backend, 'wasm-jspi')
  delete WebAssembly.Suspending
  assert.equal(supportsJspi(), false)
  assert.equal((await getBackendInfo({ backend: 'wasm' })).backend, 'wasm')
  delete WebAssembly.promising
  if (Suspending) Object.assign(WebAssembly, { Suspending, promising })
})

test('an addon that is switched off', async () => {
  const reason = await refusal({ nativeAddon: false })
  assert.deepEqual([reason.code, 'causeCode' in reason], ['LIBFX_NATIVE_DISABLED', false])
})

test('an addon that is missing', async () => {
  const reason = await refusal({ nativeAddon: path.join(folder, 'missing.node') })
  assert.deepEqual([reason.code, reason.causeCode], ['LIBFX_NATIVE_ARTIFACT_MISSING', 'MODULE_NOT_FOUND'])
})

test('an addon that is text', async () => {
  const text = path.join(folder, 'text.node')
  await writeFile(text, 'this is text')
  const reason = await refusal({ nativeAddon: text })
  assert.deepEqual([reason.code, reason.causeCode], ['LIBFX_NATIVE_LOAD_FAILED', 'ERR_DLOPEN_FAILED'])
})

test('an addon for another processor', { skip: process.platform !== 'linux' && 'the file is changed as ELF' }, async () => {
  const foreign = path.join(folder, 'foreign.node')
  const bytes = await readFile(addon)
  bytes[ELF_MACHINE] ^= 0xff
  await writeFile(foreign, bytes)
  const reason = await refusal({ nativeAddon: foreign })
  assert.deepEqual([reason.code, reason.causeCode], ['LIBFX_NATIVE_LOAD_FAILED', 'ERR_DLOPEN_FAILED'])
})

test('an addon of something else, and one of another version', async () => {
  assert.equal((await refusal({ nativeAddon: { other: true } })).code, 'LIBFX_NATIVE_SURFACE_MISSING')
  class Engine {
    modelHash() {
      return 'another'
    }
  }
  assert.equal((await refusal({ nativeAddon: { Engine } })).code, 'LIBFX_NATIVE_API_MISMATCH')
})

test('a module that is missing, a page, or not WebAssembly', async () => {
  const missing = await wasmRefusal(path.join(folder, 'missing.wasm'))
  assert.deepEqual([missing.code, missing.causeCode], ['LIBFX_WASM_LOAD_FAILED', 'ENOENT'])
  const page = path.join(folder, 'page.wasm')
  await writeFile(page, '<!doctype html>')
  assert.match((await wasmRefusal(page)).message, /a page \(HTML\)/)
  await copyFile(addon, path.join(folder, 'addon.wasm'))
  assert.equal((await wasmRefusal(path.join(folder, 'addon.wasm'))).code, 'LIBFX_WASM_LOAD_FAILED')
})

test('when nothing can be used, every reason is told', async () => {
  const { backend, attempts } = await getBackendInfo({ nativeAddon: false, wasm: path.join(folder, 'missing.wasm') })
  assert.equal(backend, 'unavailable')
  assert.deepEqual(attempts.map(({ reason }) => reason.code), ['LIBFX_NATIVE_DISABLED', 'LIBFX_WASM_LOAD_FAILED'])
})

test('every backend of the package has the terminal', async () => {
  const available = (backend) => ({ surface: 'terminal', backend, attempts: [{ backend, available: true, reason: null }] })
  assert.deepEqual(await getBackendInfo({ surface: 'terminal' }), available('native'))
  assert.deepEqual(await getBackendInfo({ surface: 'terminal', backend: 'wasm' }), available(WASM))
})

test('a backend without the terminal has agents, and is passed over for a terminal', async () => {
  const { modelHash } = await import(pathToFileURL(path.join(MODULES, 'limits.js')).href)
  class Engine {
    modelHash() {
      return modelHash
    }
    createFxAgent() {}
  }
  assert.equal((await getBackendInfo({ nativeAddon: { Engine } })).backend, 'native')
  assert.equal((await refusal({ nativeAddon: { Engine }, surface: 'terminal' })).code, 'LIBFX_NATIVE_SURFACE_MISSING')
  assert.equal((await getBackendInfo({ nativeAddon: { Engine }, surface: 'terminal' })).backend, WASM)

  const wasm = path.join(PACKAGE, 'libfx.wasm')
  assert.equal((await getBackendInfo({ backend: 'wasm', wasm })).backend, WASM)
  const { attempts } = await getBackendInfo({ surface: 'terminal', backend: 'wasm', wasm })
  assert.equal(attempts[0].reason.code, 'LIBFX_WASM_LOAD_FAILED')
  assert.match(attempts[0].reason.message, /built without the terminal; pass libfx-terminal\.wasm as `wasm`$/)
})

test('unknown and malformed options are refused', async () => {
  for (const [options, message] of [
    [{ bakend: 'wasm' }, 'options.bakend: unknown property, expected one of "surface", "backend", "nativeAddon", "wasm"'],
    [{ surface: 'shell' }, 'options.surface: expected one of "agent", "terminal", got "shell"'],
    [{ backend: 'gpu' }, 'options.backend: expected one of "auto", "native", "wasm", got "gpu"'],
    [{ nativeAddon: 1 }, 'options.nativeAddon: expected a path, a URL, a module or false, got a number'],
    [{ wasm: null }, 'options.wasm: expected a URL, a response, bytes or a compiled module, got null'],
    [null, 'options: expected an object, got null'],
  ]) {
    await assert.rejects(getBackendInfo(options), { name: 'TypeError', code: 'LIBFX_INVALID_ARGUMENT', message })
  }
})
