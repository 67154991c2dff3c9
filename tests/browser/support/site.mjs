// A site for the tests of a file: the scripted Gateway serves its pages, and a browser opens them.

import { after, before } from 'node:test'
import { fileURLToPath } from 'node:url'
import { startGateway } from '../../node/support/gateway.mjs'
import { PACKAGE } from '../../node/support/package.mjs'
import { launchChromium } from './chromium.mjs'

const PAGES = fileURLToPath(new URL('../pages', import.meta.url))

/** Takes JSPI away, as if the browser had none. */
const WITHOUT_JSPI = 'delete WebAssembly.Suspending; delete WebAssembly.promising'

/**
 * The site of the tests of a file. `session(script)` opens a session of its Gateway, `open()` a page that has the package.
 *
 * @param folders served beside the package and the pages
 * @param flags of the Gateway
 */
export function useSite({ folders = {}, flags = [] } = {}) {
  let gateway
  let browser
  before(async () => {
    gateway = await startGateway({ package: PACKAGE, pages: PAGES, ...folders }, flags)
    browser = await launchChromium()
  })
  after(async () => {
    await browser?.close()
    await gateway?.stop()
  })
  return {
    origin: () => gateway.address,
    demoUrl: () => gateway.url,
    session: (script) => gateway.session(script),
    open: (options) => open(browser, gateway, options),
  }
}

/**
 * Opens a page in a profile of its own. `page.complaints` has what its console and its scripts complain of.
 *
 * @param file of the pages
 * @param prepare is given the page before it loads
 * @param profile options of the profile: sizes, colours, …
 */
async function open(browser, gateway, { file = 'page.html', folder = 'pages', jspi = true, prepare, profile } = {}) {
  const context = await browser.newContext(profile)
  if (!jspi) await context.addInitScript(WITHOUT_JSPI)
  const page = await context.newPage()
  page.complaints = []
  page.on('pageerror', (error) => page.complaints.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error') page.complaints.push(message.text())
  })
  await prepare?.(page)
  await page.goto(gateway.fileUrl(folder, file), { waitUntil: 'load' })
  return page
}
