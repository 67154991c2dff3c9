// Reads a huge reply at `bytesPerSecond` for `seconds`, and cancels.

import { createFxAgent } from 'libfx'
import { input, memory, progress, report, sleep, watchMemory } from '../support/program.mjs'

const { url, bytesPerSecond, seconds } = input
const agent = await createFxAgent({ apiKey: 'k', gatewayChatUrl: url })
const before = memory()
const stopWatching = watchMemory()

const turn = agent.prompt('tell me everything')
const started = performance.now()
const ending = started + seconds * 1000
setTimeout(() => turn.cancel(), seconds * 1000)
progress(`reading ${bytesPerSecond} bytes a second`)
let events = 0
let read = 0
for await (const { delta } of turn) {
  events += 1
  read += delta.length
  const due = started + (read / bytesPerSecond) * 1000
  await sleep(Math.min(due, ending) - performance.now())
}
const { stopReason } = await turn.result
progress(`${stopReason} after ${read} bytes in ${events} events`)
report({ stopReason, read, events, memory: { before, peak: stopWatching() } })
