// The page of most tests: what they run in it finds the package, a way to read turns, and what the page's policy refused.
import * as libfx from '/__gateway/files/package/browser.js'

const violations = []
document.addEventListener('securitypolicyviolation', ({ violatedDirective }) => violations.push(violatedDirective))

/** The events of a turn, and its result. */
async function read(turn) {
  const events = []
  for await (const event of turn) events.push(event)
  return { events, result: await turn.result }
}

/** What an agent answers. */
async function ask(agent, input = '?') {
  const { events } = await read(agent.prompt(input))
  return events.map(({ delta = '' }) => delta).join('')
}

/** Creates an agent that talks to `gatewayChatUrl`. */
function create(gatewayChatUrl, options) {
  return libfx.createFxAgent({ apiKey: 'k', gatewayChatUrl, ...options })
}

/** Opens a terminal in a view that nobody sees. */
function createTerminal() {
  const terminal = { cols: 80, rows: 24, write() {}, onData: () => () => {}, onResize: () => () => {} }
  return libfx.createFxTerminal({ terminal })
}

/** The error of a promise that has to be rejected, as JSON holds it. */
async function refusal(promise) {
  try {
    await promise
  } catch (error) {
    const { code, causeCode, message } = error
    return { code, causeCode, message, isFxError: error instanceof libfx.FxError }
  }
  throw new Error('was not refused')
}

/** Does something in a task of the page's own: what the driver evaluates is exempt from the policy until it waits. */
function inTask(work) {
  return new Promise((resolve, reject) => {
    setTimeout(() => Promise.try(work).then(resolve, reject))
  })
}

Object.assign(globalThis, { libfx, violations, read, ask, create, createTerminal, refusal, inTask })
