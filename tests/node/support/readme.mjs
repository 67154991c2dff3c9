// The programs in READMEs, which tests run as they stand.

import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { ROOT } from './root.mjs'

/** The JavaScript programs of a README, in its order. */
export async function programsOf(file) {
  const readme = await readFile(path.join(ROOT, file), 'utf8')
  return [...readme.matchAll(/^```js\n(.*?)^```$/gms)].map(([, program]) => program)
}
