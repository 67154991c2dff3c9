// An hour's worth of turns in two minutes, of every kind and ending in every way: nothing adds up.

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startGateway } from '../node/support/gateway.mjs'
import { violationsOf } from './support/records.mjs'
import { run } from './support/run.mjs'
import { repliesOf } from './support/soak-replies.mjs'

const SECONDS = Number(process.env.LIBFX_SOAK_SECONDS ?? 120)
const LANES = 8

/** A connection for each lane, and for the turns that were dropped and go on; far fewer than turns. */
const MOST_SOCKETS = 4 * LANES

/**
 * The last quarter may hold this much more than the second; the first one warms up. Between them lie about 20,000
 * conversations: a hundred bytes that each leaves on the heap of JavaScript, or half a kilobyte in native memory (which its
 * allocator gives back when it likes), is more than this.
 */
const TOLERANCE = { heap: { share: 0.1, mib: 1 }, external: { share: 0.1, mib: 1 }, own: { share: 0.1, mib: 4 } }

let gateway
before(async () => {
  gateway = await startGateway()
})
after(() => gateway?.stop())

test('a soak of turns of every kind leaves nothing behind', async (t) => {
  const sessions = await openSessions()
  const urls = Object.fromEntries(Object.entries(sessions).map(([kind, lanes]) => [kind, lanes.map(({ url }) => url)]))
  const input = { urls, lanes: LANES, seconds: SECONDS }
  const result = await run('soak', input, { flags: ['--expose-gc'], seconds: SECONDS })

  t.diagnostic(JSON.stringify(result.done))
  for (const [kind, count] of Object.entries(result.done)) assert.ok(count > 0, `no turn of the kind ${kind}`)
  for (const session of Object.values(sessions).flat()) assert.deepEqual(await violationsOf(session), [])

  for (const [what, { share, mib }] of Object.entries(TOLERANCE)) {
    const [, second, , last] = quarters(result.samples).map((samples) => median(samples.map((sample) => sample[what])))
    t.diagnostic(`${what}: ${second.toFixed(2)} MiB in the second quarter, ${last.toFixed(2)} MiB in the last`)
    assert.ok(last <= second * (1 + share) + mib, `${what} grew from ${second} to ${last} MiB`)
  }

  t.diagnostic(`agents: ${JSON.stringify(result.agents)}, sockets: ${JSON.stringify(result.sockets)}`)
  assert.ok(result.agents.allFreed, JSON.stringify(result.agents))
  assert.ok(result.sockets.after <= result.sockets.before + MOST_SOCKETS, JSON.stringify(result.sockets))
  assert.equal(result.listeners, 0)
  assert.deepEqual(result.resources.after, result.resources.before)
  assert.deepEqual(result.warnings, [])
})

/** For each kind of turn and each lane a session of its own, so that replies come in order. */
async function openSessions() {
  const kinds = Object.entries(repliesOf).map(async ([kind, replies]) => {
    const lanes = Array.from({ length: LANES }, () => gateway.session({ replies, cycle: true }))
    return [kind, await Promise.all(lanes)]
  })
  return Object.fromEntries(await Promise.all(kinds))
}

function quarters(samples) {
  const length = samples.length / 4
  return [0, 1, 2, 3].map((at) => samples.slice(Math.floor(at * length), Math.floor((at + 1) * length)))
}

function median(numbers) {
  return numbers.toSorted((a, b) => a - b)[numbers.length >> 1]
}
