// The agent against llama.cpp's server with a real model, small enough to run here. What it says is of no interest.

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { ask, createAgent } from './support/agent.mjs'
import { startLlama } from './support/llama.mjs'
import { until } from './support/server.mjs'

const STORY = 'Write a very long story about a sailor, with every detail.'

let server
before(async () => {
  server = await startLlama()
})
after(() => server?.stop())

const agent = (options) => createAgent(server.chatUrl, options)

test('a chat of two turns: text in pieces as it is generated, usage, and a conversation that grows', async () => {
  const chat = await agent({ instructions: 'Answer with one word.' })
  const first = await ask(chat, 'What is the capital of France?')
  assert.match(first.text, /\S/)
  assert.ok(first.events.length > 1)
  assert.equal(first.result.stopReason, 'end_turn')
  const second = await ask(chat, 'And of Italy?')
  assert.equal(second.result.stopReason, 'end_turn')
  assert.ok(first.result.usage.outputTokens > 0)
  assert.ok(second.result.usage.inputTokens > first.result.usage.inputTokens)
})

test('the same prompt has the same answer, and after a checkpoint too', async () => {
  const chat = await agent()
  await ask(chat, 'Say hello.')
  const checkpoint = await chat.checkpoint()
  const goesOn = await ask(chat, 'Say goodbye.')
  const restored = await ask(await agent({ checkpoint }), 'Say goodbye.')
  assert.equal(restored.text, goesOn.text)
})

test('a story that is longer than the server lets it be ends at that limit', async () => {
  const { result } = await ask(await agent(), STORY)
  assert.equal(result.stopReason, 'max_output_tokens')
  assert.equal(result.usage.outputTokens, 128)
})

test('cancelling in mid-stream stops the model, which is then free for the next prompt', async () => {
  const chat = await agent()
  const turn = chat.prompt(STORY)
  for await (const { type } of turn) {
    if (type === 'text_delta' && (await server.isBusy())) turn.cancel()
  }
  assert.equal((await turn.result).stopReason, 'cancelled')
  await until(1_500, async () => !(await server.isBusy()))
  assert.equal((await ask(chat, 'Say hello.')).error, undefined)
})

test('a prompt that is too long for the model is reported as the server says it, and the agent goes on', async () => {
  const chat = await agent()
  const { error } = await ask(chat, 'word '.repeat(2_000))
  assert.equal(error.code, 'LIBFX_GATEWAY_HTTP')
  assert.equal(error.status, 400)
  assert.match(error.message, /exceeds the available context size/)
  assert.equal((await ask(await agent(), 'Say hello.')).result.stopReason, 'end_turn')
})

test('tools can be offered to a model that may not use them', async () => {
  const add = {
    name: 'add',
    description: 'Adds two numbers.',
    inputSchema: { type: 'object', properties: { a: { type: 'integer' }, b: { type: 'integer' } }, required: ['a', 'b'] },
    execute: ({ a, b }) => a + b,
  }
  const { error, result } = await ask(await agent({ tools: [add] }), 'Say hello.')
  assert.equal(error, undefined)
  assert.equal(result.stopReason, 'end_turn')
})
