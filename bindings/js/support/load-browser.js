/**
 * Loads the backend in browsers, which is always WebAssembly. Takes the place of `load.js` in the files for browsers.
 */
import { wasmOption } from './backend-options.js'
import { loadAsset } from './wasm-asset.js'
import { wasmMailbox } from './wasm-module.js'

/** The address of the script that is being loaded. */
const script = globalThis.document?.currentScript?.src || globalThis.location?.href

const NO_ADDONS = 'there are no native addons in a browser; leave `backend` out, or set it to "wasm"'

/** The mailbox of a new instance. */
export async function openMailbox(options) {
  return wasmMailbox(wasmOption(options, NO_ADDONS) ?? packagedAsset(), loadAsset)
}

function packagedAsset() {
  if (import.meta.url === undefined) return besideScript()
  // Written so that bundlers see the asset and copy it.
  const asset = new URL('./libfx.wasm', import.meta.url)
  // Vite's development server, before version 8, moves modules out of their packages and leaves assets behind.
  return asset.pathname.includes('/node_modules/.vite/deps/') ? new URL('../../libfx/libfx.wasm', asset) : asset
}

/** Beside the script that this was bundled into, where a bundle is no module. Some workers have no address at all. */
function besideScript() {
  return script ? new URL('libfx.wasm', script) : 'libfx.wasm'
}
