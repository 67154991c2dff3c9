// One turn with a host tool, streamed to the terminal.
//
//   AI_GATEWAY_API_KEY=… node demo.mjs
//   node demo.mjs --gateway http://127.0.0.1:8080/v1/chat/completions    (any server at an accepted address)

import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs, styleText } from 'node:util'
import { FxError, createFxAgent } from 'libfx'

const { values: options } = parseArgs({
  options: { gateway: { type: 'string' }, model: { type: 'string' } },
})

// What the model may do here. The callback runs in this process, so it decides what is allowed: files of this folder only.
const countWords = {
  name: 'count_words',
  description: 'Counts the words of a text file in the working directory.',
  inputSchema: {
    type: 'object',
    properties: { path: { type: 'string', description: 'Relative to the working directory' } },
    required: ['path'],
  },
  async execute({ path: file }, { signal }) {
    const absolute = path.resolve(file)
    if (path.relative('.', absolute).startsWith('..')) throw new Error(`${file} is outside the working directory`)
    const text = await readFile(absolute, { encoding: 'utf8', signal })
    return { path: file, words: text.match(/\S+/g)?.length ?? 0 }
  },
}

// The kind of what was printed last: each kind begins on a line of its own.
let printed

try {
  await run()
} catch (error) {
  if (!(error instanceof FxError)) throw error
  console.error(`\n${error.code}: ${error.message}`)
  process.exitCode = 1
}

async function run() {
  const agent = await createFxAgent({
    // A server on this machine usually needs no key, but an agent always has one.
    apiKey: process.env.AI_GATEWAY_API_KEY || (options.gateway ? 'local' : ''),
    ...(options.model && { model: options.model }),
    ...(options.gateway && { gatewayChatUrl: options.gateway }),
    instructions: 'You answer in one or two sentences.',
    tools: [countWords],
  })
  try {
    const turn = agent.prompt('How many words are in README.md? Count them with your tool.')
    for await (const event of turn) print(event)
    const { stopReason, usage } = await turn.result
    console.log(dim(`\n\nstop reason: ${stopReason}\nusage: ${JSON.stringify(usage)}`))
  } finally {
    await agent.close()
  }
}

function print(event) {
  if (event.type !== printed) process.stdout.write('\n')
  printed = event.type
  switch (event.type) {
    case 'reasoning_delta':
      process.stdout.write(dim(event.delta))
      break
    case 'text_delta':
      process.stdout.write(event.delta)
      break
    case 'tool_start':
      process.stdout.write(bold(`\n→ ${event.name} ${JSON.stringify(event.input)}`))
      break
    case 'tool_end':
      process.stdout.write(bold(`${event.isError ? '✗' : '←'} ${event.content}\n`))
      break
  }
}

function dim(text) {
  return styleText('dim', text)
}

function bold(text) {
  return styleText('bold', text)
}
