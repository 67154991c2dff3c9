// Threads of JavaScript that end in the middle of a turn.

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { FINISH, calls, startGateway, text, toolCall } from '../node/support/gateway.mjs'
import { openConnections } from './support/records.mjs'
import { run } from './support/run.mjs'

const ONE_BY_ONE = 50
const AT_ONCE = 8
const DELTAS = 100

/** So that a connection which stays open is one that was forgotten, not one that waits to serve again. */
const CLOSING = { connection: 'close' }

let gateway
before(async () => {
  gateway = await startGateway()
})
after(() => gateway?.stop())

test('58 workers are terminated in mid-turn, and the agent of another thread does not notice', async (t) => {
  const forever = (reply) => gateway.session({ replies: [reply], cycle: true })
  const sessions = {
    counting: await forever({ parts: [{ $repeat: DELTAS, parts: [text('{i} ')] }, FINISH], pauseMs: 5, headers: CLOSING }),
    endless: await forever({ parts: [{ $repeat: 1_000_000, parts: [text('on and on ')] }], pauseMs: 1 }),
    calling: await forever({ ...calls(toolCall('c', 'act')), headers: CLOSING }),
  }
  const { terminated, replies, workersGone, resources } = await run('workers', {
    urls: Object.fromEntries(Object.entries(sessions).map(([name, { url }]) => [name, url])),
    oneByOne: ONE_BY_ONE,
    atOnce: AT_ONCE,
    expected: Array.from({ length: DELTAS }, (_, at) => `${at} `).join(''),
  })
  t.diagnostic(`${terminated} workers terminated during ${replies} replies`)
  assert.equal(terminated, ONE_BY_ONE + AT_ONCE)
  assert.ok(replies > 0)
  assert.ok(workersGone, 'the connections of terminated workers are closed while the process goes on')
  assert.deepEqual(resources.after, resources.before)
  assert.equal(await openConnections(sessions.endless), 0)
})
