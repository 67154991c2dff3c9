/**
 * Loads the backend in browsers, which is always WebAssembly. Takes the place of `load.js` in the files for browsers.
 */
import { fxError } from '../errors.js'
import { backendOptions } from './backend-options.js'
import { wasmMailbox } from './wasm-module.js'

/** The mailbox of a new instance. */
export async function openMailbox(options) {
  const { backend, wasm } = backendOptions(options)
  if (backend === 'native') {
    throw fxError({
      code: 'LIBFX_NATIVE_UNAVAILABLE',
      message: 'there are no native addons in a browser; leave `backend` out, or set it to "wasm"',
    })
  }
  // Written so that bundlers see the asset and copy it.
  return wasmMailbox(wasm ?? new URL('./libfx.wasm', import.meta.url), (source) => fetch(source))
}
