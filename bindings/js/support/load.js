/**
 * Chooses and loads the backend in Node.js: the native addon where there is one that works, else WebAssembly.
 */
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { fxError } from '../errors.js'
import { modelHash } from '../limits.js'
import { loadNamedAddon, loadPackagedAddon } from './addon.js'
import { backendOptions } from './backend-options.js'
import { Mailbox } from './mailbox.js'
import { folder, packagedFile } from './packaged-file.js'
import { supportsJspi } from './supports-jspi.js'
import { SURFACES } from './surfaces.js'
import { unavailable } from './unavailable.js'
import { wasmMailbox } from './wasm-module.js'

/** One mailbox for each loaded addon. */
const mailboxes = new WeakMap()

/** The mailbox of the backend that `options` choose, for a surface. */
export async function openMailbox(options, surface) {
  const [first, second] = candidates(options, surface)
  try {
    return await first.open()
  } catch (error) {
    if (second === undefined || error.code !== 'LIBFX_NATIVE_UNAVAILABLE') throw error
    return openInstead(second, error)
  }
}

/** The backends that `options` allow, the preferred one first: what each is called, and what opens its mailbox. */
export function candidates(options, surface = 'agent') {
  const { backend, nativeAddon, wasm } = backendOptions(options)
  const native = { backend: 'native', open: async () => mailboxOf(await loadAddon(nativeAddon), surface) }
  const inWasm = { backend: supportsJspi() ? 'wasm-jspi' : 'wasm', open: () => openWasm(wasm, surface) }
  return { auto: [native, inWasm], native: [native], wasm: [inWasm] }[backend]
}

/** A backend in place of one that cannot be used; if that fails too, both reasons are told. */
async function openInstead({ open }, reason) {
  try {
    return await open()
  } catch (error) {
    const { code, causeCode, message } = error
    throw fxError({ code, causeCode, message: `${reason.message}; and ${message}`, cause: error })
  }
}

function openWasm(source, surface) {
  return wasmMailbox(source ?? packagedAsset(surface), loadAsset, surface)
}

function packagedAsset(surface) {
  const copy = import.meta.url === undefined ? undefined : COPIES[surface]()
  return copy && existsSync(copy) ? copy : packagedFile(FILES[surface])
}

/** Written so that bundlers see the assets and copy them. */
const COPIES = {
  agent: () => new URL('./libfx.wasm', import.meta.url),
  terminal: () => new URL('./libfx-terminal.wasm', import.meta.url),
}

/** Written so that tools which collect the files of a deployment see them. */
const FILES = {
  agent: join(folder, 'libfx.wasm'),
  terminal: join(folder, 'libfx-terminal.wasm'),
}

/** The bytes of a file, or what an address answers. */
function loadAsset(source) {
  if (/^https?:/.test(source)) return fetch(source)
  return readFile(String(source).startsWith('file:') ? fileURLToPath(source) : source)
}

async function loadAddon(nativeAddon) {
  if (nativeAddon === undefined) return loadPackagedAddon()
  if (nativeAddon === false) throw unavailable('LIBFX_NATIVE_DISABLED', 'options.nativeAddon is false')
  if (typeof nativeAddon === 'string' || nativeAddon instanceof URL) return loadNamedAddon(nativeAddon)
  return nativeAddon
}

function mailboxOf(loaded, surface) {
  const addon = loaded.Engine ? loaded : loaded.default
  if (typeof addon?.Engine !== 'function') {
    throw unavailable('LIBFX_NATIVE_SURFACE_MISSING', 'the native addon is not one of libfx: it has no Engine')
  }
  if (!mailboxes.has(addon)) mailboxes.set(addon, matching(new Mailbox(addon.Engine)))
  return having(surface, mailboxes.get(addon))
}

/** Refuses an addon that was built without what is wanted. */
function having(surface, mailbox) {
  if (typeof mailbox.engine[SURFACES[surface].call] === 'function') return mailbox
  throw unavailable(
    'LIBFX_NATIVE_SURFACE_MISSING',
    `the native addon was built without the ${surface}; leave \`nativeAddon\` out to use the one of the package`,
  )
}

/** Refuses an addon that was built from another contract: its messages could mean something else. */
function matching(mailbox) {
  const found = mailbox.engine.modelHash()
  if (found === modelHash) return mailbox
  throw unavailable(
    'LIBFX_NATIVE_API_MISMATCH',
    `the native addon belongs to another version of libfx (${found} instead of ${modelHash}); reinstall the package`,
  )
}
