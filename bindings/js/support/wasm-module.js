/**
 * The compiled module, from whatever the application or the package has of it.
 */
import { fxError } from '../errors.js'
import { modelHash } from '../limits.js'
import { Mailbox } from './mailbox.js'
import { SURFACES } from './surfaces.js'
import { wasmEngine } from './wasm-engine.js'

/** Modules by where they came from: a text, or an object. Only what could be compiled is kept. */
const compiled = { byName: new Map(), byObject: new WeakMap() }

/** A mailbox over a new instance of `source`, for a surface; `load` turns a name into a response or bytes. */
export async function wasmMailbox(source, load, surface) {
  const { asset, wasmCall } = SURFACES[surface]
  const module = await wasmModule(source, load).catch((error) => fail(error, asset))
  const mailbox = new Mailbox(await wasmEngine(module).catch((error) => fail(error, asset)))
  const found = mailbox.engine.modelHash()
  if (found !== modelHash) {
    throw failure(`it belongs to another version of libfx (${found} instead of ${modelHash}); use the one of this package`)
  }
  const isThere = WebAssembly.Module.exports(module).some(({ name }) => name === wasmCall)
  if (!isThere) throw failure(`it was built without the ${surface}; pass ${asset} as \`wasm\``)
  return mailbox
}

/** Compiles `source`, once. */
function wasmModule(source, load) {
  const name = source instanceof URL ? source.href : source
  const known = typeof name === 'string' ? compiled.byName : compiled.byObject
  if (!known.has(name)) {
    const module = compile(source, load)
    known.set(name, module)
    module.catch(() => known.delete(name))
  }
  return known.get(name)
}

async function compile(source, load) {
  const isName = typeof source === 'string' || source instanceof URL
  const asset = await (isName ? load(source) : source)
  if (asset instanceof WebAssembly.Module) return asset
  return WebAssembly.compile(checked(await bytesOf(asset)))
}

async function bytesOf(asset) {
  if (ArrayBuffer.isView(asset) || asset instanceof ArrayBuffer) return asset
  if (typeof asset?.arrayBuffer !== 'function') {
    throw new TypeError('expected a response, bytes or a compiled module')
  }
  if (asset.ok === false) throw new Error(`${asset.url || 'its address'} answered ${asset.status}`)
  return asset.arrayBuffer()
}

/** Servers like to answer with a page when they do not have the file. */
function checked(bytes) {
  const start = ArrayBuffer.isView(bytes)
    ? new Uint8Array(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 4))
    : new Uint8Array(bytes, 0, Math.min(bytes.byteLength, 4))
  const isPage = start[0] === 0x3c
  if (isPage) throw new Error('its address answered with a page (HTML), not with WebAssembly')
  return bytes
}

function fail(error, asset) {
  const isCsp = error instanceof WebAssembly.CompileError && /unsafe-eval|Content.Security.Policy/i.test(error.message)
  const remedy = isCsp
    ? 'allow `wasm-unsafe-eval` in the script-src of the page’s Content-Security-Policy'
    : `check that ${asset} is served, or pass it as \`wasm\``
  throw failure(`${error.message}; ${remedy}`, error)
}

function failure(why, cause) {
  return fxError({
    code: 'LIBFX_WASM_LOAD_FAILED',
    message: `the WebAssembly module cannot be used: ${why}`,
    cause,
    causeCode: cause?.code,
  })
}
