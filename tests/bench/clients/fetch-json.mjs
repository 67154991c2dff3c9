// A floor: splits the reply into its events and parses each, as any client in JavaScript must.

import { request } from './request.mjs'

export async function create(origin) {
  return {
    async reply(onText) {
      const response = await request(origin)
      const decoder = new TextDecoder()
      let rest = ''
      for await (const bytes of response.body) {
        const events = (rest + decoder.decode(bytes, { stream: true })).split('\n\n')
        rest = events.pop()
        for (const event of events) {
          const data = event.slice('data: '.length)
          if (data === '[DONE]') continue
          const part = JSON.parse(data)
          if (part.type === 'text-delta') onText(part.delta)
        }
      }
    },
    close: async () => {},
  }
}
