// Assembles the npm package as users get it, and packs it.
//
//   node stage.mjs --out DIR [--addon FILE] [--generated DIR]
//
// DIR becomes the package's folder, and the tarball stands beside it. FILE is the native addon, built for this machine;
// without one the package has none. The generated files are those of the repository unless another folder is named.

import { execFile } from 'node:child_process'
import { copyFile, cp, mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs, promisify } from 'node:util'
import { build } from 'esbuild'
import { addonFile } from './support/targets.js'

const HERE = import.meta.dirname ?? path.dirname(new URL(import.meta.url).pathname)
const ROOT = path.join(HERE, '../..')

const { values: options } = parseArgs({
  options: {
    out: { type: 'string' },
    addon: { type: 'string' },
    generated: { type: 'string', default: path.join(ROOT, 'generated') },
  },
})
if (options.out === undefined) throw new Error('--out: required, the folder of the staged package')

const out = path.resolve(options.out)
const generated = path.resolve(options.generated)

await rm(out, { recursive: true, force: true })
await mkdir(out, { recursive: true })
await stageModules()
await stageTypings()
await stageCommonJs()
await stageAddon()
await stageDocuments()
await promisify(execFile)('npm', ['pack', '--pack-destination', path.dirname(out)], { cwd: out })

/** The ES modules: the generated layer, and the hand-written files it stands on. */
async function stageModules() {
  await cp(path.join(generated, 'javascript'), path.join(out, 'lib'), { recursive: true })
  await cp(path.join(HERE, 'support'), path.join(out, 'lib/support'), { recursive: true })
}

/** Typings, and a twin of each for CommonJS, which refers to twins. */
async function stageTypings() {
  const folder = path.join(generated, 'typescript')
  for (const file of await readdir(folder)) {
    const text = await readFile(path.join(folder, file), 'utf8')
    await writeFile(path.join(out, file), text)
    await writeFile(path.join(out, twin(file)), text.replace(/^(\} from '\.\/.*)\.js'$/gm, "$1.cjs'"))
  }
}

/** One CommonJS file for each entry point. */
async function stageCommonJs() {
  const manifest = await readManifest()
  for (const [, { import: esm, require: cjs }] of Object.entries(manifest.exports).filter(
    ([, entry]) => entry.require,
  )) {
    await build({
      entryPoints: [path.join(out, esm.default)],
      outfile: path.join(out, cjs.default),
      bundle: true,
      platform: 'node',
      format: 'cjs',
      target: 'node20',
      legalComments: 'none',
      logLevel: 'warning',
      // Modules find the package's folder from their own place in `lib/support`, wherever they have been bundled.
      define: { 'import.meta.url': '__moduleUrl' },
      banner: {
        js: "const __moduleUrl = require('node:url').pathToFileURL(__dirname + '/lib/support/module.js').href;",
      },
    })
  }
}

async function stageAddon() {
  if (options.addon === undefined) return
  const file = addonFile(process.platform, process.arch)
  if (file === undefined) throw new Error(`--addon: libfx is not built for ${process.platform}-${process.arch}`)
  await copyFile(options.addon, path.join(out, file))
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
