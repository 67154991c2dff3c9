// Workers that are terminated in mid-turn, while an agent of the main thread goes on.

import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { createFxAgent } from 'libfx'
import { eventually, input, openSockets, progress, report, resources } from '../support/program.mjs'

const { urls, oneByOne, atOnce, expected } = input

/** The states of a turn that a worker is terminated in. */
const STATES = ['streaming', 'running-tool', 'own-fetch', 'just-sent', 'cancelling']
const WORKER = new URL('./worker.mjs', import.meta.url)

const agent = await createFxAgent({ apiKey: 'k', gatewayChatUrl: urls.counting })
const before = { resources: resources(), sockets: openSockets() }

let terminating = true
const talking = talk()
for (let at = 0; at < oneByOne; at += 1) {
  await terminateOne(STATES[at % STATES.length])
  if ((at + 1) % 10 === 0) progress(`${at + 1} workers terminated, one after another`)
}
await Promise.all(Array.from({ length: atOnce }, (_, at) => terminateOne(STATES[at % STATES.length])))
progress(`${atOnce} workers terminated at once`)
terminating = false
const replies = await talking
const workersGone = await eventually(() => openSockets() <= before.sockets)
await agent.close()
await eventually(() => resources().length <= before.resources.length)

report({
  terminated: oneByOne + atOnce,
  replies,
  workersGone,
  resources: { before: before.resources, after: resources() },
})

/** Reads replies for as long as workers are terminated; says how many there were. */
async function talk() {
  let replies = 0
  while (terminating) {
    const turn = agent.prompt('count')
    let said = ''
    for await (const { delta } of turn) said += delta
    if (said !== expected) throw new Error(`the reply was ${JSON.stringify(said)}`)
    replies += 1
  }
  return replies
}

/** Starts a worker and terminates it once its turn has reached `state`. */
async function terminateOne(state) {
  const worker = new Worker(WORKER, { workerData: { state, urls } })
  const [reached] = await Promise.race([once(worker, 'message'), once(worker, 'exit')])
  if (reached !== state) throw new Error(`the worker ended before it was ${state}`)
  await worker.terminate()
}
