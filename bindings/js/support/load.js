/**
 * Chooses and loads the backend, by the options that never reach Rust because they decide where Rust comes from.
 */
import { fxError } from '../errors.js'
import { modelHash } from '../limits.js'
import { kindOf } from './kinds.js'
import { loadNamedAddon, loadPackagedAddon } from './addon.js'
import { Mailbox } from './mailbox.js'
import { unavailable } from './unavailable.js'

const BACKENDS = ['auto', 'native', 'wasm']

/** One mailbox for each loaded addon. */
const mailboxes = new WeakMap()

/** The mailbox of the backend that `options` choose. */
export async function openMailbox(options) {
  const { backend, nativeAddon } = checked(options ?? {})
  if (backend === 'wasm') {
    throw fxError({
      code: 'LIBFX_WASM_LOAD_FAILED',
      message: 'this package has no WebAssembly backend; leave `backend` out, or set it to "native"',
    })
  }
  return mailboxOf(await loadAddon(nativeAddon))
}

/** These options, and these only, are checked here: Rust is not loaded yet. */
function checked({ backend = 'auto', nativeAddon }) {
  if (!BACKENDS.includes(backend)) {
    const got = typeof backend === 'string' ? JSON.stringify(backend) : kindOf(backend)
    throw invalid(`options.backend: expected one of ${BACKENDS.map((name) => `"${name}"`).join(', ')}, got ${got}`)
  }
  const isNamed = typeof nativeAddon === 'string' && nativeAddon !== ''
  const isModule = typeof nativeAddon === 'object' && nativeAddon !== null
  if (!isNamed && !isModule && nativeAddon !== false && nativeAddon !== undefined) {
    const got = nativeAddon === '' ? 'an empty string' : kindOf(nativeAddon)
    throw invalid(`options.nativeAddon: expected a path, a URL, a module or false, got ${got}`)
  }
  return { backend, nativeAddon }
}

function loadAddon(nativeAddon) {
  if (nativeAddon === undefined) return loadPackagedAddon()
  if (nativeAddon === false) {
    throw unavailable('LIBFX_NATIVE_DISABLED', 'options.nativeAddon is false, and this package has no other backend')
  }
  if (typeof nativeAddon === 'string' || nativeAddon instanceof URL) return loadNamedAddon(nativeAddon)
  return nativeAddon
}

function mailboxOf(loaded) {
  const addon = loaded.Engine ? loaded : loaded.default
  if (typeof addon?.Engine !== 'function') {
    throw unavailable('LIBFX_NATIVE_SURFACE_MISSING', 'the native addon is not one of libfx: it has no Engine')
  }
  if (!mailboxes.has(addon)) mailboxes.set(addon, matching(new Mailbox(addon.Engine)))
  return mailboxes.get(addon)
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

function invalid(message) {
  return fxError({ code: 'LIBFX_INVALID_ARGUMENT', message })
}
