// The files of the installed package, for tests of what its entry points do not export.

import { realpathSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const entry = process.env.LIBFX_PACKAGE_DIR
  ? path.resolve(process.env.LIBFX_PACKAGE_DIR, 'lib/index.js')
  : realpathSync(fileURLToPath(import.meta.resolve('libfx')))

/** The package's folder. */
export const PACKAGE = path.dirname(path.dirname(entry))

/** A hand-written module of the layer, by its name in `lib/support`. */
export function layer(name) {
  return import(pathToFileURL(path.join(PACKAGE, 'lib/support', `${name}.js`)).href)
}
