// What the package exports: its entries, and the values behind each.

import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { PACKAGE } from './folders.mjs'

const { exports } = JSON.parse(await readFile(path.join(PACKAGE, 'package.json'), 'utf8'))

/** The entries that are code, as in `./node`. Others are files of other kinds. */
export const ENTRIES = Object.keys(exports).filter((entry) => /^[.]$|[/][^.]+$/.test(entry))

/** Whether CommonJS may require an entry. */
export function hasCommonJs(entry) {
  return JSON.stringify(exports[entry]).includes('"require"')
}

/** Each module of the package with the typings that stand for it. */
export const MODULES = uniquePairs(ENTRIES.flatMap((entry) => pairsIn(exports[entry])))

function pairsIn(conditions) {
  const { types, default: module, ...others } = conditions
  const pairs = typeof types === 'string' ? [{ types, module }] : module ? pairsIn(module) : []
  return [...pairs, ...Object.values(others).flatMap(pairsIn)]
}

function uniquePairs(pairs) {
  return [...new Map(pairs.map((pair) => [`${pair.types} ${pair.module}`, pair])).values()]
}

/** The names of what a module exports when it runs. */
export async function exportedNames(module) {
  const file = path.join(PACKAGE, module)
  const imported = Object.keys(await import(pathToFileURL(file).href))
  return file.endsWith('.cjs') ? namesInCommonJs(file, imported) : imported
}

/** CommonJS has the same names whether it is required or imported. */
function namesInCommonJs(file, imported) {
  const required = Object.keys(createRequire(import.meta.url)(file)).sort()
  const found = imported.filter((name) => !['default', 'module.exports', '__esModule'].includes(name)).sort()
  if (String(found) !== String(required)) throw new Error(`${file}: imports see ${found}, requires see ${required}`)
  return required
}
