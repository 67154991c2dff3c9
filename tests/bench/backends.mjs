// Measures the backends beside each other, rounds interleaved, each in a process or page of its own: see README.md.

import { execFile } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs, promisify } from 'node:util'
import { chromium } from 'playwright-core'
import { PAGE } from './backends/files.mjs'
import { describeEnvironment } from './environment.mjs'
import { comparison } from './report.mjs'
import { startServer } from './server-process.mjs'
import { summary } from './statistics.mjs'

const { values: options } = parseArgs({
  options: { rounds: { type: 'string', default: '5' }, chromium: { type: 'string' }, json: { type: 'string' } },
})
if (options.chromium === undefined) throw new Error('--chromium: required, the path of the browser')

const server = await startServer('--page')
const browser = await chromium.launch({
  executablePath: options.chromium,
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking', '--disable-sync'],
})
const origin = server.origins.page
const gateways = { short: `${origin}/short`, burst: `${origin}/burst` }
const backends = {
  [`native, Node ${process.version}`]: () => inNode('native'),
  [`WebAssembly, Node ${process.version}`]: () => inNode('wasm'),
  [`WebAssembly, Chromium ${browser.version()}`]: inPage,
}
const samples = Object.fromEntries(Object.keys(backends).map((name) => [name, []]))
for (let round = 0; round < Number(options.rounds); round++) {
  for (const [name, take] of Object.entries(backends)) samples[name].push(await sampleOf(take))
}
await browser.close()
server.stop()

const results = Object.entries(samples).map(([name, taken]) => ({ name, samples: taken, ...summary(taken) }))
const environment = await describeEnvironment(['libfx'])
if (options.json) {
  await mkdir(path.dirname(options.json), { recursive: true })
  await writeFile(options.json, `${JSON.stringify({ environment, results }, null, 2)}\n`)
}
console.log(
  comparison(environment, 'Backends', results, {
    firstCreationMs: 'first creation, ms',
    creationMs: 'creation, module at hand, ms',
    firstEventMs: 'first event beyond the server’s time, ms',
    deltasPerSecond: 'deltas a second',
  }),
)

/** One measurement; from what was waited for first events, the server's own time is taken off. */
async function sampleOf(take) {
  const { asked, longReplies, ...sample } = await take()
  return { ...sample, firstEventMs: await server.firstEventMs({ asked, longReplies }) }
}

async function inNode(backend) {
  const program = path.join(import.meta.dirname, 'backends/node.mjs')
  const words = [backend, JSON.stringify(gateways)]
  const { stdout } = await promisify(execFile)(process.execPath, [program, ...words])
  return JSON.parse(stdout)
}

async function inPage() {
  const page = await browser.newPage()
  await page.goto(`${origin}${PAGE}`)
  await page.waitForFunction(() => 'measureBackend' in globalThis)
  const sample = await page.evaluate((gateways) => globalThis.measureBackend(gateways), gateways)
  await page.close()
  return sample
}
