// Deno: it decides by its permissions which backend there is.

import assert from 'node:assert/strict'
import path from 'node:path'
import { test } from 'node:test'
import { DIST, consumer, tool, versionOf } from './support/folders.mjs'
import { TOLD, useGateway } from './support/gateway.mjs'
import { run } from './support/processes.mjs'

const gateway = useGateway()

/** What the program tells with these permissions. Deno's own files stay below the suite's. */
function deno(...permissions) {
  const program = consumer('program/main.mjs')
  const env = { DENO_DIR: path.join(DIST, 'deno') }
  return gateway.hear((url) => run(tool('deno'), ['run', '--no-prompt', ...permissions, program, url.href], { env }))
}

test(`a program on Deno ${versionOf('deno')} that may load native code`, async () => {
  assert.equal(await deno('--allow-read', '--allow-net', '--allow-ffi'), `native ${TOLD}`)
})

test('a program that may not runs on WebAssembly', async () => {
  assert.equal(await deno('--allow-read', '--allow-net'), `wasm-jspi ${TOLD}`)
})
