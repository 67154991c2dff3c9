/**
 * A WebAssembly module, as the tool hands it over that imports it: bundlers its address, some runtimes the compiled
 * `WebAssembly.Module`, for which not everyone has typings. Either may be passed as `wasm`.
 */
declare const wasm: string | object
export default wasm
