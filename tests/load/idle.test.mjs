// Ten thousand agents that wait for a prompt.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { run } from './support/run.mjs'

const AGENTS = 10_000

/** A few KiB on either side, for an agent with a tool and a listener, in an unoptimized build. */
const MOST_KIB_PER_AGENT = 32

/** In a second. Nothing should run at all, but the collector may. */
const MOST_IDLE_CPU_MS = 500

test('10,000 idle agents cost a few KiB each, no threads, no time, and do not keep the process', async (t) => {
  const { created, before, after, idleCpuMs } = await run('idle', { agents: AGENTS }, { flags: ['--expose-gc'] })
  assert.equal(created, AGENTS)
  const kibPerAgent = ((after.memory - before.memory) * 1024) / created
  t.diagnostic(`${kibPerAgent.toFixed(1)} KiB an agent, ${idleCpuMs.toFixed(0)} ms of CPU time in an idle second`)
  assert.ok(kibPerAgent < MOST_KIB_PER_AGENT, `${kibPerAgent} KiB an agent`)
  assert.ok(idleCpuMs < MOST_IDLE_CPU_MS, `${idleCpuMs} ms`)
  assert.equal(after.threads, before.threads)
  assert.deepEqual(after.resources, [])
})
