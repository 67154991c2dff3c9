// Skills in JavaScript: records and files. What an adapter makes of records, and how files are read, is in tests/scenarios.

import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, test } from 'node:test'
import { FxError } from 'libfx'
import * as forAll from 'libfx/skills'
import { createSkillsAdapter, loadSkillFile, parseSkillFile } from 'libfx/skills/node'

const TEXT = '---\nname: review\ndescription: Reviews a change\n---\n\n# Review\n'
const REVIEW = { name: 'review', description: 'Reviews a change', instructions: '# Review\n' }

let folder
before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'libfx-skills-'))
})
after(() => rm(folder, { recursive: true, force: true }))

function tool(name) {
  return { name, description: '', inputSchema: { type: 'object' }, execute() {} }
}

async function file(name, content) {
  const place = path.join(folder, name)
  await writeFile(place, content)
  return place
}

test('an adapter has the instructions of all records, and their very tools', () => {
  const [diff, blame] = [tool('diff'), tool('blame')]
  const adapter = createSkillsAdapter([
    { ...REVIEW, tools: [diff, blame], resources: [{ uri: 'a"b', text: '1 < 2' }] },
    { name: 'other', instructions: 'Do.' },
  ])
  assert.deepEqual(Object.keys(adapter).sort(), ['instructions', 'tools'])
  assert.ok(adapter.tools[0] === diff && adapter.tools[1] === blame)
  assert.match(adapter.instructions, /^<skill name="review">[^]*uri="a&quot;b">\n1 < 2\n[^]*<skill name="other">/)
  assert.deepEqual(createSkillsAdapter([]), { instructions: '', tools: [] })
})

test('records are checked at once, in the words of the runtime', () => {
  const wrong = (records, message) => {
    assert.throws(() => createSkillsAdapter(records), (error) => {
      assert.ok(error instanceof FxError)
      assert.deepEqual([error.name, error.message], ['TypeError', message])
      return true
    })
  }
  wrong(undefined, 'records: expected an array, got undefined')
  wrong([new Uint8Array(1)], 'records[0]: expected an object, got bytes')
  const withSchema = (inputSchema) => [{ name: 'a', instructions: '', tools: [{ ...tool('t'), inputSchema }] }]
  wrong(withSchema({ n: [1n] }), 'records[0].tools[0].inputSchema.n[0]: expected a JSON value, got a bigint')
  const cycle = {}
  cycle['a b'] = cycle
  wrong(withSchema(cycle), 'records[0].tools[0].inputSchema["a b"]: expected a JSON value, got a cycle')
})

test('members of records and tools may stand in a prototype', () => {
  class Skill {
    name = 'a'
    get instructions() {
      return 'from a getter'
    }
  }
  assert.match(createSkillsAdapter([new Skill()]).instructions, /from a getter/)
})

for (const backend of ['native', 'wasm']) {
  test(`${backend}: a file is read and parsed, and the options' own tools are in the record`, async () => {
    const options = { backend, tools: [tool('t')], resources: [{ uri: 'a:b', text: 'c' }] }
    const record = await loadSkillFile(await file('SKILL.md', TEXT), options)
    assert.equal(record.tools[0], options.tools[0])
    assert.deepEqual(record, { ...REVIEW, resources: options.resources, tools: options.tools })
    assert.deepEqual(await parseSkillFile('SKILL.md', TEXT, { backend }), REVIEW)
  })

  test(`${backend}: a file is named by its name, in records and in errors`, async () => {
    assert.equal((await loadSkillFile(await file('deploy.md', '# Deploy'), { backend })).name, 'deploy')
    const open = await file('open.md', '---\nname: x\n')
    await assert.rejects(loadSkillFile(open, { backend }), (error) => {
      assert.equal(error.code, 'LIBFX_SKILL_INVALID')
      assert.ok(error.message.startsWith(`${open}: the front matter is not closed`), error.message)
      return true
    })
  })

  test(`${backend}: wrong options are refused in the words of the runtime`, async () => {
    for (const [options, message] of [
      [{ tool: [] }, 'options.tool: unknown property, did you mean "tools"?'],
      [{ tools: [{}] }, 'options.tools[0].name: required, expected a string'],
      [{ tools: [tool('t'), tool('t')] }, 'options.tools[1].name: "t" is already the name of options.tools[0]'],
      [{ resources: [{ uri: 1 }] }, 'options.resources[0].uri: expected a string, got a number'],
    ]) {
      await assert.rejects(parseSkillFile('a.md', '', { backend, ...options }), { name: 'TypeError', message })
    }
  })
}

test('bytes that are no UTF-8 become U+FFFD, and no more of a file is read than one may hold', async () => {
  const bytes = await file('bytes.md', Buffer.from([0x61, 0xff, 0x62]))
  assert.equal((await loadSkillFile(bytes)).instructions, 'a\ufffdb')
  const large = await file('large.md', Buffer.alloc(2 ** 20 + 1, 'a'))
  await assert.rejects(loadSkillFile(large), { code: 'LIBFX_LIMIT_EXCEEDED', name: 'RangeError' })
  assert.equal((await loadSkillFile(await file('full.md', Buffer.alloc(2 ** 20, 'a')))).instructions.length, 2 ** 20)
})

test('what cannot be read rejects with the name of the file, the code and the cause', async () => {
  const absent = path.join(folder, 'absent.md')
  await assert.rejects(loadSkillFile(absent), (error) => {
    assert.deepEqual([error.code, error.causeCode, error.cause.code], ['LIBFX_SKILL_INVALID', 'ENOENT', 'ENOENT'])
    assert.ok(error.message.startsWith(`${absent}: cannot be read (ENOENT: `), error.message)
    return true
  })
  await assert.rejects(loadSkillFile(folder), { code: 'LIBFX_SKILL_INVALID', causeCode: 'EISDIR' })
})

test('a reader of the application takes the place of the built-in one', async () => {
  const asked = []
  const readFile = async (...args) => (asked.push(args), TEXT)
  assert.deepEqual(await loadSkillFile('in/memory.md', { readFile }), REVIEW)
  assert.deepEqual(asked, [['in/memory.md', 'utf8']])
  assert.deepEqual(await loadSkillFile('a.md', { readFile: () => TEXT }), REVIEW)
  const cause = new Error('no such key')
  const failing = loadSkillFile('a.md', { readFile: () => Promise.reject(cause) })
  await assert.rejects(failing, { code: 'LIBFX_SKILL_INVALID', message: 'a.md: cannot be read (no such key)', cause })
  for (const [options, message] of [
    [{ readFile: 'a' }, 'options.readFile: expected a function, got a string'],
    [{ readFile: () => Buffer.from(TEXT) }, 'options.readFile: expected it to return a string, got bytes'],
  ]) {
    await assert.rejects(loadSkillFile('a.md', options), { name: 'TypeError', message })
  }
})

test('a path is a text', async () => {
  await assert.rejects(loadSkillFile(), { name: 'TypeError', message: 'path: expected a string, got undefined' })
  await assert.rejects(loadSkillFile(''), { name: 'TypeError', message: 'path: expected a non-empty string' })
})

test('records need no files, in other environments and in CommonJS', async () => {
  assert.equal('loadSkillFile' in forAll, false)
  assert.deepEqual(await forAll.parseSkillFile('a.md', TEXT), REVIEW)
  const required = createRequire(import.meta.url)('libfx/skills/node')
  assert.deepEqual(await required.loadSkillFile(await file('cjs.md', TEXT)), REVIEW)
  assert.equal(required.createSkillsAdapter([REVIEW]).tools.length, 0)
})
