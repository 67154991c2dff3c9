// A terminal view that is looked at as text: xterm.js without a page.

import { createRequire } from 'node:module'
import { until } from '../../browser/support/until.mjs'

const { Terminal } = createRequire(import.meta.url)('@xterm/headless')

export class View {
  constructor({ cols = 80, rows = 24 } = {}) {
    this.term = new Terminal({ cols, rows, allowProposedApi: true, scrollback: 1000 })
  }

  /** Types, as a user does. */
  type(keys) {
    this.term.input(keys, true)
  }

  resize(cols, rows) {
    this.term.resize(cols, rows)
  }

  /** What is on screen, line by line, without blanks at the ends. */
  lines() {
    const { active } = this.term.buffer
    return Array.from({ length: this.term.rows }, (_, row) =>
      active
        .getLine(active.viewportY + row)
        .translateToString(true)
        .trimEnd(),
    )
  }

  text() {
    return this.lines().join('\n')
  }

  /** Where the cursor is, from 0. */
  cursor() {
    const { cursorX, cursorY } = this.term.buffer.active
    return { col: cursorX, row: cursorY }
  }

  /** The cell at a place: its text, and its colours and attributes as xterm.js numbers them. */
  cell(row, col) {
    const { active } = this.term.buffer
    return active.getLine(active.viewportY + row).getCell(col)
  }

  /** Whether the program has left the screen to whoever had it before. */
  isRestored() {
    return this.term.buffer.active.type === 'normal'
  }

  /** Waits until the screen holds a text, or matches. */
  async until(wanted) {
    const matches = () => (wanted instanceof RegExp ? wanted.test(this.text()) : this.text().includes(wanted))
    await until(matches).catch(() => {
      throw new Error(`the screen never showed ${wanted}:\n${this.text()}`)
    })
  }

  /** Waits until the screen holds a text no longer. */
  async untilGone(unwanted) {
    await until(() => !this.text().includes(unwanted)).catch(() => {
      throw new Error(`the screen went on showing ${unwanted}:\n${this.text()}`)
    })
  }
}
