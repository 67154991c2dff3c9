// Takes all measurements, rounds interleaved, each in its own process, and reports: see README.md.

import { execFile } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs, promisify } from 'node:util'
import { describeEnvironment } from './environment.mjs'
import { MEASUREMENTS } from './measurements.mjs'
import { report } from './report.mjs'
import { startServer } from './server-process.mjs'
import { summary } from './statistics.mjs'

const { values: options } = parseArgs({
  options: { rounds: { type: 'string', default: '7' }, only: { type: 'string' }, json: { type: 'string' } },
})
const chosen = options.only ? MEASUREMENTS.filter(({ group }) => options.only.split(',').includes(group)) : MEASUREMENTS
if (chosen.length === 0) throw new Error(`--only: expected some of ${[...new Set(MEASUREMENTS.map((m) => m.group))]}`)

const environment = await describeEnvironment(['libfx', 'ai', '@ai-sdk/gateway', 'openai'])
const server = await startServer()
const { origins } = server

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
server.stop()

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
