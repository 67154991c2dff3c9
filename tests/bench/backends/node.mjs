// Measures a backend in this process: `node node.mjs BACKEND GATEWAYS`, prints JSON.

import { createFxAgent } from 'libfx'
import { measure } from './measure.mjs'

const [backend, gateways] = process.argv.slice(2)
console.log(JSON.stringify(await measure(createFxAgent, { backend }, JSON.parse(gateways))))
