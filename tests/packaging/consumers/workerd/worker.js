// A worker whose module is imported, compiled: workers may not compile one themselves. `/wasm` asks by way of the entry that
// names no module of its own, `/none` does not pass the module.
import { createFxAgent } from 'libfx'
import wasm from 'libfx/libfx.wasm'
import { createFxAgent as createWithAsset } from 'libfx/wasm'
import { ask } from '../ask.js'

export default {
  async fetch(request) {
    const { pathname, searchParams } = new URL(request.url)
    const gatewayChatUrl = searchParams.get('gateway')
    try {
      if (pathname === '/none') return new Response(await ask(createFxAgent, { gatewayChatUrl }))
      const create = pathname === '/wasm' ? createWithAsset : createFxAgent
      return new Response(await ask(create, { wasm, gatewayChatUrl }))
    } catch (error) {
      return new Response(`${error.code}: ${error.message}`)
    }
  },
}
