/**
 * What a backend is needed for. Agents and all else run on `libfx.wasm`; the terminal is a program of its own, which pages
 * with nothing but agents shall not have to download.
 */

/**
 * `asset` is the WebAssembly module that has a surface, and `call` the call by which an engine shows that it has it, as the
 * layer names it and as an instance exports it.
 */
export const SURFACES = {
  agent: { asset: 'libfx.wasm', call: 'createFxAgent', wasmCall: 'create_fx_agent' },
  terminal: { asset: 'libfx-terminal.wasm', call: 'createFxTerminal', wasmCall: 'create_fx_terminal' },
}
