/**
 * Loads the backend in browsers, which is always WebAssembly. Takes the place of `load.js` in the files for browsers.
 */
import { wasmOption } from './backend-options.js'
import { SURFACES } from './surfaces.js'
import { loadAsset } from './wasm-asset.js'
import { wasmMailbox } from './wasm-module.js'

/** The address of the script that is being loaded. */
const script = globalThis.document?.currentScript?.src || globalThis.location?.href

const NO_ADDONS = 'there are no native addons in a browser; leave `backend` out, or set it to "wasm"'

/** The mailbox of a new instance, for a surface. */
export async function openMailbox(options, surface = 'agent') {
  return wasmMailbox(wasmOption(options, NO_ADDONS) ?? packagedAsset(surface), loadAsset, surface)
}

function packagedAsset(surface) {
  const file = SURFACES[surface].asset
  if (import.meta.url === undefined) return besideScript(file)
  const asset = COPIES[surface]()
  // Vite's development server, before version 8, moves modules out of their packages and leaves assets behind.
  return asset.pathname.includes('/node_modules/.vite/deps/') ? new URL(`../../libfx/${file}`, asset) : asset
}

/** Written so that bundlers see the assets and copy them. */
const COPIES = {
  agent: () => new URL('./libfx.wasm', import.meta.url),
  terminal: () => new URL('./libfx-terminal.wasm', import.meta.url),
}

/** Beside the script that this was bundled into, where a bundle is no module. Some workers have no address at all. */
function besideScript(file) {
  return script ? new URL(file, script) : file
}
