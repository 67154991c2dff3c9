// Assembles the npm package as users get it, and packs it.
//
//   node stage.mjs --out DIR [--addon FILE] [--wasm FILE] [--terminal-wasm FILE] [--generated DIR]
//
// DIR becomes the package's folder; the tarball stands beside it, and so does `modules/`, the modules that the package's
// files are bundled from. The files are the native addon, built for this machine, and the WebAssembly modules, without and
// with the terminal; without one the package has none. The generated files are those of the repository unless another
// folder is named.

import { execFile } from 'node:child_process'
import { copyFile, cp, mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs, promisify } from 'node:util'
import { build } from 'esbuild'
import { SURFACES } from './support/surfaces.js'
import { addonTarget } from './support/targets.js'

/** How every file is bundled. Names stay, for stack traces. */
const BUNDLE = {
  bundle: true,
  keepNames: true,
  legalComments: 'none',
  logLevel: 'warning',
}
const FOR_NODE = { platform: 'node', target: 'node20' }
const FOR_BROWSERS = { platform: 'browser', target: 'es2022' }

/**
 * The ES modules, in groups that share code: a file for each entry point and one for what they share, since every further
 * file costs a cold start. `loader` is the file of `support` that loads the backend there.
 */
const GROUPS = [
  { includes: (file) => file.startsWith('browser'), ...FOR_BROWSERS, loader: 'load-browser.js' },
  { includes: (file) => file === 'wasm.js', ...FOR_BROWSERS, loader: 'load-wasm.js' },
  { includes: () => true, ...FOR_NODE, loader: 'load.js' },
]

const HERE = import.meta.dirname ?? path.dirname(new URL(import.meta.url).pathname)
const ROOT = path.join(HERE, '../..')

const { values: options } = parseArgs({
  options: {
    out: { type: 'string' },
    addon: { type: 'string' },
    wasm: { type: 'string' },
    'terminal-wasm': { type: 'string' },
    generated: { type: 'string', default: path.join(ROOT, 'generated') },
  },
})
if (options.out === undefined) throw new Error('--out: required, the folder of the staged package')

const out = path.resolve(options.out)
const modules = path.join(path.dirname(out), 'modules')
const generated = path.resolve(options.generated)

for (const folder of [out, modules]) {
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
}
await collectModules()
await stageTypings()
await stageModules()
await stageCommonJs()
await stageAddon()
await stageWasm()
await stageDocuments()
await promisify(execFile)('npm', ['pack', '--pack-destination', path.dirname(out)], { cwd: out })

/** The generated layer, and the hand-written files it stands on. */
async function collectModules() {
  await cp(path.join(generated, 'javascript'), modules, { recursive: true })
  await cp(path.join(HERE, 'support'), path.join(modules, 'support'), { recursive: true })
}

async function stageModules() {
  const files = await entryFiles('.js')
  for (const group of GROUPS) {
    const { includes, loader, ...target } = group
    await build({
      ...BUNDLE,
      ...target,
      entryPoints: files.filter((file) => groupOf(file) === group).map(entryPoint),
      outdir: out,
      format: 'esm',
      splitting: true,
      chunkNames: 'shared-[hash]',
      plugins: [loadedBy(loader)],
    })
  }
}

/** What a file is bundled from. The files for browsers are bundled from the same modules as those for Node.js. */
function entryPoint(file) {
  const stem = path.basename(file, path.extname(file))
  return { in: path.join(modules, 'entries', `${stem.replace(/^browser-/, '')}.js`), out: stem }
}

function groupOf(file) {
  return GROUPS.find(({ includes }) => includes(file))
}

/** Puts another file in the place of `load.js`. */
function loadedBy(loader) {
  return {
    name: 'loader',
    setup({ onResolve }) {
      onResolve({ filter: /[/]load[.]js$/ }, () => ({ path: path.join(modules, 'support', loader) }))
    },
  }
}

/** Typings, and a twin of those that CommonJS has, which refers to twins. */
async function stageTypings() {
  await copyFile(path.join(HERE, 'libfx.wasm.d.ts'), path.join(out, 'libfx.wasm.d.ts'))
  const folder = path.join(generated, 'typescript')
  const twins = await entryFiles('.d.cts')
  for (const file of await readdir(folder)) {
    const text = await readFile(path.join(folder, file), 'utf8')
    await writeFile(path.join(out, file), text)
    if (!twins.includes(twin(file))) continue
    await writeFile(path.join(out, twin(file)), text.replace(/^(\} from '\.\/.*)\.js'$/gm, "$1.cjs'"))
  }
}

/** One CommonJS file for each entry point. */
async function stageCommonJs() {
  for (const file of await entryFiles('.cjs')) {
    await build({
      ...BUNDLE,
      ...FOR_NODE,
      entryPoints: [entryPoint(file).in],
      outfile: path.join(out, file),
      format: 'cjs',
      define: { 'import.meta.url': '__moduleUrl' },
      banner: { js: "const __moduleUrl = require('node:url').pathToFileURL(__filename).href;" },
    })
  }
}

/** The files of one kind that the manifest's exports name, under whatever condition. */
async function entryFiles(extension) {
  const { exports } = await readManifest()
  const files = targets(exports).map((target) => path.basename(target))
  return [...new Set(files.filter((file) => file.endsWith(extension)))]
}

function targets(exports) {
  return typeof exports === 'string' ? [exports] : Object.values(exports).flatMap(targets)
}

async function stageAddon() {
  if (options.addon === undefined) return
  const target = addonTarget(process.platform, process.arch)
  if (target === undefined) throw new Error(`--addon: libfx is not built for ${process.platform}-${process.arch}`)
  await copyFile(options.addon, path.join(out, `libfx.${target}.node`))
}

async function stageWasm() {
  const files = { [SURFACES.agent.asset]: options.wasm, [SURFACES.terminal.asset]: options['terminal-wasm'] }
  for (const [name, file] of Object.entries(files)) {
    if (file !== undefined) await copyFile(file, path.join(out, name))
  }
}

/** What a user reads; the manifest without what only staging needs. */
async function stageDocuments() {
  const { devDependencies, ...manifest } = await readManifest()
  await writeFile(path.join(out, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  await copyFile(path.join(HERE, 'README.md'), path.join(out, 'README.md'))
  await copyFile(path.join(ROOT, 'LICENSE'), path.join(out, 'LICENSE'))
}

async function readManifest() {
  return JSON.parse(await readFile(path.join(HERE, 'package.json'), 'utf8'))
}

/** `index.d.ts` is `index.d.cts` for CommonJS. */
function twin(file) {
  return file.replace(/\.d\.ts$/, '.d.cts')
}
