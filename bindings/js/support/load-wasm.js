/**
 * Loads the WebAssembly asset that the application passes. Takes the place of `load.js` in `libfx/wasm`, which names no
 * asset of its own, so that no bundler copies one.
 */
import { backendOptions } from './backend-options.js'
import { invalid } from './options.js'
import { unavailable } from './unavailable.js'
import { loadAsset } from './wasm-asset.js'
import { wasmMailbox } from './wasm-module.js'

/** The mailbox of a new instance. */
export async function openMailbox(options) {
  const { backend, wasm } = backendOptions(options)
  if (backend === 'native') {
    throw unavailable(
      'LIBFX_UNSUPPORTED_PLATFORM',
      'libfx/wasm has no native addon; leave `backend` out, or import libfx/node',
    )
  }
  if (wasm === undefined) {
    throw invalid('options.wasm: required in libfx/wasm, expected a URL, a response, bytes or a compiled module')
  }
  return wasmMailbox(wasm, loadAsset)
}
