// The page among the examples, as a person uses it: opened in a browser, with the keyboard.

import { createRequire } from 'node:module'
import path from 'node:path'
import { useSite } from '../../browser/support/site.mjs'
import { until } from '../../browser/support/until.mjs'
import { PACKAGE } from '../../node/support/package.mjs'
import { ROOT } from '../../node/support/root.mjs'

/** Where screenshots are left. */
export const ARTIFACTS = process.env.LIBFX_ARTIFACTS ?? path.join(ROOT, 'target/artifacts/terminal')

const KEY = 'key-that-nobody-keeps'

/** The folder of an installed package. */
export const packageOf = (name) => path.dirname(createRequire(import.meta.url).resolve(`${name}/package.json`))

/** The site of the tests of a file, which serves the page. */
export function usePages() {
  const site = useSite({
    folders: {
      page: path.join(ROOT, 'bindings/js/examples/browser'),
      'page/libfx': PACKAGE,
      'page/xterm': packageOf('@xterm/xterm'),
      'page/xterm-fit': packageOf('@xterm/addon-fit'),
    },
    // xterm.js adds styles of its own.
    flags: [
      '--files-csp',
      "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; connect-src 'self'",
    ],
  })
  return {
    session: site.session,
    /** Opens the page for a model that gives the replies of `session`. */
    open: (session, profile) =>
      site.open({
        folder: 'page',
        file: `terminal.html?gatewayChatUrl=${encodeURIComponent(session.url)}`,
        profile,
      }),
  }
}

/** What the page's terminal shows. */
export function screenOf(page) {
  return page.locator('.xterm-rows').innerText()
}

/** Waits until the page's terminal shows a text. */
export async function untilShown(page, text) {
  const shown = async () => (await screenOf(page)).includes(text)
  await until(shown).catch(async () => {
    throw new Error(`the page never showed ${text}:\n${await screenOf(page)}\n${page.complaints.join('\n')}`)
  })
}

/** Starts the program in the page, and waits until it shows a text. */
export async function startProgram(page, text = '/help') {
  await page.getByLabel('AI Gateway key').fill(KEY)
  await page.keyboard.press('Enter')
  await untilShown(page, text)
}

/** Types a line and sends it. */
export async function say(page, line) {
  await page.keyboard.type(line)
  await page.keyboard.press('Enter')
}
