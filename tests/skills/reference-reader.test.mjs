// The corpus beside a reader that nobody here wrote: skills-ref, which takes the front matter for YAML and wants both keys.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readProperties } from 'skills-ref'
import { SHAPES } from './support/shapes.mjs'

/** Where the two differ on purpose: people's files are no YAML in these ways, and mean what they seem to say. */
const DIFFERENCES = {
  'backslashes-that-escape-nothing': 'a path of Windows in double quotes is a path',
  'byte-order-mark': 'a mark before the fence is skipped',
  'byte-order-mark-and-blanks': 'a mark before the fence is skipped',
  'colon-in-a-value': 'a colon in a value is part of it',
  'comment-between-continuations': 'a comment does not end a value',
  'control-characters': 'any character may stand in a value',
  'indented-hyphens-in-the-header': 'only a line of hyphens alone, and not indented, is a fence',
  'key-twice': 'of a key that stands twice the first that says something counts',
  'lines-that-are-no-keys': 'a line that is no key is skipped',
  'many-colons': 'a colon in a value is part of it',
  'markdown-in-a-description': 'Markdown is text',
  'no-blank-behind-the-colon': 'a key needs no blank behind its colon',
  'number-sign-in-a-description': 'a number sign in a value begins no comment',
  'quote-not-closed': 'a quote that is not closed is text',
  'quotes-around-a-part': 'quotes around a part of a value are text',
  'sign-that-begins-no-block': 'a sign with text behind it begins no block',
  'signs-that-yaml-refuses': 'signs are text',
  'tabs-as-indentation': 'tabs indent as blanks do',
  'words-that-yaml-reads-otherwise': 'numbers and truth values are text',
}

/** It refuses a file without a name or a description, which here is named by its file, or has none. */
const isComplete = ({ expected }) => expected.description !== undefined && expected.name !== 'SKILL'

for (const shape of SHAPES.filter((shape) => shape.error || isComplete(shape))) {
  const { name, folder, expected, error } = shape
  const difference = DIFFERENCES[name]
  test(difference ? `${name}: not as there, since ${difference}` : `${name}: as there`, async () => {
    const { properties, refusal } = await readProperties(folder).then(
      (properties) => ({ properties }),
      (refusal) => ({ refusal }),
    )
    const agrees = error
      ? refusal !== undefined
      : properties?.name === expected.name && properties.description === expected.description
    assert.equal(agrees, difference === undefined, refusal?.message ?? JSON.stringify(properties))
  })
}

test('most shapes are read alike', () => {
  assert.ok(SHAPES.filter((shape) => isComplete(shape) && !(shape.name in DIFFERENCES)).length >= 40)
  for (const name of Object.keys(DIFFERENCES)) assert.ok(SHAPES.some((shape) => shape.name === name), name)
})
