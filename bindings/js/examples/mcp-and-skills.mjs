// An agent that works on a folder: with the tools of the filesystem MCP server, and with every skill of a folder of skills.
//
//   AI_GATEWAY_API_KEY=… node mcp-and-skills.mjs FOLDER SKILLS 'Tidy up my notes.'
//
// SKILLS holds a folder for each skill, with a SKILL.md in it. The server lets its tools reach FOLDER and nothing else. A
// fourth argument is the address of a server on this machine that speaks the Gateway's protocol.

import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { createFxAgent } from 'libfx'
import { createMcpAdapter } from 'libfx/mcp'
import { createSkillsAdapter, loadSkillFile } from 'libfx/skills/node'

const [folder, skillsFolder, prompt, gatewayChatUrl] = process.argv.slice(2)

const client = new Client({ name: 'mcp-and-skills', version: '1.0.0' })
const server = { command: 'npx', args: ['--yes', '@modelcontextprotocol/server-filesystem', folder] }
await client.connect(new StdioClientTransport(server))
const files = await createMcpAdapter(client, { prefix: 'fs_' })

const names = (await readdir(skillsFolder)).sort()
const skills = createSkillsAdapter(
  await Promise.all(names.map((name) => loadSkillFile(path.join(skillsFolder, name, 'SKILL.md')))),
)

const agent = await createFxAgent({
  apiKey: process.env.AI_GATEWAY_API_KEY ?? 'none',
  gatewayChatUrl,
  instructions: [`You work on the folder ${folder}.`, skills.instructions],
  tools: [...files.tools, ...skills.tools],
})
for await (const event of agent.prompt(prompt)) {
  if (event.type === 'text_delta') process.stdout.write(event.delta)
  if (event.type === 'tool_start') console.log(`\n[${event.name} ${JSON.stringify(event.input)}]`)
}
await agent.close()
await files.close()
