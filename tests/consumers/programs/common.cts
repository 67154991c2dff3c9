// CommonJS, as Node.js runs it.
import libfx = require('libfx')
import node = require('libfx/node')
import mcp = require('libfx/mcp')
import skills = require('libfx/skills')
import skillFiles = require('libfx/skills/node')

const tool: libfx.HostTool = { name: 'a', description: '', inputSchema: {}, execute: () => 1 }

async function main(): Promise<void> {
  const agent: libfx.Agent = await libfx.createFxAgent({ apiKey: 'k', tools: [tool] })
  const other: node.Agent = await node.createFxAgent({ apiKey: 'k' })
  for await (const event of agent.prompt('a')) if (event.type === 'text_delta') console.log(event.delta)
  await Promise.all([agent.close(), other.close()])
  const record: skills.SkillRecord = await skillFiles.loadSkillFile('a.md')
  console.log(skills.createSkillsAdapter([record]).instructions, mcp.createMcpAdapter)
  const { createFxAgent } = await import('libfx/browser')
  const same: typeof libfx.createFxAgent = createFxAgent
  console.log(same, libfx.FxError)
}

void main()
