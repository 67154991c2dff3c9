// The browser runner of the scenarios: `node run.mjs [--topic T] [--case C] [--json FILE] [--jobs N]`.
//
// Runs what a bundler for browsers takes of the staged package (LIBFX_PACKAGE_DIR) in headless Chromium (LIBFX_CHROMIUM), in
// pages that the scripted Gateway (LIBFX_GATEWAY) serves, so that the agents talk to their page's own origin.
import { fileURLToPath } from 'node:url'
import { PACKAGE, main } from '../javascript/program/main.mjs'
import { entriesOf } from '../javascript/program/package.mjs'
import { Pages } from './pages.mjs'

await main({
  language: 'chromium',
  features: ['javascript-options', 'javascript-values', 'second-reader', 'mcp', 'skills'],
  jobs: 4,
  files: { runners: fileURLToPath(new URL('..', import.meta.url)), package: PACKAGE },
  async open(gateway) {
    const entries = await entriesOf(PACKAGE, ['.', './mcp', './skills'], ['browser', 'import'])
    const modules = entries.map((entry) => ['module', gateway.fileUrl('package', entry)])
    return Pages.start(gateway.fileUrl('runners', `browser/page.html?${new URLSearchParams(modules)}`))
  },
})
