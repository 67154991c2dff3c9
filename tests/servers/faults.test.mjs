// The agent against llmock, which breaks its replies in every way it knows, and then judges the client.

import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { ask, createAgent, finish, recordingTool } from './support/agent.mjs'
import { startLlmock } from './support/llmock.mjs'
import { until } from './support/server.mjs'

const ANSWER = 'One two three four five six.'
const SAYS_ANSWER = { type: 'reply', text: ANSWER, times: null }

let server
before(async () => {
  server = await startLlmock('--stream-chunk-delay-ms', '20')
})
after(() => server?.stop())

// Whatever happened in a test, the grader has nothing against it.
afterEach(async () => {
  const { findings } = await server.verdict()
  await server.begin()
  assert.deepEqual(findings, [])
})

const agent = (options) => createAgent(server.chatUrl, options)
const statuses = async () => (await server.requests()).map(({ status }) => status)

test('an undisturbed reply arrives complete, with its usage', async () => {
  await server.begin(SAYS_ANSWER)
  const { text, result } = await ask(await agent(), 'count')
  assert.equal(text, ANSWER)
  assert.equal(result.stopReason, 'end_turn')
  assert.ok(result.usage.inputTokens > 0 && result.usage.outputTokens > 0)
})

test('a tool with a schema is called with what fits it, and the conversation ends by itself', async () => {
  await server.begin()
  const weather = recordingTool('get_weather', { city: { type: 'string' }, days: { type: 'integer' } }, () => '21 degrees')
  const { text, result } = await ask(await agent({ tools: [weather] }), 'the weather in Paris')
  assert.equal(weather.inputs.length, 1)
  assert.equal(typeof weather.inputs[0].city, 'string')
  assert.ok(Number.isInteger(weather.inputs[0].days))
  assert.ok(text.length > 0)
  assert.equal(result.stopReason, 'end_turn')
  assert.equal((await server.requests()).length, 2)
})

for (const status of [500, 502]) {
  test(`a ${status} that passes is not seen by the application`, async () => {
    await server.begin({ type: 'fail', status, times: 3 }, SAYS_ANSWER)
    assert.equal((await ask(await agent(), 'count')).text, ANSWER)
    assert.deepEqual(await statuses(), [status, status, status, 200])
  })
}

for (const status of [429, 503]) {
  test(`the wait that a ${status} asks for is kept`, async () => {
    await server.begin({ type: 'fail', status, retry_after: 1.5 }, SAYS_ANSWER)
    assert.equal((await ask(await agent(), 'count')).text, ANSWER)
    const [first, second] = await server.requests()
    assert.ok(second.started_at - first.ended_at >= 1.5)
  })
}

for (const status of [429, 500]) {
  test(`a ${status} that stays is reported after four tries`, async () => {
    await server.begin({ type: 'fail', status, message: 'Not today.', times: null })
    const { error } = await ask(await agent(), 'count')
    assert.equal(error.code, 'LIBFX_GATEWAY_HTTP')
    assert.equal(error.status, status)
    assert.match(error.message, /Not today\./)
    assert.deepEqual(await statuses(), Array(4).fill(status))
  })
}

for (const status of [400, 401, 403, 404, 422]) {
  test(`a ${status} is reported at once`, async () => {
    await server.begin({ type: 'fail', status, message: 'Never.', times: null })
    const { error } = await ask(await agent(), 'count')
    assert.equal(error.code, 'LIBFX_GATEWAY_HTTP')
    assert.equal(error.status, status)
    assert.match(error.message, /Never\./)
    assert.deepEqual(await statuses(), [status])
  })
}

for (const [fault, kind, shown] of [
  ['that ends early, however politely,', 'truncate', /^One /],
  ['that ends early before it has said anything', 'truncate', /^$/],
  ['that loses its connection', 'disconnect', /^One /],
  ['with a chunk that is not JSON', 'malformed', /^One /],
]) {
  // The turn does not ask again by itself, since what it has shown cannot be taken back: the application may.
  test(`a stream ${fault} is a failure, and prompting again is answered`, async () => {
    const after_chunks = shown.test('') ? 1 : 3
    await server.begin({ type: 'stream_fault', kind, after_chunks }, SAYS_ANSWER)
    const { text, error } = await ask(await agent(), 'count')
    assert.equal(error.code, 'LIBFX_GATEWAY_STREAM')
    assert.match(text, shown)
    assert.ok(ANSWER.startsWith(text))
    assert.equal((await server.requests()).length, 1)
    assert.equal((await ask(await agent(), 'count')).text, ANSWER)
  })
}

