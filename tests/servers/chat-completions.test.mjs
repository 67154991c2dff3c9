// The agent against aimock, which speaks chat completions.

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { ask, createAgent, finish, recordingTool } from './support/agent.mjs'
import { STORY, startAimock } from './support/aimock.mjs'

let server
before(async () => {
  server = await startAimock()
})
after(() => server?.stop())

const agent = (options) => createAgent(server.chatUrl, options)
const requestsThatSay = async (text) => {
  const journal = await server.journal()
  return journal.map(({ body }) => body).filter((body) => body.messages.some(({ content }) => content === text))
}

function weatherTool(answers = { Paris: '18 degrees', Rome: '25 degrees', Oslo: '3 degrees' }) {
  return recordingTool('weather', { city: { type: 'string' } }, async ({ city }) => answers[city])
}

test('text arrives complete and in order, with its usage', async () => {
  const { text, result } = await finishOf('tell a story')
  assert.equal(text, STORY)
  assert.deepEqual(result, { stopReason: 'end_turn', usage: { inputTokens: 11, outputTokens: 42 } })
})

test('characters that the server cuts in half arrive whole', async () => {
  const { text } = await finishOf('cut emoji apart')
  assert.equal(text, 'a😀b👩‍👩‍👧c')
})

test('reasoning is shown apart from the text, and before it', async () => {
  const { events, text, reasoning } = await finishOf('think first')
  assert.equal(reasoning, 'Six times seven, let me see.')
  assert.equal(text, 'The answer is 42.')
  assert.equal(events.at(0).type, 'reasoning_delta')
  assert.equal(events.at(-1).type, 'text_delta')
})

for (const [prompt, stopReason] of [['be brief', 'max_output_tokens'], ['say something improper', 'refused']]) {
  test(`a reply that ends otherwise says so: ${stopReason}`, async () => {
    assert.equal((await finishOf(prompt)).result.stopReason, stopReason)
  })
}

test('a tool runs, its result reaches the server, and the answer follows', async () => {
  const weather = weatherTool()
  const chat = await agent({ tools: [weather], instructions: 'Be exact.' })
  const { events, text, result } = await finish(chat.prompt('weather in Paris'))
  assert.deepEqual(weather.inputs, [{ city: 'Paris' }])
  assert.equal(text, 'Let me look.It is 18 degrees in Paris.')
  assert.deepEqual(
    events.filter(({ type }) => type.startsWith('tool_')).map(({ type, id, content }) => [type, id, content]),
    [['tool_start', 'call_paris', undefined], ['tool_end', 'call_paris', '18 degrees']],
  )
  assert.deepEqual(result, { stopReason: 'end_turn', usage: { inputTokens: 60, outputTokens: 17 } })

  const [, second] = await requestsThatSay('weather in Paris')
  const call = { id: 'call_paris', type: 'function', function: { name: 'weather', arguments: '{"city":"Paris"}' } }
  assert.deepEqual(second.messages, [
    { role: 'system', content: 'Be exact.' },
    { role: 'user', content: 'weather in Paris' },
    { role: 'assistant', content: 'Let me look.', tool_calls: [call] },
    { role: 'tool', tool_call_id: 'call_paris', content: '18 degrees' },
  ])
})

test('calls of one reply run at the same time, and their results go back in the order of the calls', async () => {
  const bothCalled = Promise.withResolvers?.() ?? withResolvers()
  const weather = recordingTool('weather', { city: { type: 'string' } }, async ({ city }) => {
    if (weather.inputs.length === 2) bothCalled.resolve()
    await bothCalled.promise
    return `fine in ${city}`
  })
  const chat = await agent({ tools: [weather] })
  const { text } = await finish(chat.prompt('weather in both'))
  assert.equal(text, 'Rome is warmer.')
  const [, second] = await requestsThatSay('weather in both')
  assert.deepEqual(
    second.messages.slice(-2).map(({ tool_call_id, content }) => [tool_call_id, content]),
    [['call_rome', 'fine in Rome'], ['call_oslo', 'fine in Oslo']],
  )
})

