// Screens kept as text, for people to read and for tests to compare with. `LIBFX_UPDATE=1` writes what is on screen.

import assert from 'node:assert/strict'
import { mkdir, readFile, writeFile } from 'node:fs/promises'

const FOLDER = new URL('../screens/', import.meta.url)

/** What differs from run to run, and what stands for it: seconds that something took, and the version. */
const VARYING = [
  [/\b\d+(\.\d+)? ?s\b/g, 'N s'],
  [/\b\d+\.\d+\.\d+\b/g, 'X.Y.Z'],
]

/** Compares the screen of `view` with `screens/NAME.txt`. */
export async function assertScreen(view, name) {
  const file = new URL(`${name}.txt`, FOLDER)
  const screen = framed(view)
  if (process.env.LIBFX_UPDATE) {
    await mkdir(FOLDER, { recursive: true })
    await writeFile(file, screen)
  }
  const wanted = await readFile(file, 'utf8').catch(() => '')
  assert.equal(screen, wanted, `the screen is not that of ${name}.txt; LIBFX_UPDATE=1 accepts it:\n${screen}`)
}

/** The screen in a frame, with the cursor's place below. */
function framed(view) {
  const { cols } = view.term
  const edge = '─'.repeat(cols)
  const lines = view.lines().map((line) => VARYING.reduce((text, [pattern, name]) => text.replace(pattern, name), line))
  const { row, col } = view.cursor()
  return [`┌${edge}`, ...lines.map((line) => `│${line}`), `└${edge}`, `cursor: row ${row}, column ${col}`, ''].join('\n')
}
