// Turns of every kind, in `lanes` lanes, for `seconds`; and what is left of them afterwards.

import { getEventListeners } from 'node:events'
import { createFxAgent } from 'libfx'
import { collect, eventually, input, memory, openSockets, progress, report, resources, sleep } from '../support/program.mjs'
import { kinds, sharedSignal } from '../support/soak-turns.mjs'

const { urls, lanes, seconds } = input
const SAMPLE_MS = 500
const PROGRESS_MS = 10_000

const warnings = []
process.on('warning', (warning) => warnings.push(String(warning)))

let created = 0
let freed = 0
const agents = new FinalizationRegistry(() => (freed += 1))

await collect()
const before = { resources: resources(), sockets: openSockets() }
const ending = performance.now() + seconds * 1000
const done = Object.fromEntries(Object.keys(kinds).map((kind) => [kind, 0]))
const samples = []

await Promise.all([sample(), ...Array.from({ length: lanes }, (_, lane) => drive(lane))])
progress('waiting for what is left')
const allFreed = await eventually(() => freed === created)
await eventually(() => resources().length <= before.resources.length)
report({
  done,
  samples,
  warnings,
  agents: { created, freed, allFreed },
  listeners: getEventListeners(sharedSignal, 'abort').length,
  sockets: { before: before.sockets, after: openSockets() },
  resources: { before: before.resources, after: resources() },
})

/** One kind after another, in an order of the lane's own. */
async function drive(lane) {
  while (performance.now() < ending) {
    for (const kind of shuffled(Object.keys(kinds))) {
      if (performance.now() >= ending) return
      await kinds[kind]((options) => create(urls[kind][lane], options)).catch((error) => {
        throw new Error(`a turn of the kind ${kind} went wrong`, { cause: error })
      })
      done[kind] += 1
    }
  }
}

async function create(gatewayChatUrl, options) {
  created += 1
  const agent = await createFxAgent({ apiKey: 'k', gatewayChatUrl, ...options })
  agents.register(agent, undefined)
  return agent
}

/** What the process holds once garbage is gone, over and over. */
async function sample() {
  let nextProgress = performance.now() + PROGRESS_MS
  while (performance.now() < ending) {
    await sleep(SAMPLE_MS)
    globalThis.gc()
    const { heapUsed, external } = process.memoryUsage()
    const taken = { heap: heapUsed / 2 ** 20, external: external / 2 ** 20, own: memory(), sockets: openSockets() }
    samples.push(taken)
    if (performance.now() < nextProgress) continue
    nextProgress += PROGRESS_MS
    const visits = Object.values(done).reduce((sum, count) => sum + count, 0)
    progress(`${visits} conversations, heap ${taken.heap.toFixed(1)} MiB, memory ${taken.own.toFixed(1)} MiB, ${taken.sockets} sockets`)
  }
}

function shuffled(items) {
  const order = items.map((item) => [Math.random(), item])
  return order.sort(([a], [b]) => a - b).map(([, item]) => item)
}
