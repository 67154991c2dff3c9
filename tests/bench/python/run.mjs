// Measures the Python package beside others, rounds interleaved, each in a process of its own: see ../README.md.

import { execFile } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs, promisify } from 'node:util'
import { describeEnvironment } from '../environment.mjs'
import { DELTAS, LONG_TEXT_LENGTH } from '../replies.mjs'
import { comparison } from '../report.mjs'
import { startServer } from '../server-process.mjs'
import { summary } from '../statistics.mjs'

const CLIENTS = { libfx: 'libfx', openai: '`openai`', httpx: 'bare `httpx` + `json.loads`' }

const { values: options } = parseArgs({
  options: { rounds: { type: 'string', default: '5' }, python: { type: 'string' }, json: { type: 'string' } },
})
if (options.python === undefined) throw new Error('--python: required, an interpreter that has the packages')

const run = promisify(execFile)
const server = await startServer()
const samples = Object.fromEntries(Object.keys(CLIENTS).map((client) => [client, []]))
for (let round = 0; round < Number(options.rounds); round++) {
  for (const client of Object.keys(CLIENTS)) samples[client].push(await take(client))
}
server.stop()

const { stdout: version } = await run(options.python, ['--version'])
const environment = { ...(await describeEnvironment([])), packages: { Python: version.trim().replace('Python ', '') } }
const results = Object.entries(samples).map(([client, taken]) => ({ name: CLIENTS[client], samples: taken, ...summary(taken) }))
if (options.json) {
  await mkdir(path.dirname(options.json), { recursive: true })
  await writeFile(options.json, `${JSON.stringify({ environment, results }, null, 2)}\n`)
}
console.log(
  comparison(environment, 'Python bench', results, {
    deltasPerSecond: 'deltas a second',
    cpuMs: 'CPU of 20,000 deltas, ms',
    firstEventMs: 'first event beyond the server’s time, ms',
    createMs: 'import and creation, ms',
    peakMiB: 'peak memory, MiB',
  }),
)

async function take(client) {
  const program = path.join(import.meta.dirname, 'measure.py')
  const { stdout } = await run(options.python, [program, client, JSON.stringify(server.origins), String(LONG_TEXT_LENGTH), String(DELTAS)])
  const { asked, longReplies, ...sample } = JSON.parse(stdout)
  return { ...sample, firstEventMs: await server.firstEventMs({ asked, longReplies }) }
}
