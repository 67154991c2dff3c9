// Reads a reply as fast as it comes, and says how long it was.

import { createFxAgent } from 'libfx'
import { input, memory, progress, report, watchMemory } from '../support/program.mjs'

const agent = await createFxAgent({ apiKey: 'k', gatewayChatUrl: input.url })
const before = memory()
const stopWatching = watchMemory()

const turn = agent.prompt('tell me everything')
let read = 0
for await (const { delta } of turn) {
  if ((read >> 24) !== ((read + delta.length) >> 24)) progress(`${read >> 20} MiB read`)
  read += delta.length
}
const { stopReason } = await turn.result
await agent.close()
report({ stopReason, read, memory: { before, peak: stopWatching() } })
