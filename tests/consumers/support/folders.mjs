import { realpath } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder of this suite. */
export const SUITE = fileURLToPath(new URL('..', import.meta.url))

/** What users could have written. */
export const PROGRAMS = path.join(SUITE, 'programs')

/** The package, as npm installed it. */
export const PACKAGE = await realpath(path.join(SUITE, '../node_modules/libfx'))

/** A program that came with a tool. */
export function tool(name) {
  return path.join(SUITE, 'node_modules/.bin', name)
}
