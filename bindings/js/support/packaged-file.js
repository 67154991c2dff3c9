/**
 * Where the files of the package are that are no modules: the addons and `libfx.wasm`.
 *
 * They lie beside this module, unless a bundler put it into a bundle of the application. Then they are where the bundle, or
 * the program that was started, would find the package.
 */
import { existsSync } from 'node:fs'
import * as nodeModule from 'node:module'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * The folder of the file that this module is in. Names of files are joined to it as literally as can be: tools that collect
 * the files of a deployment look for that.
 */
export const folder =
  // CommonJS that a bundler made of this has no `import.meta.url`.
  import.meta.url === undefined ? __dirname : dirname(fileURLToPath(import.meta.url))

/** `path`, or the file of that name in the installed package if only that exists. */
export function packagedFile(path) {
  if (existsSync(path)) return path
  const manifest = manifestSeenBy(path) ?? manifestSeenBy(process.argv[1])
  return manifest === undefined ? path : join(dirname(manifest), basename(path))
}

function manifestSeenBy(file) {
  try {
    // By way of the namespace, which keeps bundlers from resolving it when they build.
    return nodeModule.createRequire(file).resolve('libfx/package.json')
  } catch {
    return undefined
  }
}
