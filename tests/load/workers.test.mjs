// Threads of JavaScript that end in the middle of a turn.

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { FINISH, calls, startGateway, text, toolCall } from '../node/support/gateway.mjs'
import { openConnections } from './support/records.mjs'
import { run } from './support/run.mjs'

const ONE_BY_ONE = 50
const AT_ONCE = 8
const DELTAS = 100

let gateway
before(async () => {
  gateway = await startGateway()
})
after(() => gateway?.stop())

test('58 workers are terminated in mid-turn, and the agent of another thread does not notice', async (t) => {
  const forever = (reply) => gateway.session({ replies: [reply], cycle: true })
  const sessions = {
    counting: await forever({ parts: [{ $repeat: DELTAS, parts: [text('{i} ')] }, FINISH], pauseMs: 5 }),
    endless: await forever({ parts: [{ $repeat: 1_000_000, parts: [text('on and on ')] }], pauseMs: 1 }),
    // Its connections would otherwise serve again, and be open for that.
    calling: await forever({ ...calls(toolCall('c', 'act')), headers: { connection: 'close' } }),
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
