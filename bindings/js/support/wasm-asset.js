/**
 * Fetches the WebAssembly asset that a name stands for; in Node.js, where these files run when a bundler was told to build
 * for browsers, reads it.
 */

const ADDRESS = /^(?:https?|blob|data):/

/** The response or the bytes of `source`: a URL, or in Node.js a path. */
export function loadAsset(source) {
  const name = String(source)
  const files = ADDRESS.test(name) ? undefined : fileSystem()
  return files ? files.readFile(name.startsWith('file:') ? new URL(name) : name) : fetch(name)
}

/** The file system of Node.js, if this runs there: asked for at run time, so that bundlers for browsers look for none. */
function fileSystem() {
  return globalThis.process?.getBuiltinModule?.('node:fs/promises')
}
