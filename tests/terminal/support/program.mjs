// The program on the scripted Gateway, in a view of xterm.js.

import { after, before } from 'node:test'
import { createFxTerminal, xtermAdapter } from 'libfx'
import { startGateway } from '../../node/support/gateway.mjs'
import { View } from './view.mjs'

/** A key that no screen, event or log may hold. */
export const KEY = 'key-that-stays-secret'

/**
 * The programs of the tests of a file. `start(replies, options)` starts one whose model gives those replies, and waits until it
 * takes input; all are ended with the tests.
 */
export function usePrograms() {
  let gateway
  const running = new Set()
  before(async () => {
    gateway = await startGateway()
  })
  after(async () => {
    for (const program of running) await program.stop()
    await gateway?.stop()
  })

  async function start(replies = [], { view = new View(), env, ...options } = {}) {
    const session = await gateway.session(replies)
    const events = []
    const runtime = await createFxTerminal({
      terminal: xtermAdapter(view.term),
      env: { AI_GATEWAY_API_KEY: KEY, ...env },
      gatewayChatUrl: session.url,
      onEvent: (event) => events.push(event),
      ...options,
    })
    const program = {
      view,
      runtime,
      events,
      requests: session.requests,
      /** Types a line and sends it. */
      say: (text) => view.type(`${text}\r`),
      async stop() {
        running.delete(program)
        runtime.abort()
        return runtime.exited
      },
    }
    running.add(program)
    await runtime.interactive
    return program
  }
  return { start }
}
