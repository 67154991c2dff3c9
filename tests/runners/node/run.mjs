// The Node runner of the scenarios: `node run.mjs [--topic T] [--case C] [--json FILE] [--jobs N]`.
//
// Runs against the staged package (LIBFX_PACKAGE_DIR) and the scripted Gateway (LIBFX_GATEWAY), on the native addon or on
// the backend that LIBFX_BACKEND names.
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { inspect } from 'node:util'
import { observe } from '../javascript/application/application.mjs'
import { PACKAGE, main } from '../javascript/program/main.mjs'
import { entriesOf } from '../javascript/program/package.mjs'

const BACKEND = process.env.LIBFX_BACKEND ?? 'native'

/** Everything that can be printed of an object. */
const ALL_OF_IT = { depth: Infinity, showHidden: true, getters: true, maxArrayLength: null, maxStringLength: null }

await main({
  language: { native: 'node', wasm: 'node-wasm' }[BACKEND],
  features: [
    'javascript-options',
    'javascript-values',
    'second-reader',
    'failed-body-in-full',
    'redirect-status',
    'small-receive-buffer',
    'mcp',
    'skills',
  ],
  jobs: 8,
  async open() {
    const entries = await entriesOf(PACKAGE, ['.', './mcp', './skills/node'], ['node', 'import'])
    const modules = await Promise.all(entries.map((entry) => import(pathToFileURL(resolve(PACKAGE, entry)))))
    const libfx = Object.assign({}, ...modules)
    const environment = { libfx, print: (value) => inspect(value, ALL_OF_IT), options: { backend: BACKEND } }
    return {
      observe: (scenario, session) => observe(environment, scenario, session),
      close() {},
    }
  },
})