test('a pause in a stream is waited out', async () => {
  await server.begin({ type: 'stream_fault', kind: 'stall', after_chunks: 2, stall_seconds: 0.7 }, SAYS_ANSWER)
  assert.equal((await ask(await agent(), 'count')).text, ANSWER)
})

test('a first token that takes its time is waited for', async () => {
  await server.begin({ type: 'slow_first_token', seconds: 0.7 }, SAYS_ANSWER)
  assert.equal((await ask(await agent(), 'count')).text, ANSWER)
})

test('after each kind of broken stream the agent goes on, in a conversation that the server accepts', async () => {
  const chat = await agent()
  for (const kind of ['truncate', 'disconnect', 'malformed']) {
    await server.begin({ type: 'stream_fault', kind, after_chunks: 3 }, SAYS_ANSWER)
    assert.equal((await ask(chat, kind)).error.code, 'LIBFX_GATEWAY_STREAM')
    await server.begin(SAYS_ANSWER)
    assert.equal((await ask(chat, 'again')).text, ANSWER)
  }
})

test('cancelling in mid-stream closes the connection', async () => {
  await server.begin({ type: 'stream_fault', kind: 'stall', after_chunks: 2, stall_seconds: 30 }, SAYS_ANSWER)
  const turn = (await agent()).prompt('count')
  for await (const { type } of turn) if (type === 'text_delta') turn.cancel()
  assert.equal((await turn.result).stopReason, 'cancelled')
  const [request] = await until(5_000, async () => {
    const requests = await server.requests()
    return requests.length > 0 && requests
  })
  assert.equal(request.completed, false)
  assert.ok(request.stall_waited < 5, `the server was rid of it after ${request.stall_waited} s`)
})

test('cancelling while the model is still silent closes the connection', async () => {
  await server.begin({ type: 'slow_first_token', seconds: 30 }, SAYS_ANSWER)
  const turn = (await agent()).prompt('count')
  setTimeout(() => turn.cancel(), 200)
  assert.equal((await finish(turn)).result.stopReason, 'cancelled')
  const [request] = await until(5_000, async () => {
    const requests = await server.requests()
    return requests.length > 0 && requests
  })
  assert.equal(request.completed, false)
  assert.ok(request.ended_at - request.started_at < 5)
})

test('a tool call whose arguments are not JSON never runs, and the model is told', async () => {
  await server.begin({ type: 'tool_fault', kind: 'malformed_arguments' })
  const weather = recordingTool('get_weather', { city: { type: 'string' } }, () => '21 degrees')
  const { events, result } = await ask(await agent({ tools: [weather] }), 'the weather in Paris')
  assert.deepEqual(weather.inputs, [])
  assert.equal(events.find(({ type }) => type === 'tool_end').isError, true)
  assert.equal(result.stopReason, 'end_turn')
})

test('a call of a tool that was never offered is answered with a failure, and the model is told', async () => {
  await server.begin({ type: 'tool_fault', kind: 'unknown_tool' })
  const weather = recordingTool('get_weather', { city: { type: 'string' } }, () => '21 degrees')
  const { events, result } = await ask(await agent({ tools: [weather] }), 'the weather in Paris')
  assert.deepEqual(weather.inputs, [])
  assert.equal(events.find(({ type }) => type === 'tool_end').isError, true)
  assert.equal(result.stopReason, 'end_turn')
})

test('a tool call that is cut off never runs', async () => {
  await server.begin(
    { type: 'reply', tool_calls: [{ name: 'get_weather', arguments: { city: 'Paris, the one in Texas' } }], times: 2 },
    { type: 'stream_fault', kind: 'truncate', after_chunks: 3 },
  )
  const weather = recordingTool('get_weather', { city: { type: 'string' } }, () => '21 degrees')
  const { error } = await ask(await agent({ tools: [weather] }), 'the weather in Paris')
  assert.equal(error.code, 'LIBFX_GATEWAY_STREAM')
  assert.deepEqual(weather.inputs, [])
  await ask(await agent({ tools: [weather] }), 'the weather in Paris')
  assert.deepEqual(weather.inputs, [{ city: 'Paris, the one in Texas' }])
})

test('a prompt that is too long is reported as the server says it', async () => {
  const small = await startLlmock('--context-window', '200')
  try {
    const { error } = await ask(await createAgent(small.chatUrl), 'word '.repeat(1_000))
    assert.equal(error.code, 'LIBFX_GATEWAY_HTTP')
    assert.equal(error.status, 400)
    assert.match(error.message, /context/)
    assert.deepEqual((await small.verdict()).findings, [])
  } finally {
    await small.stop()
  }
})
