// What consumers are asked to do, and the proof that they did it.

import assert from 'node:assert/strict'
import { after, before } from 'node:test'
import { answer, calls, startGateway, toolCall } from '../../node/support/gateway.mjs'
import { DIST } from './folders.mjs'

/** What a consumer tells of its turn. */
export const TOLD = '[weather: It rains in Oslo.] Take one. (end_turn)'

/** What a consumer tells of its terminal. */
export const ENDED = 'the program ended with 0'

/** The Gateway of the tests of a file. It serves what was built, too. */
export function useGateway() {
  let gateway
  before(async () => (gateway = await startGateway({ dist: DIST })))
  after(() => gateway?.stop())
  return {
    /** Where it listens. */
    address: () => gateway.address,
    /** The address of a file that was built. */
    built: (file) => gateway.fileUrl('dist', file),
    /** What a consumer tells, when it talks to a model that wants the tool and then answers. */
    hear: (consumer) => hear(gateway, consumer),
  }
}

/** `consumer` gets the Gateway's URL. What it told counts only if the Gateway has seen what the tool said. */
async function hear(gateway, consumer) {
  const session = await gateway.session([calls(toolCall('call_1', 'weather', { city: 'Oslo' })), answer('Take', ' one.')])
  const told = await consumer(new URL(session.url))
  const [, second] = await session.requests()
  const output = second?.body.prompt.at(-1).content[0].output
  assert.deepEqual(output, { type: 'text', value: 'It rains in Oslo.' }, `the consumer told: ${told}`)
  return told
}
