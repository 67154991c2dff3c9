// For bundlers that are told what an import of a `.wasm` file means: its address.
import { createFxAgent } from 'libfx/wasm'
import wasm from 'libfx/libfx.wasm'
import { show } from './show.js'

show(createFxAgent, { wasm })
