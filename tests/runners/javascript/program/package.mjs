// The package under test, as its users import it.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The files that imports of these entry points mean under these conditions, relative to the package's folder. */
export async function entriesOf(directory, entries, conditions) {
  const { exports } = JSON.parse(await readFile(join(directory, 'package.json'), 'utf8'))
  return entries.map((entry) => targetOf(exports[entry], conditions))
}

function targetOf(target, conditions) {
  if (typeof target === 'string') return target
  const condition = Object.keys(target).find((key) => key === 'default' || conditions.includes(key))
  return targetOf(target[condition], conditions)
}
