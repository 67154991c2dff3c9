// The corpus of skill files, and what each says.

import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { ROOT } from '../../node/support/root.mjs'

const FOLDER = path.join(ROOT, 'tests/fixtures/skills')

const entries = await readdir(FOLDER, { withFileTypes: true })
const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name).sort()

/** Of each shape its `name`, `folder`, `file` and `text`, and the record that it is `expected` to be, or its `error`. */
export const SHAPES = await Promise.all(names.map(shape))

async function shape(name) {
  const folder = path.join(FOLDER, name)
  const file = path.join(folder, 'SKILL.md')
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(await readFile(file))
  const { error, ...expected } = JSON.parse(await readFile(path.join(folder, 'expected.json'), 'utf8'))
  const { afterLine } = expected.instructions ?? {}
  if (afterLine !== undefined) expected.instructions = text.split('\n').slice(afterLine).join('\n')
  return { name, folder, file, text, expected, error }
}
