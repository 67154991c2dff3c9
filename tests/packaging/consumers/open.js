// What every consumer does with the terminal: the program starts in a view that nobody sees, and is told to quit.

const VIEW = { cols: 80, rows: 24, write() {}, onData: () => () => {}, onResize: () => () => {} }

/** Opens a terminal that `createFxTerminal` makes, and tells how it ended. */
export async function open(createFxTerminal, options) {
  const runtime = await createFxTerminal({ terminal: VIEW, env: { AI_GATEWAY_API_KEY: 'a key' }, ...options })
  await runtime.interactive
  runtime.write('/quit\r')
  return `the program ended with ${await runtime.exited}`
}
