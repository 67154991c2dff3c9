/**
 * The options that never reach Rust because they decide where Rust comes from: checked here, and only here.
 */
import { backendCheck } from '../checks.js'
import { checked, invalid } from './check.js'
import { kindOf } from './kinds.js'
import { unavailable } from './unavailable.js'

/** `backend`, `nativeAddon` and `wasm`, of the right kinds. */
export function backendOptions(options) {
  const { backend = 'auto', nativeAddon, wasm } = options ?? {}
  checked(backendCheck, backend, 'options.backend')
  if (nativeAddon !== undefined && nativeAddon !== false && !isNamedOrObject(nativeAddon)) {
    throw invalid(`options.nativeAddon: expected a path, a URL, a module or false, got ${told(nativeAddon)}`)
  }
  if (wasm !== undefined && !isNamedOrObject(wasm)) {
    throw invalid(`options.wasm: expected a URL, a response, bytes or a compiled module, got ${told(wasm)}`)
  }
  return { backend, nativeAddon, wasm }
}

/** `wasm`, where there are no native addons; `why` is said to who wants one. */
export function wasmOption(options, why) {
  const { backend, wasm } = backendOptions(options)
  if (backend === 'native') throw unavailable('LIBFX_UNSUPPORTED_PLATFORM', why)
  return wasm
}

function isNamedOrObject(value) {
  return typeof value === 'string' ? value !== '' : typeof value === 'object' && value !== null
}

function told(value) {
  return value === '' ? 'an empty string' : kindOf(value)
}
