// Pages as a person opens them.

import { after, before } from 'node:test'
import { launchChromium } from '../../browser/support/chromium.mjs'

/** The browser of the tests of a file. */
export function useBrowser() {
  let browser
  before(async () => (browser = await launchChromium()))
  after(() => browser?.close())
  return {
    /** What a page shows in the end, when it is told a Gateway that its own server has, too. */
    read: (page, { pathname }) => read(browser, `${page}?gateway=${pathname}`),
    /** What a page shows in the end that needs no Gateway. */
    watch: (page) => read(browser, page),
  }
}

async function read(browser, address) {
  const page = await browser.newPage()
  const complaints = []
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => complaints.push(message.text()))
  try {
    await page.goto(address)
    await page.waitForFunction(() => document.querySelector('output').textContent !== '')
    return await page.locator('output').textContent()
  } catch (error) {
    throw new Error([error.message, ...complaints].join('\n'), { cause: error })
  } finally {
    await page.close()
  }
}
