// What is checked, by name.

import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFile, readdir } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { publint } from 'publint'
import { BUNDLER, BUNDLER_WITH_REQUIRE, NODE16, NODENEXT, compile } from './support/compile.mjs'
import { ENTRIES, MODULES, exportedNames, hasCommonJs } from './support/entries.mjs'
import { PACKAGE, PROGRAMS, SUITE, tool } from './support/folders.mjs'

/** The typings of the MCP SDK and of xterm.js need those of the DOM, which others have to do without. */
const WITH_DOM = ['mcp.mts', 'xterm.mts']
/** Written as ES modules, and compiled to CommonJS. */
const TO_COMMONJS = ['interop.cts']

const programs = await readdir(PROGRAMS)
const plain = programs.filter((file) => ![...WITH_DOM, ...TO_COMMONJS].includes(file))
const ending = (...extensions) => plain.filter((file) => extensions.includes(path.extname(file)))

export const checks = {
  'programs compile with Node resolution': () => compile(NODE16, ending('.mts', '.cts')),
  'programs compile with the newest Node resolution': () => compile(NODENEXT, ending('.mts', '.cts')),
  'programs compile with bundler resolution': () => compile(BUNDLER, ending('.mts', '.ts')),
  'programs compile with bundler resolution and require': () => compile(BUNDLER_WITH_REQUIRE, plain),
  'programs compile as the ES modules of a project': () =>
    compile(NODE16, ending('.ts'), { manifest: { type: 'module' } }),
  'programs compile to CommonJS': () =>
    compile({ ...NODE16, verbatimModuleSyntax: false }, [...TO_COMMONJS, ...ending('.ts')]),
  'programs compile with the DOM in place of the types of Node': () =>
    compile({ ...BUNDLER, lib: ['es2022', 'dom'], types: [] }, ['refused.mts', 'plain.ts']),
  'programs compile with the client of the MCP SDK, and with xterm.js': () => compile({ ...NODENEXT, lib: ['es2022', 'dom'] }, WITH_DOM),
  'programs use every entry': usesOfEntries,
  'typings declare the values that modules export': checkValues,
  'the package is well-formed': checkPackage,
  'typings and modules agree in every way of resolving them': checkResolution,
}

async function usesOfEntries() {
  const texts = await Promise.all(programs.map((file) => readFile(path.join(PROGRAMS, file), 'utf8')))
  const isUsed = (entry) => texts.some((text) => text.includes(`'${path.posix.join('libfx', entry)}'`))
  assert.deepEqual(ENTRIES.filter((entry) => !isUsed(entry)), [])
}

/** A program is compiled that names every value of each module: one that is missing, or one too many, does not fit. */
async function checkValues() {
  const sources = {}
  for (const { types, module } of MODULES) {
    const isCommonJs = types.endsWith('.d.cts')
    const declared = path.join(PACKAGE, types.replace(/\.d\.(c?)ts$/, '.$1js'))
    const values = Object.fromEntries((await exportedNames(module)).map((name) => [name, true]))
    assert.notDeepEqual(values, {}, `${module} exports nothing`)
    const start = isCommonJs ? `import declared = require('${declared}')` : `import * as declared from '${declared}'`
    const probe = `${start}\nconst values: Record<keyof typeof declared, true> = ${JSON.stringify(values)}\nvoid values\n`
    sources[`${path.basename(module)}.${isCommonJs ? 'cts' : 'mts'}`] = probe
  }
  await compile(NODE16, [], { sources })
}

async function checkPackage() {
  const { messages } = await publint({ pkgDir: PACKAGE, strict: true })
  assert.deepEqual(
    messages.map(({ code, path }) => `${code} ${path.join('.')}`),
    [],
  )
}

/**
 * Every way of resolving, for entries that CommonJS has, too. Without `exports`, as before Node.js 16, an entry is found only if
 * it is called as its file.
 */
async function checkResolution() {
  const esmOnly = ENTRIES.filter((entry) => !hasCommonJs(entry))
  const nested = ENTRIES.filter((entry) => hasCommonJs(entry) && entry.split('/').length > 2)
  const others = ENTRIES.filter((entry) => ![...esmOnly, ...nested].includes(entry))
  await attw('strict', others)
  await attw('node16', nested)
  await attw('esm-only', esmOnly)
}

async function attw(profile, entries) {
  const stage = path.join(PACKAGE, '../../..')
  const tarball = (await readdir(stage)).find((file) => file.endsWith('.tgz'))
  const flags = ['--profile', profile, '--format', 'ascii', '--no-color', '--entrypoints', ...entries]
  await promisify(execFile)(tool('attw'), [path.join(stage, tarball), ...flags], { cwd: SUITE })
}