test('a tool that fails tells the model why, and the turn goes on', async () => {
  const broken = recordingTool('weather', { city: { type: 'string' } }, () => {
    throw new Error('no such city')
  })
  const chat = await agent({ tools: [broken] })
  const { text, events } = await finish(chat.prompt('weather in both'))
  assert.equal(text, 'Rome is warmer.')
  assert.deepEqual(events.filter(({ type }) => type === 'tool_end').map(({ isError }) => isError), [true, true])
  const requests = await requestsThatSay('weather in both')
  assert.match(requests.at(-1).messages.at(-1).content, /no such city/)
})

test('a call that follows reasoning is run', async () => {
  const weather = weatherTool()
  const chat = await agent({ tools: [weather] })
  const { text, reasoning } = await finish(chat.prompt('think, then use the tool'))
  assert.equal(reasoning, 'The tool knows.')
  assert.equal(text, 'The tool knew.')
  assert.deepEqual(weather.inputs, [{ city: 'Oslo' }])
})

test('the next turn carries the conversation, also in an agent restored from a checkpoint', async () => {
  const chat = await agent({ tools: [weatherTool()] })
  await finish(chat.prompt('weather in Paris'))
  const restored = await agent({ checkpoint: await chat.checkpoint() })
  assert.equal((await finish(restored.prompt('and once more'))).text, 'Once more.')
  const [request] = await requestsThatSay('and once more')
  assert.deepEqual(request.messages.map(({ role }) => role), ['user', 'assistant', 'tool', 'assistant', 'user'])
})

test('a slow reply arrives as it is made', async () => {
  const chat = await agent()
  const times = []
  for await (const _ of chat.prompt('slowly')) times.push(performance.now())
  assert.ok(times.at(-1) - times[0] > 200, `all within ${times.at(-1) - times[0]} ms`)
})

test('a cancelled turn ends at once, and the agent goes on', async () => {
  const chat = await agent()
  const turn = chat.prompt('for ever')
  for await (const { type } of turn) {
    if (type === 'text_delta') turn.cancel()
  }
  assert.equal((await turn.result).stopReason, 'cancelled')
  assert.equal((await finish(chat.prompt('and once more'))).text, 'Once more.')
})

test('a reply that breaks off fails, keeps what was shown, and leaves the agent usable', async () => {
  const chat = await agent()
  const { error, text } = await finish(chat.prompt('break off'))
  assert.equal(error.code, 'LIBFX_GATEWAY_STREAM')
  assert.ok('This sentence is never finished by the server.'.startsWith(text))
  assert.equal((await finish(chat.prompt('and once more'))).text, 'Once more.')
})

test('an answer that is not what it should be fails', async () => {
  const { error } = await finishOf('not in JSON')
  assert.equal(error.code, 'LIBFX_GATEWAY_STREAM')
})

test('a server that hangs up without an answer fails, after some tries', async () => {
  const { error } = await finishOf('hang up')
  assert.equal(error.code, 'LIBFX_TRANSPORT')
})

test('a wait that the server asks for is kept, then the turn goes on', async () => {
  const started = performance.now()
  assert.equal((await finishOf('too many, but not for long')).text, 'Now you may.')
  assert.ok(performance.now() - started >= 1_000)
})

test('a wait that is too long is reported instead', async () => {
  const { error } = await finishOf('far too many')
  assert.equal(error.code, 'LIBFX_GATEWAY_HTTP')
  assert.equal(error.status, 429)
  assert.equal(error.retryAfterMs, 90_000)
  assert.match(error.message, /Slow down\./)
})

test('a server that keeps failing is asked four times', async () => {
  const { error } = await finishOf('fail')
  assert.equal(error.code, 'LIBFX_GATEWAY_HTTP')
  assert.equal(error.status, 500)
  assert.match(error.message, /on fire/)
  assert.equal((await requestsThatSay('fail')).length, 4)
})

test('a refused key is reported at once, without the key', async () => {
  const { error } = await finishOf('not with that key')
  assert.equal(error.status, 401)
  assert.match(error.message, /Incorrect API key provided\./)
  assert.doesNotMatch(JSON.stringify(error) + error.message, /sk-the-key/)
  assert.equal((await requestsThatSay('not with that key')).length, 1)
})

async function finishOf(prompt) {
  return ask(await agent(), prompt)
}

/** `Promise.withResolvers`, which Node 20 does not have. */
function withResolvers() {
  const held = {}
  held.promise = new Promise((resolve) => Object.assign(held, { resolve }))
  return held
}
