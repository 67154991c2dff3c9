/**
 * `createFileStores`: stores in files below a directory.
 */
import { createFileStoresChecks } from '../checks.js'
import { checked } from './check.js'
import { fileCells } from './stores/file-cells.js'
import { storesOver } from './stores/over-cells.js'

export function createFileStores(directory) {
  checked(createFileStoresChecks.directory, directory, 'directory')
  return storesOver(fileCells(directory))
}
