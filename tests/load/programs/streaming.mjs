// `agents` agents that stream at once, twice: over connections that end with their reply, and over ones that are kept.

import { createFxAgent } from 'libfx'
import { collect, eventually, input, memory, openSockets, progress, report, resources, watchMemory } from '../support/program.mjs'

const { closing, keeping, agents, expected } = input

progress(`${agents} agents that begin at once`)
await (await createFxAgent({ apiKey: 'k' })).close()
await collect()
const before = { memory: memory(), resources: resources(), sockets: openSockets() }
const stopWatching = watchMemory()

const wrong = []
await round(closing)
const socketsAfterClosing = await settledSockets(before.sockets)
await round(keeping)
const socketsAfterKeeping = openSockets()
progress('a second time over the connections that were kept')
await round(keeping)

const peak = stopWatching()
await eventually(() => resources().length === before.resources.length)
report({
  wrong,
  memory: { before: before.memory, peak },
  sockets: { before: before.sockets, afterClosing: socketsAfterClosing, afterKeeping: socketsAfterKeeping },
  resources: { before: before.resources, after: resources() },
})

/** Every agent prompts once; none reads on before all have read something, so that all are in mid-reply at one moment. */
async function round(gatewayChatUrl) {
  const all = await Promise.all(
    Array.from({ length: agents }, () => createFxAgent({ apiKey: 'k', gatewayChatUrl })),
  )
  let streaming = 0
  let begin
  const begun = new Promise((resolve) => {
    begin = resolve
  })
  const outcomes = await Promise.allSettled(
    all.map(async (agent) => {
      const turn = agent.prompt('count')
      let said = ''
      for await (const { delta } of turn) {
        if (said === '' && (streaming += 1) === agents) begin()
        said += delta
        await begun
      }
      const { stopReason } = await turn.result
      if (stopReason !== 'end_turn' || said !== expected) throw new Error(`${stopReason} after ${JSON.stringify(said)}`)
      await agent.close()
    }),
  )
  for (const { reason } of outcomes) if (reason) wrong.push(String(reason).slice(0, 300))
  progress(`${outcomes.length} replies read, ${wrong.length} wrong`)
}

async function settledSockets(wanted) {
  await eventually(() => openSockets() <= wanted, 10_000)
  return openSockets()
}
