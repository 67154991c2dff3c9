// Bun, as a runtime and as a bundler.

import assert from 'node:assert/strict'
import path from 'node:path'
import { test } from 'node:test'
import { useBrowser } from './support/browser.mjs'
import { consumer, tool, versionOf } from './support/folders.mjs'
import { TOLD, useGateway } from './support/gateway.mjs'
import { emptyFolder, putModule, putPage } from './support/output.mjs'
import { run } from './support/processes.mjs'

const BUN = tool('bun')

const gateway = useGateway()
const browser = useBrowser()

for (const program of ['main.mjs', 'main.cjs']) {
  test(`${program} on Bun ${versionOf('bun')}`, async () => {
    const told = await gateway.hear((url) => run(BUN, [consumer(`program/${program}`), url.href]))
    assert.equal(told, `native ${TOLD}`)
  })
}

test('a program with the package in it', async () => {
  const outfile = path.join(await emptyFolder('bun'), 'main.mjs')
  await run(BUN, ['build', '--target=bun', `--outfile=${outfile}`, consumer('program/main.mjs')])
  assert.equal(await gateway.hear((url) => run(BUN, [outfile, url.href])), `native ${TOLD}`)
})

test('a page, with the module put beside it', async () => {
  const folder = await emptyFolder('bun-page')
  await run(BUN, ['build', '--target=browser', `--outdir=${folder}`, consumer('page/main.js')])
  await putPage('index.html', folder)
  await putModule(folder)
  assert.equal(await gateway.hear((url) => browser.read(gateway.built('bun-page/index.html'), url)), TOLD)
})
