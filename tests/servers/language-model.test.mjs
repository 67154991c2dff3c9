// The agent against FreeRide, which speaks the language-model protocol, with aimock behind it.

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { ask, createAgent, recordingTool } from './support/agent.mjs'
import { STORY, startAimock } from './support/aimock.mjs'
import { startFreeride } from './support/freeride.mjs'

let upstream
let gateway
before(async () => {
  upstream = await startAimock()
  gateway = await startFreeride(upstream.url)
})
after(async () => {
  await gateway?.stop()
  await upstream?.stop()
})

const agent = (options) => createAgent(gateway.languageModelUrl, options)
const weatherTool = () => recordingTool('weather', { city: { type: 'string' } }, async ({ city }) => `18 degrees in ${city}`)
const lastMessages = async () => (await upstream.journal()).at(-1).body.messages

/** An agent behind a gateway of its own: one that saw its upstream fail does not try it again for a while. */
async function agentOfOwnGateway(context) {
  const { languageModelUrl, stop } = await startFreeride(upstream.url)
  context.after(stop)
  return createAgent(languageModelUrl)
}

test('text arrives complete and in order, with its usage', async () => {
  const { text, result } = await ask(await agent(), 'tell a story')
  assert.equal(text, STORY)
  assert.deepEqual(result, { stopReason: 'end_turn', usage: { inputTokens: 11, outputTokens: 42 } })
})

test('characters that the server cuts in half arrive whole', async () => {
  assert.equal((await ask(await agent(), 'cut emoji apart')).text, 'a😀b👩‍👩‍👧c')
})

test('a tool runs, its result reaches the model, and the answer follows', async () => {
  const weather = weatherTool()
  const { text, result } = await ask(await agent({ tools: [weather], instructions: 'Be exact.' }), 'weather in Paris')
  assert.deepEqual(weather.inputs, [{ city: 'Paris' }])
  assert.equal(text, 'Let me look.It is 18 degrees in Paris.')
  assert.deepEqual(result, { stopReason: 'end_turn', usage: { inputTokens: 60, outputTokens: 17 } })
  const call = { id: 'call_paris', type: 'function', function: { name: 'weather', arguments: '{"city": "Paris"}' } }
  assert.deepEqual(await lastMessages(), [
    { role: 'system', content: 'Be exact.' },
    { role: 'user', content: 'weather in Paris' },
    { role: 'assistant', content: 'Let me look.', tool_calls: [call] },
    { role: 'tool', tool_call_id: 'call_paris', content: '18 degrees in Paris' },
  ])
})

test('calls of one reply all run, and their results go back in the order of the calls', async () => {
  const weather = weatherTool()
  assert.equal((await ask(await agent({ tools: [weather] }), 'weather in both')).text, 'Rome is warmer.')
  assert.deepEqual(weather.inputs, [{ city: 'Rome' }, { city: 'Oslo' }])
  assert.deepEqual(
    (await lastMessages()).slice(-2).map(({ tool_call_id, content }) => [tool_call_id, content]),
    [['call_rome', '18 degrees in Rome'], ['call_oslo', '18 degrees in Oslo']],
  )
})

test('a reply that reached its limit says so', async () => {
  assert.equal((await ask(await agent(), 'be brief')).result.stopReason, 'max_output_tokens')
})

test('a conversation goes on from a checkpoint, whichever protocol it began with', async () => {
  for (const url of [gateway.languageModelUrl, upstream.chatUrl]) {
    const first = await createAgent(url, { tools: [weatherTool()] })
    await ask(first, 'weather in Paris')
    const second = await agent({ checkpoint: await first.checkpoint() })
    assert.equal((await ask(second, 'and once more')).text, 'Once more.')
    assert.deepEqual((await lastMessages()).map(({ role }) => role), ['user', 'assistant', 'tool', 'assistant', 'user'])
  }
})

test('a cancelled turn ends at once, and the agent goes on', async () => {
  const chat = await agent()
  const turn = chat.prompt('for ever')
  for await (const { type } of turn) if (type === 'text_delta') turn.cancel()
  assert.equal((await turn.result).stopReason, 'cancelled')
  assert.equal((await ask(chat, 'and once more')).text, 'Once more.')
})

test('a reply that breaks off behind the gateway is a failure', async (t) => {
  const { text, error } = await ask(await agentOfOwnGateway(t), 'break off')
  assert.equal(error.code, 'LIBFX_GATEWAY_STREAM')
  assert.ok('This sentence is never finished by the server.'.startsWith(text))
})

for (const prompt of ['fail', 'far too many', 'hang up', 'not in JSON']) {
  test(`what fails behind the gateway is told inside a 200, and is a failure: ${prompt}`, async (t) => {
    const { text, error } = await ask(await agentOfOwnGateway(t), prompt)
    assert.equal(text, '')
    assert.equal(error.code, 'LIBFX_GATEWAY_STREAM')
    assert.match(error.message, /exhausted/)
  })
}

test('a gateway without a usable upstream is asked again, and then its message is reported', async (t) => {
  const chat = await agentOfOwnGateway(t)
  await ask(chat, 'far too many')
  const { error } = await ask(chat, 'and once more')
  assert.equal(error.code, 'LIBFX_GATEWAY_HTTP')
  assert.equal(error.status, 503)
  assert.match(error.message, /usable/)
})
