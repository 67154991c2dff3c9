import { ask } from '../ask.js'

/** Shows what an agent told, or why it did not. The page's address has the path of the Gateway, which is on the page's server. */
export async function show(createFxAgent, options) {
  const { origin, search } = location
  const gatewayChatUrl = origin + new URLSearchParams(search).get('gateway')
  const output = document.querySelector('output')
  try {
    output.value = await ask(createFxAgent, { gatewayChatUrl, ...options })
  } catch (error) {
    output.value = `${error.code}: ${error.message}`
  }
}
