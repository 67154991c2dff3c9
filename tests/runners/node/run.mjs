// The Node runner of the scenarios: `node run.mjs [--topic T] [--case C] [--json FILE] [--jobs N]`.
//
// Runs against the staged package (LIBFX_PACKAGE_DIR) and the scripted Gateway (LIBFX_GATEWAY). The format, and what a
// runner owes, are in tests/scenarios/README.md.
import { readFile, readdir, writeFile } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { pathToFileURL, fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { observe } from './application.mjs'
import { Gateway } from './gateway.mjs'

/** The backend that is tested: LIBFX_BACKEND, or the native addon. */
const BACKEND = process.env.LIBFX_BACKEND ?? 'native'
const LANGUAGE = { native: 'node', wasm: 'node-wasm' }[BACKEND]
const FEATURES = ['javascript-options', 'javascript-values', 'second-reader']

const repository = fileURLToPath(new URL('../../..', import.meta.url))
const { values: flags } = parseArgs({
  options: {
    topic: { type: 'string' },
    case: { type: 'string' },
    json: { type: 'string' },
    jobs: { type: 'string', default: '8' },
  },
})

async function main() {
  const scenarios = await load(join(repository, 'tests/scenarios'))
  if (scenarios.length === 0) throw new Error('no scenario passes the filter')
  const libfx = await import(await entry(process.env.LIBFX_PACKAGE_DIR ?? join(repository, 'target/stage/npm/libfx')))
  const gateway = await Gateway.start(process.env.LIBFX_GATEWAY ?? join(repository, 'target/debug/libfx-gateway'))
  const results = []
  const run = async (scenario) => results.push(print(await runOne(libfx, gateway, scenario)))
  await runSome(scenarios.filter((scenario) => !scenario.file.alone), Number(flags.jobs), run)
  await runSome(scenarios.filter((scenario) => scenario.file.alone), 1, run)
  gateway.stop()
  results.sort((a, b) => (a.case < b.case ? -1 : 1))
  if (flags.json) await writeFile(flags.json, JSON.stringify({ language: LANGUAGE, results }, null, 2))
  const count = (status) => results.filter((result) => result.status === status).length
  console.log(`${count('passed')} passed, ${count('failed')} failed, ${count('gap')} skipped`)
  process.exitCode = count('failed') > 0 ? 1 : 0
}

/** The cases that pass the filter, as `{ id, file }`. */
async function load(root) {
  const folders = (await readdir(root, { withFileTypes: true })).filter((entry) => entry.isDirectory())
  const topics = folders.map((folder) => folder.name).filter((topic) => !flags.topic || topic === flags.topic)
  const scenarios = []
  for (const topic of topics.sort()) {
    for (const path of (await readdir(join(root, topic))).sort()) {
      const name = basename(path, '.json')
      if (flags.case && name !== flags.case) continue
      scenarios.push({ id: `${topic}/${name}`, file: JSON.parse(await readFile(join(root, topic, path), 'utf8')) })
    }
  }
  return scenarios
}

/** The URL of what `import 'libfx'` gives in Node. */
async function entry(directory) {
  let target = JSON.parse(await readFile(join(directory, 'package.json'), 'utf8')).exports['.']
  while (typeof target === 'object') target = target.node ?? target.import ?? target.default
  return pathToFileURL(resolve(directory, target))
}

async function runSome(scenarios, jobs, run) {
  const waiting = scenarios.values()
  const work = async () => {
    for (const scenario of waiting) await run(scenario)
  }
  await Promise.all(Array.from({ length: jobs }, work))
}

async function runOne(libfx, gateway, { id, file }) {
  const lacking = file.needs?.find((feature) => !FEATURES.includes(feature))
  if (lacking) return { case: id, status: 'absent', ms: 0, message: `needs ${lacking}` }
  const began = performance.now()
  const session = await gateway.open(Array.isArray(file.gateway) ? { replies: file.gateway } : (file.gateway ?? { replies: [] }))
  const failures = await gateway.judge(session, file, await observe(libfx, file, session))
  const ms = Math.round(performance.now() - began)
  return { case: id, ms, ...outcome(failures, file.gaps?.[LANGUAGE]) }
}

function outcome(failures, gap) {
  if (gap === undefined) {
    return failures.length === 0 ? { status: 'passed' } : { status: 'failed', message: failures.join('\n') }
  }
  if (failures.length > 0) return { status: 'gap', message: gap }
  return { status: 'failed', message: 'passes, although it is listed as a gap: take it out of `gaps`' }
}

function print(result) {
  const indented = result.message?.replaceAll('\n', '\n  ')
  if (result.status === 'passed') console.log(`ok   ${result.case} (${result.ms} ms)`)
  else if (result.status !== 'failed') console.log(`${result.status} ${result.case}: ${result.message}`)
  else console.log(`FAIL ${result.case}\n  ${indented}`)
  return result
}

await main()
