// The installed package's folder, and the modules it was bundled from, for tests of what its entry points do not export.

import { realpathSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { ROOT } from './root.mjs'

/** The package's folder. */
export const PACKAGE = path.dirname(realpathSync(fileURLToPath(import.meta.resolve('libfx'))))

/** The modules that the package's files are bundled from. */
export const MODULES = path.join(ROOT, 'target/stage/npm/modules')

/** A hand-written module of the layer, by its name. */
export function layer(name) {
  return import(pathToFileURL(path.join(MODULES, 'support', `${name}.js`)).href)
}
