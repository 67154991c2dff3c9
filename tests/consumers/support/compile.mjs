// The TypeScript compiler, as strict as it can be.

import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { PROGRAMS, SUITE, tool } from './folders.mjs'

const STRICT = {
  target: 'es2022',
  lib: ['es2022'],
  types: ['node'],
  typeRoots: [path.join(SUITE, 'node_modules/@types')],
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noPropertyAccessFromIndexSignature: true,
  isolatedModules: true,
  verbatimModuleSyntax: true,
  skipLibCheck: false,
  noEmit: true,
}

/** Ways of resolving modules, as compiler options. */
export const NODE16 = { module: 'node16', moduleResolution: 'node16' }
export const NODENEXT = { module: 'nodenext', moduleResolution: 'nodenext' }
export const BUNDLER = { module: 'esnext', moduleResolution: 'bundler' }
export const BUNDLER_WITH_REQUIRE = { module: 'preserve', moduleResolution: 'bundler' }

/**
 * Compiles files of `programs`, and the typings they use. `manifest` is that of the project; a `.ts` file is an ES module in
 * one of the type `module`. `sources` are more files, by their names.
 */
export async function compile(options, files, { manifest = {}, sources = {} } = {}) {
  const project = await mkdtemp(path.join(SUITE, 'compile-'))
  try {
    for (const file of files) await cp(path.join(PROGRAMS, file), path.join(project, file))
    for (const [file, text] of Object.entries(sources)) await writeFile(path.join(project, file), text)
    await writeFile(path.join(project, 'package.json'), JSON.stringify(manifest))
    const compilerOptions = { ...STRICT, ...options }
    const config = { compilerOptions, files: [...files, ...Object.keys(sources)] }
    await writeFile(path.join(project, 'tsconfig.json'), JSON.stringify(config))
    await promisify(execFile)(tool('tsc'), ['--project', project], { cwd: SUITE })
  } finally {
    await rm(project, { recursive: true })
  }
}
