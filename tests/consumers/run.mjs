// Compiles programs that users could have written, against the installed package; checks the package itself, and what
// bundlers make of it. Prints a line for each check; the last one counts them.

import { execFile } from 'node:child_process'
import { mkdtemp, readdir, realpath, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { build } from 'esbuild'
import { publint } from 'publint'

const HERE = import.meta.dirname ?? path.dirname(new URL(import.meta.url).pathname)
const BIN = path.join(HERE, 'node_modules/.bin')
const PROGRAMS = path.join(HERE, 'programs')
const PACKAGE = await realpath(path.join(HERE, '../node_modules/libfx'))

const run = promisify(execFile)
const programs = await readdir(PROGRAMS)
const folder = await mkdtemp(path.join(HERE, 'compile-'))

const checks = {
  'programs compile with Node resolution': () => compile({ module: 'node16', moduleResolution: 'node16' }, programs),
  'programs compile with the newest Node resolution': () =>
    compile({ module: 'nodenext', moduleResolution: 'nodenext' }, programs),
  'programs compile with bundler resolution': () =>
    compile(
      { module: 'esnext', moduleResolution: 'bundler' },
      programs.filter((file) => file.endsWith('.mts')),
    ),
  'programs compile with the DOM in place of the types of Node': () =>
    compile({ module: 'esnext', moduleResolution: 'bundler', lib: ['es2022', 'dom'], types: [] }, ['refused.mts']),
  'the package is well-formed': checkPackage,
  'typings and modules agree in every way of resolving them': checkResolution,
  'a bundle builds without configuration, with the addon outside of it': bundle,
}

let failed = 0
for (const [name, check] of Object.entries(checks)) {
  try {
    await check()
    console.log(`ok      ${name}`)
  } catch (error) {
    failed += 1
    console.log(`FAILED  ${name}\n${error.stdout || error.message}`)
  }
}
await rm(folder, { recursive: true, force: true })
console.log(`${Object.keys(checks).length - failed} passed, ${failed} failed, 0 skipped`)
process.exitCode = failed === 0 ? 0 : 1

/** Compiles programs, and the typings themselves, as strictly as there is. */
async function compile(options, files) {
  const config = path.join(folder, 'tsconfig.json')
  const compilerOptions = {
    target: 'es2022',
    lib: ['es2022'],
    types: ['node'],
    typeRoots: [path.join(HERE, 'node_modules/@types')],
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    noPropertyAccessFromIndexSignature: true,
    verbatimModuleSyntax: false,
    skipLibCheck: false,
    noEmit: true,
    ...options,
  }
  await writeFile(config, JSON.stringify({ compilerOptions, files: files.map((file) => path.join(PROGRAMS, file)) }))
  await run(path.join(BIN, 'tsc'), ['--project', config], { cwd: HERE })
}

async function checkPackage() {
  const { messages } = await publint({ pkgDir: PACKAGE, strict: true })
  if (messages.length > 0) throw new Error(messages.map(({ code, path }) => `${code} ${path.join('.')}`).join('\n'))
}

async function checkResolution() {
  const stage = path.join(PACKAGE, '../../..')
  const tarball = (await readdir(stage)).find((file) => file.endsWith('.tgz'))
  await run(path.join(BIN, 'attw'), [path.join(stage, tarball), '--format', 'ascii', '--no-color'], { cwd: HERE })
}

/** A bundle that is built beside the package finds neither addon nor module, and says how to help it. */
async function bundle() {
  const program = path.join(folder, 'program.mjs')
  await writeFile(
    program,
    "import { createFxAgent } from 'libfx'\ncreateFxAgent({ apiKey: 'k' }).then(() => console.log('made'), (error) => console.log(error.causeCode, error.message))\n",
  )
  const options = { entryPoints: [program], bundle: true, platform: 'node', format: 'esm', logLevel: 'silent' }
  const bundled = path.join(folder, 'bundled.mjs')
  await build({ ...options, outfile: bundled })
  await expectOutput(bundled, /leave the package "libfx" external; and the WebAssembly module cannot be used: .*pass it as `wasm`$/)
  const external = path.join(folder, 'external.mjs')
  await build({ ...options, outfile: external, external: ['libfx'] })
  await expectOutput(external, /^made$/)
}

async function expectOutput(program, pattern) {
  const { stdout } = await run(process.execPath, [program])
  if (!pattern.test(stdout.trim())) throw new Error(`${path.basename(program)} printed ${stdout}`)
}
