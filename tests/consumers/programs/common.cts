// CommonJS, in both of its spellings.
import libfx = require('libfx')
import { createFxAgent, type Agent, type HostTool } from 'libfx/node'

const tool: HostTool = { name: 'a', description: '', inputSchema: {}, execute: () => 1 }

async function main(): Promise<void> {
  const agent: Agent = await createFxAgent({ apiKey: 'k', tools: [tool] })
  const other: libfx.Agent = await libfx.createFxAgent({ apiKey: 'k' })
  for await (const event of agent.prompt('a')) if (event.type === 'text_delta') console.log(event.delta)
  await Promise.all([agent.close(), other.close()])
  const same: typeof libfx.createFxAgent = createFxAgent
  console.log(same, libfx.FxError)
}

void main()
