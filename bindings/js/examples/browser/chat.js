// A chat with an agent that runs in this page.
//
// The user brings the key, and it stays in memory. A page for everybody should ask for no key: give the agent a `fetch` that
// sends its requests through your server, which adds the key.
//
// `?gatewayChatUrl=http://127.0.0.1:8080/v1/chat/completions` talks to a server on this machine.

// With a bundler: from 'libfx'.
import { createFxAgent } from './libfx/browser.js'
import { beginTurn } from './transcript.js'

const gatewayChatUrl = new URLSearchParams(location.search).get('gatewayChatUrl') ?? undefined

// What the model may do here. The function runs in this page, so it decides what is allowed: files beside the page only.
const countWords = {
  name: 'count_words',
  description: 'Counts the words of a text file that lies beside this page.',
  inputSchema: {
    type: 'object',
    properties: { path: { type: 'string', description: 'Relative to the page' } },
    required: ['path'],
  },
  async execute({ path }, { signal }) {
    const folder = new URL('.', document.baseURI)
    const file = new URL(path, folder)
    if (!file.href.startsWith(folder.href)) throw new Error(`${path} does not lie beside this page`)
    const response = await fetch(file, { signal })
    if (!response.ok) throw new Error(`${path}: the server answered ${response.status}`)
    const text = await response.text()
    return { path, words: text.match(/\S+/g)?.length ?? 0 }
  },
}

const { start, key, composer, message, send, cancel, status } = elements(
  'start',
  'key',
  'composer',
  'message',
  'send',
  'cancel',
  'status',
)

let agent
/** The turn that runs, if one does. */
let turn

// A server on this machine usually needs no key, but an agent always has one.
key.required = gatewayChatUrl === undefined

start.addEventListener('submit', async (event) => {
  event.preventDefault()
  try {
    agent = await createFxAgent({
      apiKey: key.value || 'local',
      gatewayChatUrl,
      instructions: 'You answer in one or two sentences.',
      tools: [countWords],
    })
  } catch (error) {
    status.textContent = error.message
    return
  }
  key.value = ''
  start.hidden = true
  composer.hidden = false
  status.textContent = 'Ready.'
  message.focus()
})

composer.addEventListener('submit', (event) => {
  event.preventDefault()
  const input = message.value.trim()
  if (input === '' || turn !== undefined) return
  message.value = ''
  message.focus()
  take(input)
})

/** Prompts the agent and shows what happens until the turn has ended. */
async function take(input) {
  const view = beginTurn(input)
  try {
    turn = agent.prompt(input)
    showRunning(true)
    status.textContent = 'Answering…'
    for await (const event of turn) view.show(event)
    const { stopReason, usage } = await turn.result
    view.end(stopReason)
    status.textContent = tokens(usage)
  } catch (error) {
    view.fail(error)
    status.textContent = 'The turn failed.'
  } finally {
    turn = undefined
    showRunning(false)
  }
}

function showRunning(isRunning) {
  send.hidden = isRunning
  cancel.hidden = !isRunning
}

function tokens({ inputTokens, outputTokens }) {
  return inputTokens === undefined ? 'Ready.' : `${inputTokens} tokens in, ${outputTokens} out.`
}

cancel.addEventListener('click', () => {
  turn?.cancel()
  message.focus()
})

document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') turn?.cancel()
})

message.addEventListener('keydown', (event) => {
  // While an input method composes a word, Enter belongs to it.
  if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return
  event.preventDefault()
  composer.requestSubmit()
})

/** Elements by their ids. */
function elements(...ids) {
  return Object.fromEntries(ids.map((id) => [id, document.getElementById(id)]))
}
