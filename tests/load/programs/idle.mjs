// `agents` agents that do nothing. The process has to end by itself although none is closed.

import { createFxAgent } from 'libfx'
import { collect, input, memory, progress, report, resources, sleep, threads } from '../support/program.mjs'

const AT_ONCE = 500

progress(`creating ${input.agents} agents`)
const first = await create()
await collect()
const before = { memory: memory(), threads: threads() }

const agents = [first]
while (agents.length < input.agents) {
  agents.push(...(await Promise.all(Array.from({ length: AT_ONCE }, create))))
}
await collect()
const afterwards = { memory: memory(), threads: threads(), resources: resources() }

progress('idle')
const cpu = process.cpuUsage()
await sleep(1000)
const { user, system } = process.cpuUsage(cpu)

progress('ending')
globalThis.held = agents
report({ created: agents.length - 1, before, after: afterwards, idleCpuMs: (user + system) / 1000 })

function create() {
  return createFxAgent({
    apiKey: 'k',
    instructions: 'Be brief.',
    tools: [
      {
        name: 'weather',
        description: 'The weather of a city',
        inputSchema: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
        execute: ({ city }) => city,
      },
    ],
    onEvent() {},
  })
}
