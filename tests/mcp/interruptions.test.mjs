// Calls that do not end by themselves: cancelled, out of time, or at a server that dies. The server writes a journal, so that
// the tests know what has reached it.

import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, test } from 'node:test'
import { createMcpAdapter } from 'libfx/mcp'
import { until } from '../servers/support/server.mjs'
import { answer, BACKENDS, calls, createAgent, read, toolCall } from './support/agents.mjs'
import { everything, paged } from './support/connections.mjs'

const LIMIT_MS = 30_000

let folder
before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'libfx-mcp-'))
})
after(() => rm(folder, { recursive: true, force: true }))

let journals = 0

/** A call that waits until something happens to it, and `says(word)`, which waits until the server has noted that. */
function waitingCall(id) {
  const journal = path.join(folder, `journal-${(journals += 1)}`)
  const says = (word) => until(LIMIT_MS, async () => (await readFile(journal, 'utf8').catch(() => '')) === word)
  return { call: toolCall(id, 'wait', { journal }), says }
}

/** The client with a limit of its own to how long a call may take: long enough for the call to begin. */
function impatient(client) {
  return {
    listTools: (params) => client.listTools(params),
    callTool: (params, schema, options) => client.callTool(params, schema, { ...options, timeout: 2_000 }),
  }
}

for (const backend of BACKENDS) {
  for (const [transport, connect] of Object.entries(paged)) {
    const title = `${backend}, ${transport}`

    test(`${title}: cancelling a turn cancels the call at the server, which goes on serving`, async () => {
      const { client } = await connect()
      const { tools } = await createMcpAdapter(client, { backend })
      const { call, says } = waitingCall('long')
      const division = toolCall('next', 'divide', { dividend: 9, divisor: 3 })
      const { agent } = await createAgent([calls(call), calls(division), answer('ok')], { tools })
      const turn = agent.prompt('go')
      const reading = read(turn)
      await says('begun')
      turn.cancel()
      assert.equal((await reading).stopReason, 'cancelled')
      await says('cancelled')
      const { stopReason, results } = await read(agent.prompt('again'))
      assert.deepEqual([stopReason, results.next], ['end_turn', { isError: false, content: '3.0\n{"result":3}' }])
    })

    test(`${title}: a call beyond the client's own limit of time is a failed result, and the turn goes on`, async () => {
      const { client } = await connect()
      const { tools } = await createMcpAdapter(impatient(client), { backend })
      const { call, says } = waitingCall('long')
      const { agent } = await createAgent([calls(call), answer('ok')], { tools })
      const { stopReason, results } = await read(agent.prompt('go'))
      assert.deepEqual([stopReason, results.long.isError], ['end_turn', true])
      assert.match(results.long.content, /Request timed out/)
      await says('cancelled')
    })
  }

  test(`${backend}, stdio: a server that dies in mid-call is a failed result, and the agent goes on with the others`, async () => {
    const [dying, other] = [await paged.stdio(), await everything.stdio()]
    const adapters = [
      await createMcpAdapter(dying.client, { backend }),
      await createMcpAdapter(other.client, { backend }),
    ]
    const { call, says } = waitingCall('long')
    const next = [toolCall('dead', 'divide', { dividend: 1, divisor: 1 }), toolCall('alive', 'echo', { message: 'a' })]
    const replies = [calls(call), answer('ok'), calls(...next), answer('ok')]
    const { agent } = await createAgent(replies, { tools: adapters.flatMap(({ tools }) => tools) })
    const reading = read(agent.prompt('go'))
    await says('begun')
    await dying.kill()
    assert.deepEqual(await reading, {
      stopReason: 'end_turn',
      results: { long: { isError: true, content: 'MCP error -32000: Connection closed' } },
    })
    assert.deepEqual(await read(agent.prompt('again')), {
      stopReason: 'end_turn',
      results: { dead: { isError: true, content: 'Not connected' }, alive: { isError: false, content: 'Echo: a' } },
    })
    for (const adapter of adapters) await adapter.close()
  })

  test(`${backend}, streamable HTTP: a server that dies in mid-call is a failed result once the client gives up`, async () => {
    const { client, kill } = await paged['streamable HTTP']()
    // The client of the SDK does not tell of a connection that broke: its limit of time has to.
    const { tools } = await createMcpAdapter(impatient(client), { backend })
    const { call, says } = waitingCall('long')
    const next = toolCall('dead', 'divide', { dividend: 1, divisor: 1 })
    const { agent } = await createAgent([calls(call), answer('ok'), calls(next), answer('ok')], { tools })
    const reading = read(agent.prompt('go'))
    await says('begun')
    await kill()
    assert.deepEqual(await reading, {
      stopReason: 'end_turn',
      results: { long: { isError: true, content: 'MCP error -32001: Request timed out' } },
    })
    const { stopReason, results } = await read(agent.prompt('again'))
    assert.deepEqual([stopReason, results.dead], ['end_turn', { isError: true, content: 'fetch failed' }])
  })
}
