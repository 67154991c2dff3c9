// A terminal of xterm.js behind the adapter: `received` has what a program gets, by the subscription it came through.
import { xtermAdapter } from '/__gateway/files/package/browser.js'
import { Terminal } from '/__gateway/files/xterm/lib/xterm.mjs'

const term = new Terminal()
const adapter = xtermAdapter(term)
const received = []
const subscriptions = [
  adapter.onData((data) => received.push(['data', data])),
  adapter.onKeyData((data) => received.push(['key', data])),
]
term.open(document.getElementById('terminal'))
term.focus()
Object.assign(globalThis, { term, received, subscriptions, adapterOf: xtermAdapter })
