// webpack, without configuration: it sees the modules and copies them.

import assert from 'node:assert/strict'
import path from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import webpack from 'webpack'
import { WASM } from './support/backend.mjs'
import { useBrowser } from './support/browser.mjs'
import { consumer } from './support/folders.mjs'
import { ENDED, TOLD, useGateway } from './support/gateway.mjs'
import { emptyFolder, putPage } from './support/output.mjs'
import { run } from './support/processes.mjs'
import { useProject } from './support/project.mjs'

const gateway = useGateway()
const browser = useBrowser()

async function pack(options) {
  const stats = await promisify(webpack)({ mode: 'production', ...options })
  assert.equal(stats.toString({ all: false, errors: true }), '')
}

test(`a page built by webpack ${webpack.version}`, async () => {
  const folder = await emptyFolder('webpack')
  await pack({ entry: consumer('page/main.js'), output: { path: folder } })
  await putPage('index.html', folder)
  assert.equal(await gateway.hear((url) => browser.read(gateway.built('webpack/index.html'), url)), TOLD)
})

test('a page with the terminal', async () => {
  const folder = await emptyFolder('webpack-terminal')
  await pack({ entry: consumer('page/terminal.js'), output: { path: folder } })
  await putPage('index.html', folder)
  assert.equal(await browser.watch(gateway.built('webpack-terminal/index.html')), ENDED)
})

test('a program with the package in it runs natively beside the package, and on WebAssembly without it', async (context) => {
  const project = await useProject(context)
  const output = { path: project.path('dist'), filename: 'main.cjs' }
  await pack({ target: 'node', context: project.path('.'), entry: project.path('consumers/program/main.mjs'), output })
  const program = path.join(output.path, output.filename)
  const ask = () => gateway.hear((url) => run(process.execPath, [program, url.href]))
  assert.equal(await ask(), `native ${TOLD}`)
  await project.takePackageAway()
  assert.equal(await ask(), `${WASM} ${TOLD}`)
})
