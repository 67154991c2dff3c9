// An agent of the layer on an engine that is not one, for tests of the calls between them.

import { FakeEngine } from './fake-engine.mjs'
import { layer } from './package.mjs'

const { Crossing, hostInterface, plain, record } = await layer('describe')
const { Mailbox } = await layer('mailbox')

const toolShape = hostInterface({
  properties: {},
  methods: { execute: ([input], call) => [input, { signal: call.signal }] },
})
const optionsShape = record({ tool: toolShape, onEvent: plain, fetch: plain })

/** The number by which the engine knows the agent; its first host value is number 0. */
export const AGENT = 1

/** Any number of a call. */
export const CALL = 70

/** The layer holds idle agents weakly, and no test is about that. */
const held = []

/** An agent with a `tool`, a listener `onEvent`, or a `fetch`, and the engine it was created on. */
export async function fakeAgent(options, returns = {}) {
  const engine = new FakeEngine()
  engine.returns = returns
  const mailbox = new Mailbox(engine.Class)
  const crossing = new Crossing()
  const described = [optionsShape(options, crossing)]
  const created = mailbox.create('createFxAgent', described, crossing, 'agentRelease')
  const [[, call]] = engine.callsOf('createFxAgent')
  engine.send(['settled', call, null])
  const { peer: agent } = await created
  held.push(agent)
  return { engine, prompt: () => agent.start('agentPrompt', [plain, 'hi']) }
}
