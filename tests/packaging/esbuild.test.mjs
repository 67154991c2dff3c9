// esbuild: pages, where the module is put beside the bundle or imported as a file, and programs for servers.

import assert from 'node:assert/strict'
import path from 'node:path'
import { test } from 'node:test'
import { build, version } from 'esbuild'
import { WASM } from './support/backend.mjs'
import { useBrowser } from './support/browser.mjs'
import { consumer } from './support/folders.mjs'
import { TOLD, useGateway } from './support/gateway.mjs'
import { emptyFolder, putModule, putPage } from './support/output.mjs'
import { run } from './support/processes.mjs'
import { useProject } from './support/project.mjs'

const PAGE = { bundle: true, logLevel: 'silent' }
const PROGRAM = { ...PAGE, platform: 'node' }
const FORMATS = { 'an ES module': { format: 'esm', extension: 'mjs' }, CommonJS: { format: 'cjs', extension: 'cjs' } }

const gateway = useGateway()
const browser = useBrowser()

test(`a page built by esbuild ${version} as an ES module`, async () => {
  const folder = await emptyFolder('esbuild-module')
  await build({ ...PAGE, entryPoints: [consumer('page/main.js')], outdir: folder, format: 'esm' })
  await putPage('index.html', folder)
  await putModule(folder)
  assert.equal(await gateway.hear((url) => browser.read(gateway.built('esbuild-module/index.html'), url)), TOLD)
})

test('as a classic script, which has no address of its own', async () => {
  const folder = await emptyFolder('esbuild-classic')
  await build({ ...PAGE, entryPoints: [consumer('page/main.js')], outdir: folder })
  await putPage('classic.html', folder)
  await putModule(folder)
  assert.equal(await gateway.hear((url) => browser.read(gateway.built('esbuild-classic/index.html'), url)), TOLD)
})

test('with the module imported as a file', async () => {
  const folder = await emptyFolder('esbuild-file')
  const entryPoints = { main: consumer('page/with-asset.js') }
  await build({ ...PAGE, entryPoints, outdir: folder, format: 'esm', loader: { '.wasm': 'file' } })
  await putPage('index.html', folder)
  assert.equal(await gateway.hear((url) => browser.read(gateway.built('esbuild-file/index.html'), url)), TOLD)
})

for (const [name, { format, extension }] of Object.entries(FORMATS)) {
  test(`a program as ${name} runs natively, whether it has the package in it or not`, async () => {
    const folder = await emptyFolder(`esbuild-${format}`)
    for (const external of [[], ['libfx']]) {
      const outfile = path.join(folder, `external-${external}.${extension}`)
      await build({ ...PROGRAM, entryPoints: [consumer('program/main.mjs')], outfile, format, external })
      assert.equal(await gateway.hear((url) => run(process.execPath, [outfile, url.href])), `native ${TOLD}`)
    }
  })

  test(`a program as ${name} needs but the module beside it`, async (context) => {
    const project = await useProject(context)
    const outfile = project.path(`dist/main.${extension}`)
    await build({ ...PROGRAM, entryPoints: [project.path('consumers/program/main.mjs')], outfile, format })
    await project.takePackageAway()
    await assert.rejects(
      run(process.execPath, [outfile, gateway.address()]),
      /leave the package "libfx" external; and the WebAssembly module cannot be used: .*pass it as `wasm`/,
    )
    await putModule(project.path('dist'))
    assert.equal(await gateway.hear((url) => run(process.execPath, [outfile, url.href])), `${WASM} ${TOLD}`)
  })
}
