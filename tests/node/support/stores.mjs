import { createMemoryStores } from 'libfx/stores'

/** Opens stores in memory by the names of their places. */
export function inMemory(create = createMemoryStores) {
  const places = new Map()
  return (place) => {
    if (!places.has(place)) places.set(place, create())
    return places.get(place)
  }
}
