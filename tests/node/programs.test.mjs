// The programs people copy: those of the README and the examples run as they stand, against the bundled Gateway.

import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { after, before, test } from 'node:test'
import { startDemoGateway } from './support/demo-gateway.mjs'
import { programsOf } from './support/readme.mjs'
import { ROOT } from './support/root.mjs'
import { runProgram } from './support/run-program.mjs'

const readme = await readFile(path.join(ROOT, 'README.md'), 'utf8')
/** Those for Node. What is for pages runs among the tests of the terminal. */
const programs = (await programsOf('README.md')).filter((program) => !program.includes('document.'))

let gateway
let folder
before(async () => {
  gateway = await startDemoGateway()
  folder = await mkdtemp(path.join(import.meta.dirname, 'readme-'))
})
after(async () => {
  await gateway?.stop()
  await rm(folder, { recursive: true, force: true })
})

test('the README has a program in JavaScript', () => {
  assert.ok(programs.length > 0)
})

for (const [index, program] of programs.entries()) {
  test(`program ${index + 1} of the README streams an answer that holds its tool's result`, async () => {
    const file = path.join(folder, `program-${index}.mjs`)
    await writeFile(file, sentTo(gateway.url, program))
    const output = await runProgram(file)
    assert.match(output, new RegExp(`> ${readme.split(/\s+/).length}\\b`))
    assert.match(output, /end_turn \{\s+inputTokens: \d+/)
  })
}

test('the demo shows reasoning, the tool call and its result, the answer, the stop reason and the usage', async () => {
  const output = await runProgram(path.join(ROOT, 'bindings/js/examples/demo.mjs'), ['--gateway', gateway.url])
  const words = readme.match(/\S+/g).length
  const inOrder = [
    'I know nothing about it yet',
    '→ count_words {"path":"README.md"}',
    `← {"path":"README.md","words":${words}}`,
    `> {"path":"README.md","words":${words}}`,
    'stop reason: end_turn',
    'usage: {"inputTokens":',
  ]
  const places = inOrder.map((text) => output.indexOf(text))
  assert.deepEqual(places.filter((place) => place < 0), [], output)
  assert.deepEqual(places, places.toSorted((a, b) => a - b), output)
})

/** The program with one line more, because those of the README ask the real Gateway. */
function sentTo(url, program) {
  const line = /^( *)apiKey: .*$/m
  assert.match(program, line)
  return program.replace(line, `$&\n$1gatewayChatUrl: ${JSON.stringify(url)},`)
}
