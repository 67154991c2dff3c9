// Many agents that do nothing: memory for each, and the CPU time the process takes meanwhile.

import { setTimeout as sleep } from 'node:timers/promises'
import { ownMemory } from '../memory.mjs'

/** Turns before the first look at memory, so that compiled code and grown heaps are not counted as agents. */
const WARM_UP_TURNS = 100
/** Garbage collection goes on in the background for a while. */
const SETTLE_MS = 1500
const IDLE_MS = 3000

/** `used`: each agent has had one turn before. Needs `--expose-gc`. */
export async function measure(client, origins, { agents, used }) {
  const { create } = await import(`../clients/${client}.mjs`)
  const first = await create(origins.short)
  for (let turn = 0; turn < WARM_UP_TURNS; turn++) await first.reply(() => {})
  const before = await atRest()

  const idle = []
  for (let agent = 0; agent < agents; agent++) {
    const made = await create(origins.short)
    if (used) await made.reply(() => {})
    idle.push(made)
  }
  const after = await atRest()

  await Promise.all([first, ...idle].map((made) => made.close()))
  return {
    kibPerAgent: (after.memory - before.memory) / agents,
    corePercent: after.corePercent,
    corePercentBefore: before.corePercent,
  }
}

/** The process's own memory in KiB, and what it takes of a core while nothing happens. */
async function atRest() {
  globalThis.gc()
  await sleep(SETTLE_MS)
  globalThis.gc()
  await sleep(SETTLE_MS)
  const cpuBefore = process.cpuUsage()
  await sleep(IDLE_MS)
  const cpu = process.cpuUsage(cpuBefore)
  return { memory: ownMemory(), corePercent: ((cpu.user + cpu.system) / 1000 / IDLE_MS) * 100 }
}
