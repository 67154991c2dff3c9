// Cloudflare's workerd, with a worker that is bundled as their own tools do it: `.wasm` files stay outside of the bundle.

import assert from 'node:assert/strict'
import path from 'node:path'
import { after, before, test } from 'node:test'
import { build } from 'esbuild'
import { consumer, tool, versionOf } from './support/folders.mjs'
import { TOLD, useGateway } from './support/gateway.mjs'
import { emptyFolder } from './support/output.mjs'
import { serve } from './support/processes.mjs'

const CONTROL = 3

const gateway = useGateway()
let worker
let address
before(async () => {
  const outfile = path.join(await emptyFolder('workerd'), 'worker.js')
  await build({
    entryPoints: [consumer('workerd/worker.js')],
    outfile,
    bundle: true,
    format: 'esm',
    conditions: ['workerd', 'worker', 'browser'],
    external: ['*.wasm'],
    logLevel: 'silent',
  })
  const words = ['serve', consumer('workerd/worker.capnp'), `--control-fd=${CONTROL}`]
  worker = await serve(tool('workerd'), words, { lines: CONTROL, ready: /"port":(\d+)/ })
  address = `http://127.0.0.1:${worker.found[1]}`
})
after(() => worker?.stop())

async function request(pathname, gatewayUrl) {
  const response = await fetch(`${address}${pathname}?gateway=${gatewayUrl}`)
  return response.text()
}

for (const [entry, pathname] of [
  ['libfx', '/'],
  ['libfx/wasm', '/wasm'],
]) {
  test(`a worker that imports ${entry} on workerd ${versionOf('workerd')}`, async () => {
    assert.equal(await gateway.hear((url) => request(pathname, url)), TOLD)
  })
}

test('a worker that does not pass the module is told to', async () => {
  assert.match(await request('/none', gateway.address()), /^LIBFX_WASM_LOAD_FAILED: .* pass it as `wasm`$/)
})
