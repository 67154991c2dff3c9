import { createGateway, streamText } from 'ai'

export async function create(origin) {
  const gateway = createGateway({ apiKey: 'bench', baseURL: `${origin}/v4/ai` })
  const model = gateway('bench/model')
  return {
    async reply(onText) {
      const result = streamText({ model, prompt: 'Hello' })
      for await (const delta of result.textStream) onText(delta)
      await result.finishReason
    },
    close: async () => {},
  }
}
