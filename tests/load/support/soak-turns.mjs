// The kinds of turns of a soak. Each makes an agent with `create`, has it do something, and checks how that ended.

import assert from 'node:assert/strict'
import { sleep } from './program.mjs'
import { WORDS } from './soak-replies.mjs'

/** Never aborted; a listener that a turn forgets on it stays for good. */
export const sharedSignal = new AbortController().signal

export const kinds = {
  async text(create) {
    const agent = await create()
    for (let round = 0; round < 3; round += 1) await readsAll(agent.prompt('a'))
    await agent.close()
  },

  async sharedSignal(create) {
    const agent = await create()
    for (let round = 0; round < 3; round += 1) await readsAll(agent.prompt('a', { signal: sharedSignal }))
    await agent.close()
  },

  async tools(create) {
    const agent = await create({ tools: [tool(async ({ at }) => ({ at }))], onEvent() {} })
    const ends = []
    for await (const event of agent.prompt('a')) if (event.type === 'tool_end') ends.push(event.isError)
    assert.deepEqual(ends, [false, false])
    await agent.close()
  },

  async failingTools(create) {
    const fails = () => {
      throw new Error('it is broken')
    }
    const agent = await create({ tools: [tool(fails)] })
    assert.equal((await agent.prompt('a').result).stopReason, 'end_turn')
    await agent.close()
  },

  async stuckTool(create) {
    const signals = []
    const stuck = (_, { signal }) => {
      signals.push(signal)
      return new Promise(() => {})
    }
    const agent = await create({ tools: [tool(stuck)] })
    const turn = agent.prompt('a')
    for await (const event of turn) if (event.type === 'tool_start' && event.id === 'b') turn.cancel()
    await isCancelled(turn)
    assert.ok(signals.every((signal) => signal.aborted))
    await agent.close()
  },

  async resultOnly(create) {
    const agent = await create()
    assert.equal((await agent.prompt('a').result).stopReason, 'end_turn')
    await agent.close()
  },

  async unauthorized(create) {
    const agent = await create()
    await assert.rejects(agent.prompt('a').result, { code: 'LIBFX_GATEWAY_HTTP', status: 401 })
    await agent.close()
  },

  cut: endsBroken,
  reset: endsBroken,

  async retried(create) {
    const agent = await create()
    await readsAll(agent.prompt('a'))
    await agent.close()
  },

  async cancelled(create) {
    const agent = await create()
    for (let round = 0; round < 2; round += 1) {
      const turn = agent.prompt('a')
      if (round === 1) drain(turn)
      await aMoment()
      turn.cancel()
      await isCancelled(turn)
    }
    await agent.close()
  },

  async aborted(create) {
    const agent = await create()
    const controller = new AbortController()
    const turn = agent.prompt('a', { signal: controller.signal })
    drain(turn)
    await aMoment()
    controller.abort(new Error('enough'))
    await isCancelled(turn)
    await agent.close()
  },

  async broken(create) {
    const agent = await create()
    for (let round = 0; round < 2; round += 1) {
      let left = 1 + Math.floor(Math.random() * 8)
      for await (const _ of agent.prompt('a')) if ((left -= 1) === 0) break
    }
    await agent.close()
  },

  async closed(create) {
    const agent = await create()
    const turn = agent.prompt('a')
    drain(turn)
    await aMoment()
    await agent.close()
    await isCancelled(turn)
  },

  async checkpoint(create) {
    const first = await create()
    await readsAll(first.prompt('a'))
    const checkpoint = await first.checkpoint()
    await first.close()
    const second = await create({ checkpoint })
    await readsAll(second.prompt('b'))
    assert.ok((await second.checkpoint()).length > checkpoint.length)
    await second.close()
  },

  async ownFetch(create) {
    const agent = await create({ fetch: (...request) => fetch(...request) })
    await readsAll(agent.prompt('a'))
    await agent.close()
  },

  async ownFetchCancelled(create) {
    const agent = await create({ fetch: (...request) => fetch(...request) })
    const turn = agent.prompt('a')
    drain(turn)
    await aMoment()
    turn.cancel()
    await isCancelled(turn)
    await agent.close()
  },

  /** Neither the agent nor its turn is held, or told that nobody needs it. */
  async dropped(create) {
    const agent = await create({ tools: [tool(() => agent)], onEvent: () => agent })
    agent.prompt('a')
  },
}

async function endsBroken(create) {
  const agent = await create()
  await assert.rejects(readsAll(agent.prompt('a')), { code: 'LIBFX_GATEWAY_STREAM' })
  await agent.close()
}

function tool(execute) {
  return { name: 'act', description: 'acts', inputSchema: { type: 'object' }, execute }
}

async function readsAll(turn) {
  let said = ''
  for await (const { delta } of turn) said += delta
  assert.equal(said, WORDS.join(''))
  assert.equal((await turn.result).stopReason, 'end_turn')
}

async function isCancelled(turn) {
  assert.equal((await turn.result).stopReason, 'cancelled')
}

/** Reads on beside what else happens to the turn. */
async function drain(turn) {
  for await (const _ of turn);
}

function aMoment() {
  return sleep(Math.random() * 60)
}
