// Rollup: it leaves the address of the module as it is, so the module is put beside the bundle.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nodeResolve } from '@rollup/plugin-node-resolve'
import { VERSION, rollup } from 'rollup'
import { useBrowser } from './support/browser.mjs'
import { consumer } from './support/folders.mjs'
import { TOLD, useGateway } from './support/gateway.mjs'
import { emptyFolder, putModule, putPage } from './support/output.mjs'

const gateway = useGateway()
const browser = useBrowser()

test(`a page built by Rollup ${VERSION}`, async () => {
  const folder = await emptyFolder('rollup')
  const bundle = await rollup({ input: consumer('page/main.js'), plugins: [nodeResolve()] })
  await bundle.write({ dir: folder })
  await putPage('index.html', folder)
  await putModule(folder)
  assert.equal(await gateway.hear((url) => browser.read(gateway.built('rollup/index.html'), url)), TOLD)
})
