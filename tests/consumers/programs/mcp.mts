// MCP: the client of the official SDK as it is, and clients of one's own.
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { createFxAgent } from 'libfx'
import { createMcpAdapter } from 'libfx/mcp'
import type { McpAdapter, McpClient, McpOptions, McpPromptChoice } from 'libfx/mcp'
import type { AgentOptions, HostTool } from 'libfx'

const sdk = new Client({ name: 'consumer', version: '1.0.0' })
export const asInterface: McpClient = sdk

interface ListResult {
  tools: { name: string }[]
  nextCursor?: string
}

class OwnClient {
  async listTools(params?: { cursor?: string }): Promise<ListResult> {
    return params?.cursor === undefined ? { tools: [], nextCursor: 'next' } : { tools: [] }
  }

  callTool(
    params: { name: string; arguments?: Record<string, unknown> },
    _schema?: unknown,
    options?: { signal?: AbortSignal },
  ) {
    options?.signal?.throwIfAborted()
    return { content: [{ type: 'text', text: params.name }] }
  }
}

const prompts: McpPromptChoice[] = ['greet', { name: 'review', arguments: { language: 'de' } }]
const options: McpOptions = { prefix: 'fs_', resources: ['file:///a.md'], prompts, backend: 'wasm' }

export async function use(): Promise<string> {
  const first: McpAdapter = await createMcpAdapter(sdk, options)
  const second = await createMcpAdapter(new OwnClient())
  const own: HostTool = { name: 'own', description: '', inputSchema: {}, execute: () => 'done' }
  const agentOptions: AgentOptions = {
    apiKey: 'k',
    tools: [...first.tools, ...second.tools, own],
    instructions: [first.instructions, second.instructions],
  }
  const agent = await createFxAgent(agentOptions)
  await agent.close()
  await first.close()
  return first.instructions
}

export async function refused(): Promise<void> {
  // @ts-expect-error: a client calls tools.
  await createMcpAdapter({ listTools: () => ({ tools: [] }) })
  // @ts-expect-error: a page is an object.
  await createMcpAdapter({ listTools: () => 'tools', callTool: () => ({}) })
  // @ts-expect-error: there is no such option.
  await createMcpAdapter(sdk, { perfix: 'fs_' })
}
