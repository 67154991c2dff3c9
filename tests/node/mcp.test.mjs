// MCP adapters in JavaScript: how the client is called, what the tools are, and how long all of it lives. What an adapter
// makes of servers and their answers is in tests/scenarios.

import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import { setTimeout as sleep } from 'node:timers/promises'
import { after, before, test } from 'node:test'
import { createFxAgent, FxError } from 'libfx'
import { createMcpAdapter } from 'libfx/mcp'
import { answer, calls, startGateway, toolCall } from './support/gateway.mjs'
import { ScriptedClient, said } from './support/mcp-client.mjs'

let gateway
before(async () => {
  gateway = await startGateway()
})
after(() => gateway?.stop())

/** Runs a turn that calls tools and reads its events to the end. */
async function turnWith(tools, ...toolCalls) {
  const session = await gateway.session([calls(...toolCalls), answer('ok')])
  const agent = await createFxAgent({ apiKey: 'k', gatewayChatUrl: session.url, tools })
  const events = []
  for await (const event of agent.prompt('go')) events.push(event)
  await agent.close()
  return events.filter(({ type }) => type === 'tool_end')
}

/** A client whose calls wait until their signal is aborted. */
function waitingClient() {
  return new ScriptedClient(['wait'], (_, { signal }) => {
    return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
  })
}

