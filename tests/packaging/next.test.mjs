// Next.js: production builds, deployed as the standalone server away from where they were built, with a route handler, and a
// page whose component runs in the browser.

import assert from 'node:assert/strict'
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { WASM } from './support/backend.mjs'
import { useBrowser } from './support/browser.mjs'
import { consumer, tool, versionOf } from './support/folders.mjs'
import { TOLD, useGateway } from './support/gateway.mjs'
import { run, serve } from './support/processes.mjs'

const APPLICATION = consumer('next')
const BUILD = path.join(APPLICATION, '.next')

const gateway = useGateway()
const browser = useBrowser()

test(`Next.js ${versionOf('next')} without configuration`, async (context) => {
  const deployed = await deploy(context, {})
  await serving(deployed, async (address) => {
    assert.equal(await askRoute(address), `native ${TOLD}`, 'the route handler')
    assert.equal(await gateway.hear((url) => browser.read(address, url)), TOLD, 'the page')
  })
  await takeAddonAway(deployed)
  await serving(deployed, async (address) => {
    assert.equal(await askRoute(address), `${WASM} ${TOLD}`, 'the route handler without the addon')
  })
})

test('with the package external', async (context) => {
  const deployed = await deploy(context, { EXTERNAL: 'libfx' })
  await serving(deployed, async (address) => assert.equal(await askRoute(address), `native ${TOLD}`))
})

/** Builds the application and copies what the documentation says is to be deployed into a folder of its own. */
async function deploy(context, env) {
  await run(tool('next'), ['build', APPLICATION], { env: { GATEWAY: gateway.address(), ...env } })
  const folder = await mkdtemp(path.join(tmpdir(), 'libfx-next-'))
  context.after(() => rm(folder, { recursive: true }))
  await cp(path.join(BUILD, 'standalone'), folder, { recursive: true })
  await cp(path.join(BUILD, 'static'), path.join(folder, 'consumers/next/.next/static'), { recursive: true })
  return folder
}

async function takeAddonAway(deployed) {
  const folder = path.join(deployed, 'node_modules/libfx')
  const addons = (await readdir(folder)).filter((file) => file.endsWith('.node'))
  assert.equal(addons.length, 1)
  await rm(path.join(folder, addons[0]))
}

/** Starts the server for as long as `use` takes. */
async function serving(deployed, use) {
  const port = await freePort()
  const env = { PORT: String(port), HOSTNAME: '127.0.0.1' }
  const words = [path.join(deployed, 'consumers/next/server.js')]
  const server = await serve(process.execPath, words, { cwd: deployed, env, ready: /Ready/ })
  try {
    await use(`http://127.0.0.1:${port}/`)
  } finally {
    await server.stop()
  }
}

/** The server takes no free port by itself. */
async function freePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address()
  await new Promise((resolve) => server.close(resolve))
  return port
}

function askRoute(address) {
  return gateway.hear(async (url) => (await fetch(`${address}ask?gateway=${url}`)).text())
}
