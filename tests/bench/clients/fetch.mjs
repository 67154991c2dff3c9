// A floor: reads every byte of the reply and looks at none.

import { request } from './request.mjs'

export async function create(origin) {
  return {
    async reply(onBytes) {
      const response = await request(origin)
      for await (const bytes of response.body) onBytes(bytes)
    },
    close: async () => {},
  }
}
