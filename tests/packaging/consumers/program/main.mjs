// Prints the backend, and what an agent told. The argument is the Gateway. It waits for nothing at the top, so that it can
// become CommonJS.
import { createFxAgent, getBackendInfo } from 'libfx'
import { ask } from '../ask.js'

async function main() {
  const { backend } = await getBackendInfo()
  console.log(backend, await ask(createFxAgent, { gatewayChatUrl: process.argv[2] }))
}

main()
