import { newCell } from './cell.js'

/** A place for cells in memory. Bytes are copied on their way in, by who calls, and on their way out. */
export function memoryCells() {
  const areas = new Map()
  const cellsOf = (area) => {
    if (!areas.has(area)) areas.set(area, new Map())
    return areas.get(area)
  }
  const put = (area, key, bytes) => {
    const cell = newCell(bytes)
    cellsOf(area).set(key, cell)
    return cell
  }
  const read = (area, key) => {
    const cell = cellsOf(area).get(key)
    return cell && { ...cell, bytes: cell.bytes.slice() }
  }
  return {
    read: async (area, key) => read(area, key),
    list: async (area) => Array.from(cellsOf(area), ([key, { updatedAtMs }]) => ({ key, updatedAtMs })),
    change: async (area, key, decide) => {
      const bytes = decide(read(area, key))
      if (bytes === null) cellsOf(area).delete(key)
      return bytes ? put(area, key, bytes) : undefined
    },
    replace: async (area, key, bytes) => put(area, key, bytes),
    remove: async (area, key) => cellsOf(area).delete(key),
  }
}
