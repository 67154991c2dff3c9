// Choosing and loading the native addon.

import assert from 'node:assert/strict'
import { cp, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { FxError, createFxAgent } from 'libfx'
import { PACKAGE } from './support/package.mjs'

let folder
let addon
before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'libfx-loading-'))
  const [file] = (await readdir(PACKAGE)).filter((name) => name.endsWith('.node'))
  addon = path.join(PACKAGE, file)
})
after(() => rm(folder, { recursive: true, force: true }))

function create(options) {
  return createFxAgent({ apiKey: 'k', ...options })
}

/** The error of creating an agent with `nativeAddon` and nothing to fall back to. */
async function refusal(nativeAddon) {
  const error = await create({ nativeAddon, backend: 'native' }).catch((error) => error)
  assert.ok(error instanceof FxError, error)
  assert.equal(error.code, 'LIBFX_NATIVE_UNAVAILABLE')
  return error
}

test('the addon may be named by path, relative path, URL, or module, or be a loaded module', async () => {
  const module = path.join(folder, 'addon.mjs')
  const require = createRequire(import.meta.url)
  await writeFile(
    module,
    `import { createRequire } from 'node:module'
export default createRequire(import.meta.url)(${JSON.stringify(addon)})`,
  )
  const loaded = require(addon)
  const relative = path.relative(process.cwd(), addon)
  const names = [addon, relative, pathToFileURL(addon), pathToFileURL(addon).href, module, loaded, { default: loaded }]
  for (const nativeAddon of names) await (await create({ nativeAddon })).close()
})

test('the backend may be chosen by name', async () => {
  for (const backend of ['auto', 'native', 'wasm', undefined]) await (await create({ backend })).close()
})

test('options that choose the backend are checked', async () => {
  await assert.rejects(create({ backend: 'gpu' }), {
    name: 'TypeError',
    code: 'LIBFX_INVALID_ARGUMENT',
    message: 'options.backend: expected one of "auto", "native", "wasm", got "gpu"',
  })
  await assert.rejects(create({ backend: 1 }), {
    message: 'options.backend: expected one of "auto", "native", "wasm", got a number',
  })
  for (const [nativeAddon, got] of [
    [true, 'a boolean'],
    ['', 'an empty string'],
    [null, 'null'],
    [1, 'a number'],
  ]) {
    await assert.rejects(create({ nativeAddon }), {
      code: 'LIBFX_INVALID_ARGUMENT',
      message: `options.nativeAddon: expected a path, a URL, a module or false, got ${got}`,
    })
  }
})

test('false disables the addon', async () => {
  assert.equal((await refusal(false)).causeCode, 'LIBFX_NATIVE_DISABLED')
})

test('a missing addon is named', async () => {
  const missing = path.join(folder, 'missing.node')
  for (const name of [missing, pathToFileURL(missing)]) {
    const error = await refusal(name)
    assert.equal(error.causeCode, 'LIBFX_NATIVE_ARTIFACT_MISSING')
    assert.match(error.message, /missing\.node does not exist/)
  }
})

test('a file that the system cannot load keeps the reason of the system', async () => {
  const broken = path.join(folder, 'broken.node')
  await writeFile(broken, 'this is text')
  const error = await refusal(broken)
  assert.equal(error.causeCode, 'LIBFX_NATIVE_LOAD_FAILED')
  assert.equal(error.cause.code, 'ERR_DLOPEN_FAILED')
  assert.ok(error.message.includes(error.cause.message))
})

test('a module of another kind is refused', async () => {
  assert.equal((await refusal({ other: true })).causeCode, 'LIBFX_NATIVE_SURFACE_MISSING')
})

test('an addon of another version is refused', async () => {
  class Engine {
    modelHash() {
      return 'another'
    }
  }
  const error = await refusal({ Engine })
  assert.equal(error.causeCode, 'LIBFX_NATIVE_API_MISMATCH')
  assert.match(error.message, /another version of libfx/)
})

test('a package without its addon says what to do, and runs on WebAssembly where that is allowed', async () => {
  const copy = path.join(folder, 'no-addon')
  await cp(PACKAGE, copy, { recursive: true, filter: (file) => !file.endsWith('.node') })
  const { createFxAgent } = await import(pathToFileURL(path.join(copy, 'index.js')).href)
  await assert.rejects(createFxAgent({ apiKey: 'k', backend: 'native' }), {
    causeCode: 'LIBFX_NATIVE_ARTIFACT_MISSING',
    message: /reinstall libfx/,
  })
  await (await createFxAgent({ apiKey: 'k' })).close()
})
