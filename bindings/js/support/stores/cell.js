/**
 * What stores are made of: *cells*, which hold bytes under a key in an area.
 *
 * A place for cells has these functions, all of them asynchronous:
 *
 * - `read(area, key)`: the cell, or `undefined`.
 * - `list(area)`: `{ key, updatedAtMs }` of every cell of an area.
 * - `change(area, key, decide)`: puts a new cell with the bytes that `decide(cell)` returns in the place of the one there is,
 *   removes it for `null`, and leaves it alone for `undefined` and when `decide` throws. Nobody else changes the cell
 *   meanwhile, whatever process they are in; `decide` may be called more than once to see to that. Returns the new cell, if
 *   there is one.
 * - `replace(area, key, bytes)`, and `remove(area, key)`, which returns whether there was a cell. Both work on cells that
 *   cannot be read, too.
 *
 * @typedef {{ bytes: Uint8Array, revision: string, updatedAtMs: number }} Cell
 */

/** A new cell. Its revision is a random one, so that a key that was removed does not come to an earlier revision again. */
export function newCell(bytes) {
  return { bytes, revision: randomName(), updatedAtMs: Date.now() }
}

/** A name that nothing else has. */
export function randomName() {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