for (const backend of ['native', 'wasm']) {
  const adapterOf = (client, options) => createMcpAdapter(client, { backend, ...options })

  test(`${backend}: the client is called through itself, with arguments that are absent or there, and never null`, async () => {
    const client = new ScriptedClient(['a'])
    const listTools = client.listTools.bind(client)
    client.listTools = async (...args) => ({ ...(await listTools(...args)), nextCursor: args[0] ? undefined : 'p2' })
    await assert.rejects(adapterOf(client), { code: 'LIBFX_MCP_FAILED' })
    assert.deepEqual(client.callsOf('listTools'), [[undefined], [{ cursor: 'p2' }]])

    const single = new ScriptedClient(['a'])
    const { tools } = await adapterOf(single)
    assert.equal(await tools[0].execute({ n: 1 }, { signal: new AbortController().signal, toolCallId: 'c1' }), 'done')
    const [[params, schema, options]] = single.callsOf('callTool')
    assert.deepEqual([params, schema, Object.keys(options)], [{ name: 'a', arguments: { n: 1 } }, undefined, ['signal']])
    assert.ok(options.signal instanceof AbortSignal && !options.signal.aborted)
  })

  test(`${backend}: a tool is a plain object like any other, and knows what the server says of it`, async () => {
    const inputSchema = { type: 'object', $defs: { Q: { type: 'object' } }, properties: { q: { $ref: '#/$defs/Q' } } }
    const { tools, instructions } = await adapterOf(new ScriptedClient([{ name: 'a.b', description: 'does', inputSchema }]))
    assert.equal(instructions, '')
    const [{ execute, ...described }] = tools
    assert.deepEqual(described, { name: 'a_b', description: 'does', inputSchema })
    assert.equal(await execute({}), 'done', 'without a receiver and without a context')
    assert.equal(await { ...tools[0], name: 'renamed' }.execute({}, { signal: AbortSignal.timeout(5_000) }), 'done')
  })

  test(`${backend}: what the client throws is the message of the failure`, async () => {
    const failing = new ScriptedClient(['a'], () => {
      throw new Error('the server is on fire')
    })
    const { tools } = await adapterOf(failing)
    await assert.rejects(tools[0].execute({}), { name: 'Error', message: 'the server is on fire' })
    const [{ isError, content }] = await turnWith(tools, toolCall('c1', 'a'))
    assert.deepEqual([isError, content], [true, 'the server is on fire'])
    const unreachable = { listTools: () => Promise.reject(new Error('offline')), callTool() {} }
    await assert.rejects(adapterOf(unreachable), (error) => {
      assert.ok(error instanceof FxError)
      assert.deepEqual([error.code, error.message], ['LIBFX_MCP_FAILED', 'client.listTools failed: offline'])
      return true
    })
  })

  test(`${backend}: a failed creation says what is wrong with the arguments`, async () => {
    const client = new ScriptedClient([])
    for (const [args, message] of [
      [[null], 'client: expected an object, got null'],
      [[{ listTools() {} }], 'client.callTool: required, expected a function'],
      [[client, { perfix: 'a' }], 'options.perfix: unknown property, did you mean "prefix"?'],
      [[client, { prefix: 'a b' }], 'options.prefix: expected a match of [A-Za-z0-9_-]*, got "a b"'],
      [[client, { resources: ['a:b'] }], 'client.readResource: required for options.resources, expected a function'],
    ]) {
      await assert.rejects(adapterOf(...args), { name: 'TypeError', code: 'LIBFX_INVALID_ARGUMENT', message })
    }
  })

  test(`${backend}: aborting the signal of a call ends it at once and reaches the client`, async () => {
    const client = waitingClient()
    const { tools } = await adapterOf(client)
    const controller = new AbortController()
    const waiting = tools[0].execute({}, { signal: controller.signal, toolCallId: 'c1' })
    while (client.callsOf('callTool').length === 0) await sleep(1)
    controller.abort('enough')
    await assert.rejects(waiting, (reason) => reason === 'enough')
    const [[, , { signal }]] = client.callsOf('callTool')
    while (!signal.aborted) await sleep(1)
    const aborted = tools[0].execute({}, { signal: AbortSignal.abort('before'), toolCallId: 'c2' })
    await assert.rejects(aborted, (reason) => reason === 'before')
    assert.equal(client.callsOf('callTool').length, 1, 'an aborted call is not made')
  })

  test(`${backend}: cancelling a turn reaches the client`, async () => {
    const client = waitingClient()
    const { tools } = await adapterOf(client)
    const session = await gateway.session([calls(toolCall('c1', 'wait'))])
    const agent = await createFxAgent({ apiKey: 'k', gatewayChatUrl: session.url, tools })
    const turn = agent.prompt('go')
    for await (const event of turn) if (event.type === 'tool_start') break
    assert.deepEqual((await turn.result).stopReason, 'cancelled')
    for (const [, , { signal }] of client.callsOf('callTool')) while (!signal.aborted) await sleep(1)
    await agent.close()
  })

  test(`${backend}: the client is closed once, after any number of calls`, async () => {
    const client = new ScriptedClient(['a'])
    const adapter = await adapterOf(client)
    await Promise.all([adapter.close(), adapter.close()])
    await adapter.close()
    assert.equal(client.callsOf('close').length, 1)
    const closeless = await adapterOf({ listTools: () => ({ tools: [] }), callTool() {} })
    await closeless.close()
  })

  test(`${backend}: adapters compose with each other and with tools of the application`, async () => {
    const files = await adapterOf(new ScriptedClient(['read'], () => said('from files')), { prefix: 'files_' })
    const notes = await adapterOf(new ScriptedClient(['read'], () => said('from notes')), { prefix: 'notes_' })
    const own = { name: 'own', description: '', inputSchema: {}, execute: () => 'from here' }
    const names = ['files_read', 'notes_read', 'own']
    const ends = await turnWith(
      [...files.tools, ...notes.tools, own],
      ...names.map((name, at) => toolCall(`c${at}`, name)),
    )
    const contents = names.map((name) => ends.find((end) => end.name === name).content)
    assert.deepEqual(contents, ['from files', 'from notes', 'from here'])
  })

  test(`${backend}: images reach the model as images`, async () => {
    const image = { type: 'image', mimeType: 'image/png', data: 'iVBORw0KGgo=' }
    const { tools } = await adapterOf(new ScriptedClient(['draw'], () => ({ content: [image] })))
    assert.deepEqual(await tools[0].execute({}), { type: 'libfx.tool-result', text: '', images: [image] })
  })

  test(`${backend}: data of a server that looks like the layer's own stays data`, async () => {
    const schema = { type: 'object', $fx: 'object', id: 0, members: {} }
    const client = new ScriptedClient([{ name: 'a', inputSchema: schema }], ({ arguments: given }) => ({
      content: [],
      structuredContent: given,
    }))
    const { tools } = await adapterOf(client)
    assert.deepEqual(tools[0].inputSchema, schema)
    const input = { $fx: 'undefined', nested: [{ $fx: 'function', id: 0 }] }
    assert.deepEqual(JSON.parse(await tools[0].execute(input)), input)
    assert.deepEqual(client.callsOf('callTool')[0][0].arguments, input)
  })
}

test('CommonJS has the same function', async () => {
  const { createMcpAdapter: required } = createRequire(import.meta.url)('libfx/mcp')
  const { tools } = await required(new ScriptedClient(['a']))
  assert.equal(await tools[0].execute({}), 'done')
})
