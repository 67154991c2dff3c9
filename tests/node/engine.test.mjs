// The flat engine: the native addon and the WebAssembly module have the same calls.

import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { test } from 'node:test'
import { MODULES, PACKAGE, layer } from './support/package.mjs'

const { loadPackagedAddon } = await layer('addon')
const { wasmEngine } = await layer('wasm-engine')
const { WasmCalls } = await import(pathToFileURL(path.join(MODULES, 'wasm-calls.js')).href)

const [module, withoutTerminal] = await Promise.all(
  ['libfx-terminal.wasm', 'libfx.wasm'].map(async (file) => WebAssembly.compile(await readFile(path.join(PACKAGE, file)))),
)
const engines = {
  native: new (await loadPackagedAddon()).Engine(() => {}),
  wasm: new (await wasmEngine(module))(() => {}),
}

/** Ends the engine, so it comes last. */
const LAST = 'shutdown'

const NAMES = methodsOf(WasmCalls.prototype).sort((one, other) => (one === LAST) - (other === LAST))

function methodsOf(prototype) {
  return Object.getOwnPropertyNames(prototype).filter((name) => name !== 'constructor')
}

/** An argument for each parameter of a call, of the kind that the layer passes. */
function argumentsOf(name) {
  const source = WasmCalls.prototype[name].toString()
  const params = source.slice(source.indexOf('(') + 1, source.indexOf(')')).split(', ')
  return params.filter(Boolean).map((param) => {
    if (source.includes(`memory.add(${param})`)) return []
    if (!source.includes(`memory.put(${param})`)) return 0
    return param === 'bytes' ? new Uint8Array(1) : '{}'
  })
}

test('both have the same calls', () => {
  assert.deepEqual(methodsOf(Object.getPrototypeOf(engines.native)).sort(), [...NAMES].sort())
  const exported = WebAssembly.Module.exports(module).map(({ name }) => name)
  const missing = NAMES.map(snake).filter((name) => !exported.includes(name))
  assert.deepEqual(missing, [])
})

test('the module without the terminal lacks its calls, and no others', () => {
  const exported = WebAssembly.Module.exports(withoutTerminal).map(({ name }) => name)
  const missing = NAMES.map(snake).filter((name) => !exported.includes(name))
  assert.ok(missing.includes('create_fx_terminal'))
  assert.deepEqual(missing.filter((name) => !/terminal|^call_back$|^refresh$/.test(name)), [])
})

for (const name of NAMES) {
  test(`both take the same arguments: ${name}(${argumentsOf(name).length})`, () => {
    const args = argumentsOf(name)
    if (args.length > 0) assert.throws(() => engines.native[name](...args.slice(0, -1)), 'the last one is missing')
    const [native, wasm] = [engines.native, engines.wasm].map((engine) => engine[name](...args))
    assert.equal(typeof (native ?? undefined), typeof (wasm ?? undefined), 'both return the same kind of value')
  })
}

test('both belong to the same contract', () => {
  assert.equal(engines.native.modelHash(), engines.wasm.modelHash())
})

function snake(name) {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}
