// Prompts an agent at the address it is sent, and sends back what the agent answers.
import { createFxAgent } from '/__gateway/files/package/browser.js'

addEventListener('message', async ({ data: gatewayChatUrl }) => {
  const agent = await createFxAgent({ apiKey: 'k', gatewayChatUrl })
  let said = ''
  for await (const { delta } of agent.prompt('?')) said += delta
  await agent.close()
  postMessage(said)
})
