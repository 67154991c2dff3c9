import { createRequire } from 'node:module'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder of this suite. */
export const SUITE = fileURLToPath(new URL('..', import.meta.url))

/** The package, as npm installed it. */
export const PACKAGE = path.join(SUITE, 'node_modules/libfx')

/** Where consumers are built to; the package can be imported from there. */
export const DIST = path.join(SUITE, 'dist')

/** A file of the consumers. */
export function consumer(file) {
  return path.join(SUITE, 'consumers', file)
}

/** A program that came with a tool. */
export function tool(name) {
  return path.join(SUITE, 'node_modules/.bin', name)
}

/** The version of a tool, for the names of tests. */
export function versionOf(name) {
  return createRequire(import.meta.url)(path.join(SUITE, 'node_modules', name, 'package.json')).version
}
