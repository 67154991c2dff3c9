// A thousand agents of one process that stream at once.

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { FINISH, startGateway, text } from '../node/support/gateway.mjs'
import { connectionsOf, openConnections, violationsOf } from './support/records.mjs'
import { run } from './support/run.mjs'

const AGENTS = 1000
const DELTAS = 200

/**
 * Memory of an agent in mid-reply, in KiB: the state of its turn and of its HTTP exchange, and the few events that wait.
 * Unoptimized Rust and the JavaScript of the test are in it.
 */
const MOST_KIB_PER_AGENT = 256

/** Slow enough that all replies overlap, and still only a few seconds. */
const COUNTING = {
  parts: [{ $repeat: DELTAS, parts: [text('{i} ')] }, FINISH],
  pauseMs: 20,
}
const expected = Array.from({ length: DELTAS }, (_, at) => `${at} `).join('')

let gateway
before(async () => {
  gateway = await startGateway()
})
after(() => gateway?.stop())

test('1,000 agents stream at once: every reply is whole, memory is bounded and nothing stays open', async (t) => {
  const closing = await gateway.session({ replies: [{ ...COUNTING, headers: { connection: 'close' } }], cycle: true })
  const keeping = await gateway.session({ replies: [COUNTING], cycle: true })
  const input = { agents: AGENTS, expected, closing: closing.url, keeping: keeping.url }
  const { wrong, memory, sockets, resources } = await run('streaming', input, { flags: ['--expose-gc'] })

  assert.deepEqual(wrong, [])
  assert.deepEqual(await violationsOf(closing), [])
  assert.deepEqual(await violationsOf(keeping), [])
  t.diagnostic(`most replies at one moment: ${mostAtOnce(await closing.requests())}`)

  t.diagnostic(`memory: ${memory.before.toFixed(1)} MiB before, ${memory.peak.toFixed(1)} MiB at most`)
  assert.ok((memory.peak - memory.before) * 1024 < AGENTS * MOST_KIB_PER_AGENT, JSON.stringify(memory))

  t.diagnostic(`sockets: ${JSON.stringify(sockets)}`)
  assert.equal(sockets.afterClosing, sockets.before, 'a connection that the Gateway closes is closed')
  assert.ok(sockets.afterKeeping <= sockets.before + AGENTS, 'a connection that is kept is one of the pool')
  assert.equal((await connectionsOf(closing)).length, AGENTS)
  assert.ok((await connectionsOf(keeping)).length < 2 * AGENTS, 'kept connections serve again')
  assert.deepEqual(resources.after, resources.before)
  assert.equal(await openConnections(closing), 0)
  assert.equal(await openConnections(keeping), 0)
})

/** The most requests that were being answered at one moment, from the Gateway's clock. */
function mostAtOnce(requests) {
  const changes = requests.flatMap(({ receivedAtMs, endedAtMs }) => [[receivedAtMs, 1], [endedAtMs, -1]])
  changes.sort(([a], [b]) => a - b)
  let now = 0
  return changes.reduce((most, [, change]) => Math.max(most, (now += change)), 0)
}
