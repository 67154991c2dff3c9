/**
 * Finds and loads native addons.
 *
 * Addons are loaded by names computed at run time, through a `require` that bundlers do not see: a bundle keeps working
 * where the package is installed beside it, and a build never trips over a binary.
 */
import { existsSync } from 'node:fs'
import * as nodeModule from 'node:module'
import { join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { folder, packagedFile } from './packaged-file.js'
import { addonTarget } from './targets.js'
import { unavailable } from './unavailable.js'

/** The addon of this platform that came with the package. */
export function loadPackagedAddon() {
  const target = addonTarget(process.platform, process.arch)
  if (target === undefined) {
    const platform = `${process.platform}-${process.arch}`
    throw unavailable('LIBFX_UNSUPPORTED_PLATFORM', `libfx has no native addon for ${platform}`)
  }
  const path = packagedFile(join(folder, `libfx.${target}.node`))
  if (!existsSync(path)) {
    throw unavailable(
      'LIBFX_NATIVE_ARTIFACT_MISSING',
      `the native addon is not at ${path}; reinstall libfx, or tell your bundler to leave the package "libfx" external`,
    )
  }
  return requireAddon(path)
}

/** The addon that the application names: a path, relative to the working directory, a URL, or a module specifier. */
export function loadNamedAddon(name) {
  const path = pathOf(name)
  if (path.endsWith('.node')) return requireAddon(path)
  return loading(path, () => import(/* webpackIgnore: true */ /* @vite-ignore */ pathToFileURL(path).href))
}

/** The file of an addon, or of a module that exports one. */
function pathOf(name) {
  if (name instanceof URL || name.startsWith('file:')) return existing(fileURLToPath(name))
  const path = resolve(name)
  if (existsSync(path)) return path
  try {
    // As if required by a file in the working directory.
    return nodeModule.createRequire(resolve('libfx')).resolve(name)
  } catch (error) {
    throw missing(`${path} does not exist, and there is no module "${name}"`, error)
  }
}

function existing(path) {
  if (existsSync(path)) return path
  throw missing(`${path} does not exist`)
}

function missing(what, cause) {
  return unavailable('LIBFX_NATIVE_ARTIFACT_MISSING', `options.nativeAddon: ${what}`, cause)
}

function requireAddon(path) {
  return loading(path, () => nodeModule.createRequire(path)(path))
}

/** What `load` returns; its failure, with the system's own words. */
async function loading(path, load) {
  try {
    return await load()
  } catch (error) {
    const message = `the native addon ${path} cannot be loaded: ${error.message}`
    throw unavailable('LIBFX_NATIVE_LOAD_FAILED', message, error)
  }
}
