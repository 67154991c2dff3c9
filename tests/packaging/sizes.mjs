// What a release weighs, and whether that is within the budgets.
//
//   node sizes.mjs PACKAGE
//
// PACKAGE is the folder of the package, built for release. A budget (`budgets.json`) names a file or the package as a
// whole, and which of its sizes is meant: `raw`, `gzip`, `brotli`; of the package `packed`, the tarball, or
// `unpacked`, on disk.

import { execFile } from 'node:child_process'
import { readFile, readdir } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const BUDGETS = new URL('budgets.json', import.meta.url)

/** What weighs: programs. Typings and documents count with the package. */
const PROGRAM = /\.(node|wasm|js|cjs)$/

const folder = process.argv[2]
if (folder === undefined) throw new Error('PACKAGE: required, the folder of the package that was built for release')

const budgets = JSON.parse(await readFile(BUDGETS, 'utf8'))
const files = await weighFiles()
const total = await weighPackage()

console.log(table(['File', 'raw', 'gzip', 'brotli'], files))
console.log(table(['Package', 'packed', 'unpacked'], [total]))
const verdicts = budgets.map(judge)
for (const { line } of verdicts) console.log(line)

const failed = verdicts.filter(({ within }) => !within).length
process.exitCode = failed > 0 ? 1 : 0
console.log(`${verdicts.length - failed} passed, ${failed} failed, 0 skipped`)

/** The programs of the package, the heaviest first. */
async function weighFiles() {
  const names = (await readdir(folder)).filter((name) => PROGRAM.test(name))
  const weighed = await Promise.all(names.map(weigh))
  return weighed.sort((one, other) => other.raw - one.raw)
}

async function weigh(name) {
  const bytes = await readFile(path.join(folder, name))
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: 11,
    [constants.BROTLI_PARAM_LGWIN]: 24,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  }
  const [zipped, brotli] = await Promise.all([
    promisify(gzip)(bytes, { level: 9 }),
    promisify(brotliCompress)(bytes, { params }),
  ])
  return { name, raw: bytes.length, gzip: zipped.length, brotli: brotli.length }
}

/** The package as npm packs it. */
async function weighPackage() {
  const pack = ['pack', '--dry-run', '--json', '--ignore-scripts']
  const { stdout } = await promisify(execFile)('npm', pack, { cwd: folder })
  const [{ size, unpackedSize }] = JSON.parse(stdout)
  return { name: 'package', packed: size, unpacked: unpackedSize }
}

/** Whether a budget is kept, and what to say of it. A budget of nothing is not kept: it would never be exceeded. */
function judge({ of, measure, bytes, remedy }) {
  const weighed = [total, ...files].filter(({ name }) => isNamed(name, of))
  const sizes = weighed.map((it) => it[measure]).filter((size) => size !== undefined)
  if (sizes.length === 0) {
    return { within: false, line: `FAIL  ${of}: nothing in the package has this name and a ${measure} size` }
  }
  const size = Math.max(...sizes)
  const about = `${of}: ${shown(size)} bytes ${measure}, of ${shown(bytes)}`
  if (size <= bytes) return { within: true, line: `ok    ${about}: ${shown(bytes - size)} left` }
  const advice = `${remedy}, or allow it in budgets.json and say in the commit what it is worth`
  return { within: false, line: `FAIL  ${about}: ${shown(size - bytes)} too many; ${advice}` }
}

/** `*` at the start of a budget's name stands for anything. */
function isNamed(name, of) {
  return of.startsWith('*') ? name.endsWith(of.slice(1)) : name === of
}

function table(columns, rows) {
  const line = (cells) => `| ${cells.join(' | ')} |`
  const [, ...measures] = columns.map((column) => column.toLowerCase())
  return [
    line(columns),
    line(columns.map((_, at) => (at === 0 ? '---' : '---:'))),
    ...rows.map((row) => line([row.name, ...measures.map((measure) => shown(row[measure]))])),
    '',
  ].join('\n')
}

function shown(bytes) {
  return bytes.toLocaleString('en')
}
