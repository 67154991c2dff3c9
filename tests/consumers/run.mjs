// Compiles programs that users could have written, against the installed package; checks the package itself. Prints a line for
// each check; the last one counts them.

import { checks } from './checks.mjs'

let failed = 0
for (const [name, check] of Object.entries(checks)) {
  try {
    await check()
    console.log(`ok      ${name}`)
  } catch (error) {
    failed += 1
    console.log(`FAILED  ${name}\n${error.stdout || error.message}`)
  }
}
console.log(`${Object.keys(checks).length - failed} passed, ${failed} failed, 0 skipped`)
process.exitCode = failed === 0 ? 0 : 1
