// The pages that scenarios run in: as many as there are scenarios at a time. Each has connections of its own, because a
// browser opens six to a host and no more.
import { launchChromium } from '../../browser/support/chromium.mjs'

export class Pages {
  #browser
  #address
  #idle = []

  /** Starts a browser for pages at `address`. */
  static async start(address) {
    return new Pages(await launchChromium(), address)
  }

  constructor(browser, address) {
    this.#browser = browser
    this.#address = address
  }

  /** Runs a scenario in a page that runs no other, and gives what was observed. */
  async observe(scenario, session) {
    const page = this.#idle.pop() ?? (await this.#open())
    const observed = await page.evaluate((text) => globalThis.observeScenario(text), JSON.stringify({ scenario, session }))
    this.#idle.push(page)
    return JSON.parse(observed)
  }

  close() {
    return this.#browser.close()
  }

  async #open() {
    const context = await this.#browser.newContext()
    const page = await context.newPage()
    page.on('pageerror', (error) => console.error(error))
    await page.goto(this.#address)
    await page.waitForFunction(() => globalThis.observeScenario)
    return page
  }
}
