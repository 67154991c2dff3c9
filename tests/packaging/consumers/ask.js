// What every consumer does with the package: one streamed turn with one tool, told in a line.

const weather = {
  name: 'weather',
  description: 'The weather of a city',
  inputSchema: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
  execute: ({ city }) => `It rains in ${city}.`,
}

/** Asks an agent that `createFxAgent` makes, and returns all that its turn told. */
export async function ask(createFxAgent, options) {
  const agent = await createFxAgent({ apiKey: 'a key', tools: [weather], ...options })
  try {
    let told = ''
    const turn = agent.prompt('Do I need an umbrella in Oslo?')
    for await (const event of turn) {
      if (event.type === 'tool_end') told += `[${event.name}: ${event.content}] `
      if (event.type === 'text_delta') told += event.delta
    }
    const { stopReason } = await turn.result
    return `${told} (${stopReason})`
  } finally {
    await agent.close()
  }
}
