// Several servers in one agent: files, a memory, Git and the time, in JavaScript and Python, beside skills and own tools.

import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, test } from 'node:test'
import { promisify } from 'node:util'
import { createFxAgent } from 'libfx'
import { createMcpAdapter } from 'libfx/mcp'
import { createSkillsAdapter, loadSkillFile } from 'libfx/skills/node'
import { ROOT } from '../node/support/root.mjs'
import { BACKENDS, answer, calls, createAgent, imagesIn, read, toolCall, turnWith } from './support/agents.mjs'
import { filesystem, git, memory, paged, time } from './support/connections.mjs'

const SKILL = path.join(ROOT, 'runtime/examples/skills/tidy-notes/SKILL.md')
const PNG = Buffer.from('iVBORw0KGgo=', 'base64')

let folder
beforeEach(async () => {
  folder = await realpath(await mkdtemp(path.join(tmpdir(), 'libfx-mcp-')))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const inFolder = (name) => path.join(folder, name)

/** A repository with one commit. */
async function repository() {
  await mkdir(inFolder('repository'))
  const identity = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com']
  for (const words of [['init'], [...identity, 'commit', '--allow-empty', '--message', 'Plant the moss']]) {
    await promisify(execFile)('git', words, { cwd: inFolder('repository') })
  }
  return inFolder('repository')
}

for (const backend of BACKENDS) {
  const adapterOf = async ({ client }, prefix) => createMcpAdapter(client, { backend, prefix })

  test(`${backend}: files are read and written, images are seen, and what lies outside the folder is refused`, async () => {
    await writeFile(inFolder('note.md'), 'moss\n')
    await writeFile(inFolder('dot.png'), PNG)
    const files = await adapterOf(await filesystem(folder))
    const { results, requests } = await turnWith(
      files,
      toolCall('text', 'read_text_file', { path: inFolder('note.md') }),
      toolCall('image', 'read_media_file', { path: inFolder('dot.png') }),
      toolCall('write', 'write_file', { path: inFolder('new.md'), content: 'fern 🌿' }),
      toolCall('outside', 'read_text_file', { path: SKILL }),
    )
    assert.deepEqual(results.text, { isError: false, content: 'moss\n' })
    assert.equal(results.image.isError, false)
    assert.equal(imagesIn(requests[1]), 1)
    // The server's structured content wraps the picture, which must not go to the model as text.
    assert.equal(results.image.content.includes(PNG.toString('base64')), false)
    assert.equal(results.write.isError, false)
    assert.equal(await readFile(inFolder('new.md'), 'utf8'), 'fern 🌿')
    assert.equal(results.outside.isError, true)
    assert.match(results.outside.content, /Access denied/)
  })

  test(`${backend}: a memory keeps what it is told, from turn to turn`, async () => {
    const { tools } = await adapterOf(await memory(inFolder('memory.jsonl')))
    const entity = { name: 'moss', entityType: 'plant', observations: ['is green'] }
    const replies = [
      calls(toolCall('write', 'create_entities', { entities: [entity] })),
      answer('noted'),
      calls(toolCall('search', 'search_nodes', { query: 'green' })),
      answer('moss'),
    ]
    const { agent } = await createAgent(replies, { tools })
    const written = await read(agent.prompt('Moss is green.'))
    const found = await read(agent.prompt('What is green?'))
    assert.equal(written.results.write.isError, false)
    // The server's text and its structured content say the same in different layouts.
    assert.deepEqual(JSON.parse(found.results.search.content), { entities: [entity], relations: [] })
  })

  test(`${backend}: servers in Python read a repository and tell the time`, async () => {
    const place = await repository()
    const [repositories, clock] = [await adapterOf(await git(), 'git_'), await adapterOf(await time(), 'clock_')]
    const noon = { source_timezone: 'Etc/UTC', time: '12:00', target_timezone: 'Asia/Kathmandu' }
    const { stopReason, results } = await turnWith(
      { tools: [...repositories.tools, ...clock.tools] },
      toolCall('log', 'git_git_log', { repo_path: place }),
      toolCall('none', 'git_git_log', { repo_path: inFolder('nothing') }),
      toolCall('convert', 'clock_convert_time', noon),
      toolCall('nowhere', 'clock_get_current_time', { timezone: 'Moon/Crater' }),
    )
    assert.equal(stopReason, 'end_turn')
    assert.match(results.log.content, /Plant the moss/)
    assert.match(results.convert.content, /T17:45:00\+05:45/)
    assert.deepEqual([results.none.isError, results.nowhere.isError], [true, true])
    assert.match(results.nowhere.content, /Moon\/Crater/)
  })

  for (const [transport, connect] of Object.entries(paged)) {
    test(`${backend}, ${transport}: every page is listed, and names that become the same get numbers`, async () => {
      const { client } = await connect()
      assert.equal((await client.listTools()).tools.length, 2, 'the server pages its list')
      const { tools } = await createMcpAdapter(client, { backend, prefix: 'p_' })
      const names = ['p_wait', 'p_divide', 'p_version_of', 'p_other', 'p_version_of_2']
      assert.deepEqual(tools.map(({ name }) => name), names)
      const { results } = await turnWith(
        { tools },
        toolCall('dot', 'p_version_of'),
        toolCall('underscore', 'p_version_of_2'),
        toolCall('error', 'p_divide', { dividend: 1, divisor: 0 }),
      )
      assert.match(results.dot.content, /^the one with a dot/)
      assert.match(results.underscore.content, /^the one with an underscore/)
      assert.equal(results.error.isError, true)
      assert.match(results.error.content, /division by zero/)
    })
  }

  test(`${backend}: two servers with prefixes, a skill and a tool of the application work in one turn`, async () => {
    const [left, right] = [inFolder('left'), inFolder('right')]
    for (const place of [left, right]) {
      await mkdir(place)
      await writeFile(path.join(place, 'note.md'), path.basename(place))
    }
    const adapters = [await adapterOf(await filesystem(left), 'left_'), await adapterOf(await filesystem(right), 'right_')]
    const ask = { name: 'ask', description: 'Asks.', inputSchema: { type: 'object' }, execute: () => 'yes' }
    const skills = createSkillsAdapter([await loadSkillFile(SKILL, { backend, tools: [ask] })])
    const own = { ...ask, name: 'own', execute: () => 'from here' }
    const parts = {
      tools: [...adapters.flatMap(({ tools }) => tools), ...skills.tools, own],
      instructions: ['Be brief.', ...adapters.map(({ instructions }) => instructions), skills.instructions],
    }
    const { results, requests } = await turnWith(
      parts,
      toolCall('left', 'left_read_text_file', { path: path.join(left, 'note.md') }),
      toolCall('right', 'right_read_text_file', { path: path.join(right, 'note.md') }),
      toolCall('strange', 'left_read_text_file', { path: path.join(right, 'note.md') }),
      toolCall('skill', 'ask'),
      toolCall('own', 'own'),
    )
    assert.match(results.left.content, /^left/)
    assert.match(results.right.content, /^right/)
    assert.equal(results.strange.isError, true)
    assert.deepEqual([results.skill.content, results.own.content], ['yes', 'from here'])
    assert.match(requests[0].body.prompt[0].content, /^Be brief\.\s+<skill name="tidy-notes">/)
  })

  test(`${backend}: tools of two servers with the same names are refused by name`, async () => {
    const adapters = [await adapterOf(await filesystem(folder)), await adapterOf(await filesystem(folder))]
    const tools = adapters.flatMap((adapter) => adapter.tools)
    await assert.rejects(createFxAgent({ apiKey: 'k', tools }), { code: 'LIBFX_INVALID_ARGUMENT', message: /"read_file"/ })
  })
}
