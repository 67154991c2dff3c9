// Tells the backend, and what an agent told.
import { createFxAgent, getBackendInfo } from 'libfx'
import { ask } from '../../../ask.js'

export async function GET(request) {
  const gatewayChatUrl = request.nextUrl.searchParams.get('gateway')
  const { backend } = await getBackendInfo()
  return new Response(`${backend} ${await ask(createFxAgent, { gatewayChatUrl })}`)
}
