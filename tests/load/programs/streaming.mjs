// `agents` agents that stream at once: over connections that end with their reply, over ones that are kept, over those again.

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
await eventually(() => openSockets() <= before.sockets)
const socketsAfterClosing = openSockets()
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
  const all = await Promise.all(Array.from({ length: agents }, () => createFxAgent({ apiKey: 'k', gatewayChatUrl })))
  let waiting = 0
  let open
  const gate = new Promise((resolve) => {
    open = resolve
  })
  const pass = () => {
    waiting += 1
    if (waiting === agents) open()
    return gate
  }
  // An agent that fails opens the gate: the others would wait for it for ever.
  const outcomes = await Promise.allSettled(all.map((agent) => readReply(agent, pass).finally(open)))
  for (const { reason } of outcomes) if (reason) wrong.push(String(reason).slice(0, 300))
  progress(`${outcomes.length} replies read, ${wrong.length} wrong`)
}

/** Reads one reply, waiting for `pass` after its first event. */
async function readReply(agent, pass) {
  const turn = agent.prompt('count')
  let said = ''
  for await (const { delta } of turn) {
    if (said === '') await pass()
    said += delta
  }
  const { stopReason } = await turn.result
  if (stopReason !== 'end_turn' || said !== expected) throw new Error(`${stopReason} after ${JSON.stringify(said)}`)
  await agent.close()
}
