// Measures WebAssembly in this page.

import { createFxAgent } from '/libfx/browser.js'
import { measure } from './measure.mjs'

globalThis.measureBackend = (gateways) => measure(createFxAgent, {}, gateways)
