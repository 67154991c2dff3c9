import { copyFile, mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { DIST, PACKAGE, consumer } from './folders.mjs'

/** An empty folder to build into. */
export async function emptyFolder(name) {
  const folder = path.join(DIST, name)
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  return folder
}

/** Puts one of the consumers' pages into a folder, as the page that a server finds there. */
export async function putPage(name, folder) {
  await copyFile(consumer(`page/${name}`), path.join(folder, 'index.html'))
}

/** Puts the package's module beside a bundle. */
export async function putModule(folder) {
  await copyFile(path.join(PACKAGE, 'libfx.wasm'), path.join(folder, 'libfx.wasm'))
}
