import { memoryCells } from './stores/memory-cells.js'
import { storesOver } from './stores/over-cells.js'

/** `createMemoryStores`: stores that last as long as they are held. */
export function createMemoryStores() {
  return storesOver(memoryCells())
}
