import { supportsJspi } from 'libfx'

/** How the WebAssembly backend is called in this Node. */
export const WASM = supportsJspi() ? 'wasm-jspi' : 'wasm'
