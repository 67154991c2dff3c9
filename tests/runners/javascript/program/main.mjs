// A runner as a program: takes the flags, runs the cases that pass them, prints and writes what became of each. The format,
// and what a runner owes, are in tests/scenarios/README.md.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { loadScenarios } from './corpus.mjs'
import { Gateway } from './gateway.mjs'

const repository = fileURLToPath(new URL('../../../..', import.meta.url))

/** The folder of the package under test. */
export const PACKAGE = process.env.LIBFX_PACKAGE_DIR ?? join(repository, 'target/stage/npm/installed/node_modules/libfx')

/**
 * Runs the corpus as `language`, which has `features`.
 *
 * @param jobs how many cases run at a time, if no flag says so
 * @param files what the Gateway serves: folders by their names
 * @param open `open(gateway)` gives `{ observe(scenario, session), close() }`
 */
export async function main({ language, features, jobs, files, open }) {
  const { values: flags } = parseArgs({
    options: {
      topic: { type: 'string' },
      case: { type: 'string' },
      json: { type: 'string' },
      jobs: { type: 'string', default: String(jobs) },
    },
  })
  const scenarios = await loadScenarios(join(repository, 'tests/scenarios'), flags)
  if (scenarios.length === 0) throw new Error('no scenario passes the filter')
  const gateway = await Gateway.start(process.env.LIBFX_GATEWAY ?? join(repository, 'target/debug/libfx-gateway'), files)
  const runner = new Runner(language, features, gateway, await open(gateway))
  await runner.runSome(scenarios.filter((scenario) => !scenario.file.alone), Number(flags.jobs))
  await runner.runSome(scenarios.filter((scenario) => scenario.file.alone), 1)
  await runner.close()
  const results = runner.results.sort((a, b) => (a.case < b.case ? -1 : 1))
  if (flags.json) await writeFile(flags.json, JSON.stringify({ language, results }, null, 2))
  const count = (status) => results.filter((result) => result.status === status).length
  console.log(`${count('passed')} passed, ${count('failed')} failed, ${count('gap')} skipped`)
  process.exitCode = count('failed') > 0 ? 1 : 0
}

class Runner {
  results = []
  #language
  #features
  #gateway
  #place

  constructor(language, features, gateway, place) {
    this.#language = language
    this.#features = features
    this.#gateway = gateway
    this.#place = place
  }

  async runSome(scenarios, jobs) {
    const waiting = scenarios.values()
    const work = async () => {
      for (const scenario of waiting) this.results.push(print(await this.#run(scenario)))
    }
    await Promise.all(Array.from({ length: jobs }, work))
  }

  async close() {
    await this.#place.close()
    this.#gateway.stop()
  }

  async #run({ id, file }) {
    const lacking = file.needs?.find((feature) => !this.#features.includes(feature))
    if (lacking) return { case: id, status: 'absent', ms: 0, message: `needs ${lacking}` }
    const began = performance.now()
    const session = await this.#gateway.open(scriptOf(file))
    const failures = await this.#gateway.judge(session, file, await this.#place.observe(file, session))
    const ms = Math.round(performance.now() - began)
    return { case: id, ms, ...outcome(failures, file.gaps?.[this.#language]) }
  }
}

function scriptOf({ gateway = [] }) {
  return Array.isArray(gateway) ? { replies: gateway } : gateway
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
