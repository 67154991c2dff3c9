// Every shape of the corpus, read on both backends: from the disk, and from its text.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseSkillFile } from 'libfx/skills'
import { loadSkillFile } from 'libfx/skills/node'
import { SHAPES } from './support/shapes.mjs'

test('there are many shapes', () => {
  assert.ok(SHAPES.length >= 40)
})

for (const backend of ['native', 'wasm']) {
  for (const { name, file, text, expected, error } of SHAPES) {
    test(`${backend}: ${name}`, async () => {
      const readings = [() => loadSkillFile(file, { backend }), () => parseSkillFile(file, text, { backend })]
      for (const reading of readings) {
        if (error) await assert.rejects(reading, isError(error, file))
        else assert.deepEqual(await reading(), expected)
      }
    })
  }
}

function isError({ code, says }, file) {
  return (error) => {
    assert.equal(error.code, code)
    assert.ok(error.message.startsWith(`${file}: `) && error.message.includes(says), error.message)
    return true
  }
}
