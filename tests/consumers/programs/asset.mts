// The module, imported: the tool that imports it decides whether it is an address or compiled.
import { createFxAgent } from 'libfx/wasm'
import wasm from 'libfx/libfx.wasm'

await createFxAgent({ apiKey: 'k', wasm })
const asset: string | object = wasm
console.log(asset)
