// Node.js, each version: LIBFX_NODE_PROGRAMS lists the programs, this one is the default.

import assert from 'node:assert/strict'
import path from 'node:path'
import { test } from 'node:test'
import { consumer } from './support/folders.mjs'
import { TOLD, useGateway } from './support/gateway.mjs'
import { run } from './support/processes.mjs'

const NODES = process.env.LIBFX_NODE_PROGRAMS?.split(path.delimiter) ?? [process.execPath]

const gateway = useGateway()

for (const node of NODES) {
  const version = await run(node, ['--version'])
  for (const program of ['main.mjs', 'main.cjs']) {
    test(`${program} on Node.js ${version}`, async () => {
      assert.equal(await gateway.hear((url) => run(node, [consumer(`program/${program}`), url.href])), `native ${TOLD}`)
    })
  }
}
