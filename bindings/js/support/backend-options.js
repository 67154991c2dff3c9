/**
 * The options that never reach Rust because they decide where Rust comes from: checked here, and only here.
 */
import { fxError } from '../errors.js'
import { kindOf } from './kinds.js'

const BACKENDS = ['auto', 'native', 'wasm']

/** `backend`, `nativeAddon` and `wasm`, of the right kinds. */
export function backendOptions(options) {
  const { backend = 'auto', nativeAddon, wasm } = options ?? {}
  if (!BACKENDS.includes(backend)) {
    const got = typeof backend === 'string' ? JSON.stringify(backend) : kindOf(backend)
    throw invalid(`options.backend: expected one of ${BACKENDS.map((name) => `"${name}"`).join(', ')}, got ${got}`)
  }
  if (nativeAddon !== undefined && nativeAddon !== false && !isNamedOrObject(nativeAddon)) {
    throw invalid(`options.nativeAddon: expected a path, a URL, a module or false, got ${told(nativeAddon)}`)
  }
  if (wasm !== undefined && !isNamedOrObject(wasm)) {
    throw invalid(`options.wasm: expected a URL, a response, bytes or a compiled module, got ${told(wasm)}`)
  }
  return { backend, nativeAddon, wasm }
}

function isNamedOrObject(value) {
  return typeof value === 'string' ? value !== '' : typeof value === 'object' && value !== null
}

function told(value) {
  return value === '' ? 'an empty string' : kindOf(value)
}

function invalid(message) {
  return fxError({ code: 'LIBFX_INVALID_ARGUMENT', message })
}
