// As main.mjs.
const { createFxAgent, getBackendInfo } = require('libfx')

async function main() {
  const { ask } = await import('../ask.js')
  const { backend } = await getBackendInfo()
  console.log(backend, await ask(createFxAgent, { gatewayChatUrl: process.argv[2] }))
}

main()
