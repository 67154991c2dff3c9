/**
 * The options that never reach Rust because they decide where Rust comes from: checked here, and only here.
 */
import { backendValues } from '../backend.js'
import { kindOf } from './kinds.js'
import { invalid, oneOf } from './options.js'

/** `backend`, `nativeAddon` and `wasm`, of the right kinds. */
export function backendOptions(options) {
  const { backend = 'auto', nativeAddon, wasm } = options ?? {}
  oneOf('options.backend', backend, backendValues)
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
