// Terminals of xterm.js, with a page and without.
import { Terminal as Headless } from '@xterm/headless'
import { Terminal } from '@xterm/xterm'
import { createFxTerminal, encodeXtermKeyEvent, xtermAdapter } from 'libfx'

const terminals = [xtermAdapter(new Terminal()), xtermAdapter(new Headless({ cols: 80, rows: 24 }))]
for (const terminal of terminals) await createFxTerminal({ terminal })

document.addEventListener('keydown', (event) => console.log(encodeXtermKeyEvent(event)))
