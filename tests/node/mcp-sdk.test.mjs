// MCP adapters over clients of the official SDK, connected to real servers.

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { createFxAgent } from 'libfx'
import { createMcpAdapter } from 'libfx/mcp'
import { answer, calls, startGateway, toolCall } from './support/gateway.mjs'

const EVERYTHING = fileURLToPath(import.meta.resolve('@modelcontextprotocol/server-everything/dist/index.js'))

let gateway
before(async () => {
  gateway = await startGateway()
})
after(() => gateway?.stop())

/** A client of the reference server, which runs as a process of its own, and the number of that process. */
async function everything() {
  const client = new Client({ name: 'libfx-tests', version: '1.0.0' })
  const transport = new StdioClientTransport({ command: process.execPath, args: [EVERYTHING, 'stdio'], stderr: 'ignore' })
  await client.connect(transport)
  return { client, pid: transport.pid }
}

/** A client of a server in this process whose one tool does `run`. */
async function inMemory(run) {
  const server = new McpServer({ name: 'libfx-tests', version: '1.0.0' })
  server.registerTool('run', { description: 'Runs.' }, run)
  const [serverSide, clientSide] = InMemoryTransport.createLinkedPair()
  const client = new Client({ name: 'libfx-tests', version: '1.0.0' })
  await Promise.all([server.connect(serverSide), client.connect(clientSide)])
  return client
}

/** A turn that calls tools and then answers: what an agent read of it, and the requests it made. */
async function turnWith(adapter, ...toolCalls) {
  const session = await gateway.session([calls(...toolCalls), answer('ok')])
  const { tools, instructions } = adapter
  const agent = await createFxAgent({ apiKey: 'k', gatewayChatUrl: session.url, tools, instructions })
  const turn = agent.prompt('go')
  const events = []
  for await (const event of turn) events.push(event)
  const { stopReason } = await turn.result
  await agent.close()
  return { stopReason, ends: events.filter(({ type }) => type === 'tool_end'), requests: await session.requests() }
}

for (const backend of ['native', 'wasm']) {
  test(`${backend}: the reference server’s tools keep their schemas, and every kind of content arrives`, async () => {
    const { client } = await everything()
    const adapter = await createMcpAdapter(client, { backend, prefix: 'every_' })
    const { tools: listed } = await client.listTools()
    assert.deepEqual(
      adapter.tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema })),
      listed.map(({ name, description, inputSchema }) => ({ name: `every_${name}`, description, inputSchema })),
    )
    const wanted = {
      'every_echo': [{ message: 'grüezi 😀' }, /^Echo: grüezi 😀$/],
      'every_get-sum': [{ a: 2, b: 3 }, /5/],
      'every_get-structured-content': [{ location: 'Chicago' }, /"temperature"/],
      'every_get-resource-links': [{ count: 2 }, /: demo:\/\/resource\//],
      'every_get-resource-reference': [{ resourceType: 'Text', resourceId: 1 }, /Resource/],
      'every_get-annotated-message': [{ messageType: 'error', includeImage: true }, /Error/],
      'every_get-tiny-image': [{}, /image/],
    }
    const made = Object.entries(wanted).map(([name, [input]], at) => toolCall(`c${at}`, name, input))
    const { stopReason, ends, requests } = await turnWith(adapter, ...made)
    assert.equal(stopReason, 'end_turn')
    for (const [name, [, expected]] of Object.entries(wanted)) {
      const { isError, content } = ends.find((end) => end.name === name)
      assert.equal(isError, false, name)
      assert.match(content, expected, name)
    }
    assert.match(JSON.stringify(requests[1].body.prompt.at(-1)), /"image\/png"/)
    await adapter.close()
    await assert.rejects(client.ping(), 'the client is closed with its adapter')
  })

  test(`${backend}: resources and prompts of the reference server reach the model as instructions`, async () => {
    const { client } = await everything()
    const uri = 'demo://resource/static/document/features.md'
    const prompts = ['simple-prompt', { name: 'args-prompt', arguments: { city: 'Bern' } }]
    const adapter = await createMcpAdapter(client, { backend, resources: [uri], prompts })
    assert.match(adapter.instructions, new RegExp(`^<resource uri="${uri}">\n[^]+\n</resource>\n\n<prompt name="simple-prompt">\n`))
    assert.match(adapter.instructions, /<prompt name="args-prompt">\n[^]*Bern[^]*\n<\/prompt>$/)
    const { requests } = await turnWith(adapter, toolCall('c1', 'echo', { message: 'a' }))
    assert.equal(requests[0].body.prompt[0].content, adapter.instructions)
    await adapter.close()
  })

  test(`${backend}: arguments that the server refuses are a failed result, and the turn goes on`, async () => {
    const { client } = await everything()
    const adapter = await createMcpAdapter(client, { backend })
    const { stopReason, ends } = await turnWith(adapter, toolCall('c1', 'get-sum', { a: 'two' }))
    assert.deepEqual([stopReason, ends[0].isError], ['end_turn', true])
    assert.match(ends[0].content, /expected number/)
    await adapter.close()
  })

  test(`${backend}: a server that is killed in mid-call is a failed result, and the turn goes on`, async () => {
    const { client, pid } = await everything()
    const adapter = await createMcpAdapter(client, { backend })
    const [call] = adapter.tools.filter(({ name }) => name === 'trigger-long-running-operation')
    const killing = {
      ...call,
      execute(...args) {
        const running = call.execute(...args)
        process.kill(pid)
        return running
      },
    }
    const tools = [killing]
    const { stopReason, ends } = await turnWith({ tools }, toolCall('c1', call.name, { duration: 60 }))
    assert.deepEqual([stopReason, ends[0].isError], ['end_turn', true])
    assert.match(ends[0].content, /Connection closed/)
    await adapter.close()
  })

  test(`${backend}: a cancelled turn cancels the call at the server`, async () => {
    let begin
    const began = new Promise((resolve) => (begin = resolve))
    const client = await inMemory(({ signal }) => {
      begin(signal)
      return new Promise((resolve) => signal.addEventListener('abort', () => resolve({ content: [] })))
    })
    const adapter = await createMcpAdapter(client, { backend })
    const session = await gateway.session([calls(toolCall('c1', 'run'))])
    const agent = await createFxAgent({ apiKey: 'k', gatewayChatUrl: session.url, tools: adapter.tools })
    const turn = agent.prompt('go')
    const reading = (async () => {
      for await (const _ of turn);
    })()
    const signal = await began
    const aborted = new Promise((resolve) => signal.addEventListener('abort', resolve))
    turn.cancel()
    await Promise.all([aborted, reading])
    assert.equal((await turn.result).stopReason, 'cancelled')
    await agent.close()
    await adapter.close()
  })

  test(`${backend}: the client’s own limit of time is a failed result, and the turn goes on`, async () => {
    const client = await inMemory(() => new Promise(() => {}))
    const impatient = {
      listTools: (params) => client.listTools(params),
      callTool: (params, schema, options) => client.callTool(params, schema, { ...options, timeout: 50 }),
    }
    const adapter = await createMcpAdapter(impatient, { backend })
    const { stopReason, ends } = await turnWith(adapter, toolCall('c1', 'run'))
    assert.deepEqual([stopReason, ends[0].isError], ['end_turn', true])
    assert.match(ends[0].content, /Request timed out/)
    await client.close()
  })
}
