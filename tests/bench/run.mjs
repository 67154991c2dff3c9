// Takes all measurements, rounds interleaved, each in its own process, and reports: see README.md.

import { execFile, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { cpus, loadavg } from 'node:os'
import { once } from 'node:events'
import path from 'node:path'
import { parseArgs, promisify } from 'node:util'
import { MEASUREMENTS } from './measurements.mjs'
import { report } from './report.mjs'
import { summary } from './statistics.mjs'

const { values: options } = parseArgs({
  options: { rounds: { type: 'string', default: '7' }, only: { type: 'string' }, json: { type: 'string' } },
})
const chosen = options.only ? MEASUREMENTS.filter(({ group }) => options.only.split(',').includes(group)) : MEASUREMENTS
if (chosen.length === 0) throw new Error(`--only: expected some of ${[...new Set(MEASUREMENTS.map((m) => m.group))]}`)

const environment = await describeEnvironment()
const server = spawn(process.execPath, [path.join(import.meta.dirname, 'server.mjs')], {
  stdio: ['pipe', 'pipe', 'inherit'],
})
const [line] = await once(createInterface(server.stdout), 'line')
const origins = JSON.parse(line)

const results = []
for (const measurement of chosen) {
  const started = performance.now()
  const samples = await sample(measurement, Number(options.rounds))
  process.stderr.write(`  ${seconds(started).padStart(7)} s  ${measurement.title}\n`)
  results.push({
    ...measurement,
    clients: measurement.clients.map((client) => ({ client, samples: samples[client], ...summary(samples[client]) })),
  })
}
server.stdin.end()

if (options.json) {
  await mkdir(path.dirname(options.json), { recursive: true })
  await writeFile(options.json, `${JSON.stringify({ environment, results }, null, 2)}\n`)
}
console.log(report(environment, results))

/** Every client once a round, each round beginning with another, so that a slow moment of the machine hits all alike. */
async function sample(measurement, rounds) {
  const samples = Object.fromEntries(measurement.clients.map((client) => [client, []]))
  for (let round = 0; round < rounds; round++) {
    const first = round % measurement.clients.length
    const order = [...measurement.clients.slice(first), ...measurement.clients.slice(0, first)]
    for (const client of order) samples[client].push(await take(measurement, client))
  }
  return samples
}

async function take({ program, options = {} }, client) {
  const main = path.join(import.meta.dirname, 'measure/main.mjs')
  const words = [program, client, JSON.stringify(origins), JSON.stringify(options)]
  const { stdout } = await promisify(execFile)(process.execPath, ['--expose-gc', main, ...words])
  return JSON.parse(stdout)
}

function seconds(since) {
  return ((performance.now() - since) / 1000).toFixed(1)
}

async function describeEnvironment() {
  const versions = await Promise.all(
    ['libfx', 'ai', '@ai-sdk/gateway', 'openai'].map(async (name) => {
      const manifest = path.join(import.meta.dirname, 'node_modules', name, 'package.json')
      return [name, JSON.parse(await readFile(manifest, 'utf8')).version]
    }),
  )
  return {
    node: process.version,
    processor: `${cpus().length} × ${cpus()[0].model}`,
    load: loadavg()[0],
    packages: Object.fromEntries(versions),
  }
}
