import OpenAI from 'openai'

export async function create(origin) {
  const client = new OpenAI({ apiKey: 'bench', baseURL: `${origin}/v1` })
  return {
    async reply(onText) {
      const stream = await client.chat.completions.create({
        model: 'bench/model',
        messages: [{ role: 'user', content: 'Hello' }],
        stream: true,
        stream_options: { include_usage: true },
      })
      for await (const chunk of stream) {
        const content = chunk.choices[0]?.delta.content
        if (content) onText(content)
      }
    },
    close: async () => {},
  }
}
