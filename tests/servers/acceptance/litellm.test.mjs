// The agent against LiteLLM's proxy, with aimock behind it.

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { ask, createAgent, recordingTool } from '../support/agent.mjs'
import { STORY, startAimock } from '../support/aimock.mjs'
import { startLitellm } from '../support/litellm.mjs'

let upstream
let proxy
before(async () => {
  upstream = await startAimock()
  proxy = await startLitellm(upstream.url)
})
after(async () => {
  await proxy?.stop()
  await upstream?.stop()
})

const agent = (model, options) => createAgent(proxy.chatUrl, { model, ...options })
const weatherTool = () => recordingTool('weather', { city: { type: 'string' } }, async ({ city }) => `18 degrees in ${city}`)

test('a model that the proxy itself plays', async () => {
  const { text, result } = await ask(await agent('mock'), 'hello')
  assert.equal(text, 'An answer without a model.')
  assert.equal(result.stopReason, 'end_turn')
})

for (const model of ['openai', 'claude']) {
  test(`${model}: text arrives complete and in order, with its usage`, async () => {
    const { text, result } = await ask(await agent(model), 'tell a story')
    assert.equal(text, STORY)
    assert.equal(result.stopReason, 'end_turn')
    assert.equal(result.usage.inputTokens, 11)
    assert.equal(result.usage.outputTokens, 42)
  })

  test(`${model}: a tool runs, and the answer follows`, async () => {
    const weather = weatherTool()
    const { text } = await ask(await agent(model, { tools: [weather] }), 'weather in Paris')
    assert.deepEqual(weather.inputs, [{ city: 'Paris' }])
    assert.equal(text, 'Let me look.It is 18 degrees in Paris.')
  })

  test(`${model}: calls of one reply all run`, async () => {
    const weather = weatherTool()
    const { text } = await ask(await agent(model, { tools: [weather] }), 'weather in both')
    assert.deepEqual(weather.inputs, [{ city: 'Rome' }, { city: 'Oslo' }])
    assert.equal(text, 'Rome is warmer.')
  })

  test(`${model}: a reply that reached its limit says so`, async () => {
    assert.equal((await ask(await agent(model), 'be brief')).result.stopReason, 'max_output_tokens')
  })

  test(`${model}: an upstream that breaks off is a failure inside a 200, and the agent goes on`, async () => {
    const chat = await agent(model)
    const { text, error } = await ask(chat, 'break off')
    assert.equal(error.code, 'LIBFX_GATEWAY_STREAM')
    assert.ok('This sentence is never finished by the server.'.startsWith(text))
    assert.equal((await ask(chat, 'and once more')).text, 'Once more.')
  })

  test(`${model}: an upstream that keeps failing is reported with its message`, async () => {
    const { error } = await ask(await agent(model), 'fail')
    assert.equal(error.code, 'LIBFX_GATEWAY_HTTP')
    assert.equal(error.status, 500)
    assert.match(error.message, /on fire/)
  })
}

test('reasoning and its signature go back with the call that followed it', async () => {
  const bodies = []
  const recordingFetch = (url, init) => {
    bodies.push(JSON.parse(new TextDecoder().decode(init.body)))
    return fetch(url, init)
  }
  const chat = await agent('claude', { tools: [weatherTool()], fetch: recordingFetch })
  const { text, reasoning } = await ask(chat, 'think, then use the tool')
  assert.equal(reasoning, 'The tool knows.')
  assert.equal(text, 'The tool knew.')
  const [, answered] = bodies[1].messages
  const [{ type, thinking, signature }] = answered.thinking_blocks
  assert.deepEqual([type, thinking, signature], ['thinking', 'The tool knows.', 'signature-of-the-thought'])
})

test('a refused key is reported at once', async () => {
  const { error } = await ask(await agent('mock', { apiKey: 'sk-another-key' }), 'hello')
  assert.equal(error.code, 'LIBFX_GATEWAY_HTTP')
  assert.ok([400, 401].includes(error.status), `${error.status}`)
  assert.doesNotMatch(error.message, /sk-another-key/)
})

test('a model that the proxy does not know is reported at once', async () => {
  const { error } = await ask(await agent('no-such-model'), 'hello')
  assert.equal(error.code, 'LIBFX_GATEWAY_HTTP')
  assert.equal(error.status, 400)
  assert.match(error.message, /no-such-model/)
})
