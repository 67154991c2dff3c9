/**
 * Loads the WebAssembly asset that the application passes. Takes the place of `load.js` in `libfx/wasm`, which names no
 * asset of its own, so that no bundler copies one.
 */
import { wasmOption } from './backend-options.js'
import { invalid } from './check.js'
import { loadAsset } from './wasm-asset.js'
import { wasmMailbox } from './wasm-module.js'

const NO_ADDONS = 'libfx/wasm has no native addon; leave `backend` out, or import libfx/node'

/** The mailbox of a new instance, for a surface. */
export async function openMailbox(options, surface = 'agent') {
  const wasm = wasmOption(options, NO_ADDONS)
  if (wasm === undefined) {
    throw invalid('options.wasm: required in libfx/wasm, expected a URL, a response, bytes or a compiled module')
  }
  return wasmMailbox(wasm, loadAsset, surface)
}
