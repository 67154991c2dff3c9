/**
 * Loads the backend in browsers, which is always WebAssembly. Takes the place of `load.js` in the files for browsers.
 */
import { backendOptions } from './backend-options.js'
import { unavailable } from './unavailable.js'
import { loadAsset } from './wasm-asset.js'
import { wasmMailbox } from './wasm-module.js'

/** The mailbox of a new instance. */
export async function openMailbox(options) {
  const { backend, wasm } = backendOptions(options)
  if (backend === 'native') {
    throw unavailable(
      'LIBFX_UNSUPPORTED_PLATFORM',
      'there are no native addons in a browser; leave `backend` out, or set it to "wasm"',
    )
  }
  // Written so that bundlers see the asset and copy it.
  return wasmMailbox(wasm ?? new URL('./libfx.wasm', import.meta.url), loadAsset)
}
