// What is measured of a backend, in Node.js and in browsers alike.

const DELTA_LENGTH = 8
const CREATIONS = 20
const PROMPTS = 30
const LONG_REPLIES = 5

/**
 * `{ firstCreationMs, creationMs, asked, longReplies, deltasPerSecond }`: creation with nothing loaded and, the median, with the module
 * or addon at hand; how long the first event took after each prompt; and how fast a long reply is read, the median.
 */
export async function measure(createFxAgent, backend, gateways) {
  const create = (gateway) => createFxAgent({ apiKey: 'bench', model: 'bench/model', gatewayChatUrl: gateway, ...backend })
  const [firstCreationMs, first] = await timed(() => create(gateways.short))
  const creations = []
  for (let round = 0; round < CREATIONS; round++) {
    const [milliseconds, agent] = await timed(() => create(gateways.short))
    creations.push(milliseconds)
    await agent.close()
  }
  const asked = await firstEvents(first)
  await first.close()
  const speeds = []
  for (let round = 0; round < LONG_REPLIES; round++) speeds.push(await speed(await create(gateways.burst)))
  const longReplies = LONG_REPLIES
  return { firstCreationMs, creationMs: middle(creations), asked, longReplies, deltasPerSecond: middle(speeds) }
}

async function firstEvents(agent) {
  const asked = []
  for (let prompt = 0; prompt < PROMPTS; prompt++) {
    const began = performance.now()
    let first
    for await (const _ of agent.prompt('Hello')) first ??= performance.now() - began
    asked.push(first)
  }
  return asked
}

async function speed(agent) {
  let length = 0
  const [milliseconds] = await timed(async () => {
    for await (const event of agent.prompt('Hello')) length += event.delta.length
  })
  await agent.close()
  return length / DELTA_LENGTH / (milliseconds / 1000)
}

async function timed(run) {
  const began = performance.now()
  const result = await run()
  return [performance.now() - began, result]
}

function middle(values) {
  return [...values].sort((a, b) => a - b)[values.length >> 1]
}
