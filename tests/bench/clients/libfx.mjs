import { createFxAgent } from 'libfx'

export async function create(origin) {
  const agent = await createFxAgent({
    apiKey: 'bench',
    model: 'bench/model',
    gatewayChatUrl: `${origin}/v4/ai/language-model`,
  })
  return {
    async reply(onText) {
      const turn = agent.prompt('Hello')
      for await (const event of turn) if (event.type === 'text_delta') onText(event.delta)
      await turn.result
    },
    close: () => agent.close(),
  }
}
