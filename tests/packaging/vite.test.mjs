// Vite: the development server and the build. Only what serves the Gateway is configured.

import assert from 'node:assert/strict'
import path from 'node:path'
import { test } from 'node:test'
import * as vite from 'vite'
import * as vite7 from 'vite-7'
import { useBrowser } from './support/browser.mjs'
import { DIST, consumer } from './support/folders.mjs'
import { ENDED, TOLD, useGateway } from './support/gateway.mjs'

const PROJECT = { root: consumer('page'), configFile: false, logLevel: 'warn' }

const gateway = useGateway()
const browser = useBrowser()

for (const { version, createServer } of [vite, vite7]) {
  test(`the development server of Vite ${version}`, async () => {
    const server = await createServer({
      ...PROJECT,
      forceOptimizeDeps: true,
      server: { host: '127.0.0.1', port: 0, proxy: { '/s/': gateway.address() } },
    })
    try {
      await server.listen()
      const [page] = server.resolvedUrls.local
      assert.equal(await gateway.hear((url) => browser.read(page, url)), TOLD)
      assert.equal(await browser.watch(new URL('terminal.html', page).href), ENDED)
    } finally {
      await server.close()
    }
  })
}

test(`pages built by Vite ${vite.version}`, async () => {
  const input = ['index.html', 'terminal.html'].map((page) => consumer(`page/${page}`))
  const build = { outDir: path.join(DIST, 'vite'), emptyOutDir: true, rollupOptions: { input } }
  await vite.build({ ...PROJECT, base: './', build })
  assert.equal(await gateway.hear((url) => browser.read(gateway.built('vite/index.html'), url)), TOLD)
  assert.equal(await browser.watch(gateway.built('vite/terminal.html')), ENDED)
})
