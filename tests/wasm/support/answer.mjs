// A turn on a backend, to see that it works.

import { answer } from '../../node/support/gateway.mjs'

/** What every answer of `answerOf` is. */
export const ANSWER = 'it works'

/** What an agent that an entry point creates with these options answers. */
export async function answerOf({ createFxAgent }, gateway, options) {
  const session = await gateway.session([answer('it', ' works')])
  const agent = await createFxAgent({ apiKey: 'k', gatewayChatUrl: session.url, ...options })
  let said = ''
  for await (const event of agent.prompt('?')) said += event.delta
  await agent.close()
  return said
}
