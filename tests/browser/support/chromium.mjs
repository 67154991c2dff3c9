// Headless Chromium: the one that LIBFX_CHROMIUM names, or the system's.

import { chromium } from 'playwright-core'

const PROGRAM = process.env.LIBFX_CHROMIUM ?? '/usr/bin/chromium'

/** Chromium speaks to nobody by itself, and needs neither a display nor a user other than root. */
const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** Starts a browser. */
export function launchChromium() {
  return chromium.launch({ executablePath: PROGRAM, args: FLAGS })
}
