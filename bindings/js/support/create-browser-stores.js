/**
 * `createBrowserStores`: stores in a database of the browser, or in memory where there is none to be had.
 */
import { createBrowserStoresChecks } from '../checks.js'
import { checked } from './check.js'
import { openDatabaseCells } from './stores/database-cells.js'
import { memoryCells } from './stores/memory-cells.js'
import { storesOver } from './stores/over-cells.js'

export function createBrowserStores(options = {}) {
  checked(createBrowserStoresChecks.options, options, 'options')
  const { name = 'libfx' } = options
  return storesOver(openedCells(() => openDatabaseCells(name).catch(memoryCells)))
}

/** Cells of a place that is opened when it is needed first. */
function openedCells(open) {
  let opening
  const later = (method) => async (...args) => {
    opening ??= open()
    const cells = await opening
    return cells[method](...args)
  }
  return {
    read: later('read'),
    list: later('list'),
    change: later('change'),
    replace: later('replace'),
    remove: later('remove'),
  }
}
