/**
 * A place for cells in files below a directory: a folder for each area, a file for each cell.
 *
 * A file is named by the digest of its cell's key: no key names a file elsewhere, and none is too long or differs from
 * another one only in a way that the file system does not see.
 */
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { newCell } from './cell.js'
import { readCell, readHeader, removeCell, writeCell } from './cell-file.js'
import { locked } from './file-lock.js'

const EXTENSION = '.cell'

export function fileCells(directory) {
  // The working directory may be another one later.
  const root = resolve(directory)
  const folderOf = (area) => join(root, area)
  const fileOf = (area, key) => join(folderOf(area), `${nameOf(key)}${EXTENSION}`)

  /** Does `work` on the cell's file while nobody else changes it. */
  async function alone(area, key, work) {
    await mkdir(folderOf(area), { recursive: true, mode: 0o700 })
    const file = fileOf(area, key)
    return locked(`${file}.lock`, (confirm) => work(file, confirm))
  }

  return {
    read: (area, key) => readCell(fileOf(area, key)),
    list: (area) => list(folderOf(area)),
    change: (area, key, decide) =>
      alone(area, key, async (file, confirm) => {
        const bytes = decide(await readCell(file))
        if (bytes === null) await removeCell(file, confirm)
        return bytes ? put(file, key, bytes, confirm) : undefined
      }),
    replace: (area, key, bytes) => alone(area, key, (file, confirm) => put(file, key, bytes, confirm)),
    // Whoever has stored nothing gets no folders either.
    remove: async (area, key) => existsSync(folderOf(area)) && alone(area, key, removeCell),
  }
}

async function put(file, key, bytes, confirm) {
  const cell = newCell(bytes)
  await writeCell(file, key, cell, confirm)
  return cell
}

/** The cells that can be told apart: a file that is damaged has no key. */
async function list(folder) {
  const found = []
  for (const name of await namesIn(folder)) {
    const header = name.endsWith(EXTENSION) ? await readHeader(join(folder, name)) : undefined
    if (header !== undefined) found.push({ key: header.key, updatedAtMs: header.updatedAtMs })
  }
  return found
}

async function namesIn(folder) {
  try {
    return await readdir(folder)
  } catch (error) {
    if (error.code === 'ENOENT') return []
    throw error
  }
}

function nameOf(key) {
  return createHash('sha256').update(key).digest('hex')
}
