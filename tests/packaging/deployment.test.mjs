// Deployments of traced files (@vercel/nft): what reads a program to see which files it needs, as many hosts do, finds all of
// the package that runs.

import assert from 'node:assert/strict'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { nodeFileTrace } from '@vercel/nft'
import { SUITE, consumer, versionOf } from './support/folders.mjs'
import { TOLD, useGateway } from './support/gateway.mjs'
import { run } from './support/processes.mjs'

const gateway = useGateway()

for (const program of ['main.mjs', 'main.cjs']) {
  test(`the files of ${program} that @vercel/nft ${versionOf('@vercel/nft')} traces`, async (context) => {
    const { fileList } = await nodeFileTrace([consumer(`program/${program}`)], { base: SUITE })
    const folder = await mkdtemp(path.join(tmpdir(), 'libfx-deployment-'))
    context.after(() => rm(folder, { recursive: true }))
    for (const file of fileList) await cp(path.join(SUITE, file), path.join(folder, file), { recursive: true })

    const deployed = path.join(folder, 'consumers/program', program)
    assert.equal(await gateway.hear((url) => run(process.execPath, [deployed, url.href])), `native ${TOLD}`)
    for (const asset of ['libfx.wasm', 'libfx-terminal.wasm']) assert.ok(fileList.has(`node_modules/libfx/${asset}`), asset)
  })
}
