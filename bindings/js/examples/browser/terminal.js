// The interactive program in this page, with a shell in memory for the model to work in.
//
// The user brings the key, and it stays in memory. Settings, prompts and sessions are kept in the browser's database.
//
// `?gatewayChatUrl=http://127.0.0.1:8080/v1/chat/completions` talks to a server on this machine.

// With a bundler: from 'libfx', 'libfx/stores', '@xterm/xterm' and '@xterm/addon-fit'.
import { createFxTerminal, xtermAdapter } from './libfx/browser.js'
import { createBrowserStores } from './libfx/browser-stores.js'
import { memoryWorkspace } from './shell/shell.js'
import { Terminal } from './xterm/lib/xterm.mjs'
import { FitAddon } from './xterm-fit/lib/addon-fit.mjs'

const gatewayChatUrl = new URLSearchParams(location.search).get('gatewayChatUrl') ?? undefined

const start = document.getElementById('start')
const key = document.getElementById('key')
const status = document.getElementById('status')
const place = document.getElementById('terminal')

// A server on this machine usually needs no key, but the program always has one.
key.required = gatewayChatUrl === undefined

start.addEventListener('submit', async (event) => {
  event.preventDefault()
  const apiKey = key.value || 'local'
  key.value = ''
  start.hidden = true
  place.hidden = false
  const { term, close } = openTerminal()
  try {
    const ended = await run(term, apiKey)
    status.textContent = `The program has ended with status ${ended}. Start it again to go on.`
  } catch (error) {
    status.textContent = error.message
  }
  close()
  place.hidden = true
  start.hidden = false
  key.focus()
})

/** A terminal that is as large as its place. */
function openTerminal() {
  const term = new Terminal({ theme: colors(), fontSize: 14 })
  const fit = new FitAddon()
  term.loadAddon(fit)
  term.open(place)
  const sizes = new ResizeObserver(() => fit.fit())
  sizes.observe(place)
  fit.fit()
  const close = () => {
    sizes.disconnect()
    term.dispose()
  }
  return { term, close }
}

/** Runs the program until it ends; its exit status. */
async function run(term, apiKey) {
  const stores = createBrowserStores({ name: 'libfx-terminal' })
  const sessions = await stores.sessionStore.list()
  const runtime = await createFxTerminal({
    terminal: xtermAdapter(term),
    env: { AI_GATEWAY_API_KEY: apiKey },
    args: sessions.length > 0 ? ['--continue'] : [],
    gatewayChatUrl,
    workspace: memoryWorkspace({
      'README.md': '# A workspace in memory\n\nIts files are gone when this page is.\n',
      'notes/todo.txt': 'Try the terminal.\nAsk for a poem about it.\n',
    }),
    ...stores,
  })
  term.focus()
  return runtime.exited
}

/** The page's colours. The program asks for them, to choose its own. */
function colors() {
  const { backgroundColor, color } = getComputedStyle(document.body)
  return { background: hex(backgroundColor), foreground: hex(color), cursor: hex(color) }
}

/** `rgb(22, 24, 29)` as `#16181d`. */
function hex(rgb) {
  const channels = rgb.match(/\d+/g).slice(0, 3)
  return `#${channels.map((channel) => Number(channel).toString(16).padStart(2, '0')).join('')}`
}
