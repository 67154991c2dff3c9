// Agents as an application would use them, closed after each test.

import assert from 'node:assert/strict'
import { afterEach } from 'node:test'
import { createFxAgent } from 'libfx'

/** The key of every agent that is given no other. */
export const KEY = 'sk-the-key-of-the-tests'

const open = []
afterEach(() => Promise.all(open.splice(0).map((agent) => agent.close())))

/** An agent whose model is at `gatewayChatUrl`. */
export async function createAgent(gatewayChatUrl, options = {}) {
  const agent = await createFxAgent({ apiKey: KEY, model: 'gpt-4o', gatewayChatUrl, ...options })
  open.push(agent)
  return agent
}

/** Reads a turn to its end: its events, text and reasoning, and its `result` or the `error` it failed with. */
export async function finish(turn) {
  const events = []
  const outcome = turn.result.then((result) => ({ result }), (error) => ({ error }))
  let broken
  try {
    for await (const event of turn) events.push(event)
  } catch (error) {
    broken = error
  }
  const { result, error } = await outcome
  assert.equal(broken?.code, error?.code, 'the stream and the result of a turn tell the same')
  const joined = (type) => events.filter((event) => event.type === type).map(({ delta }) => delta).join('')
  return { events, text: joined('text_delta'), reasoning: joined('reasoning_delta'), result, error }
}

/** Prompts and reads the turn to its end. */
export async function ask(agent, input, options) {
  return finish(agent.prompt(input, options))
}

/** A tool that keeps its inputs in `inputs` and answers with `answer(input, context)`. */
export function recordingTool(name, properties, answer) {
  const inputs = []
  return {
    name,
    description: `The tool ${name}.`,
    inputSchema: { type: 'object', properties, required: Object.keys(properties) },
    execute(input, context) {
      inputs.push(input)
      return answer(input, context)
    },
    inputs,
  }
}
