// The programs people copy: the examples in JavaScript and Rust and the README's program, run as they stand.

import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { cp, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import { programsOf } from '../node/support/readme.mjs'
import { ROOT } from '../node/support/root.mjs'
import { answer, calls, script, toolCall } from './support/agents.mjs'

const EXAMPLES = path.join(ROOT, 'bindings/js/examples')
const SKILLS = path.join(ROOT, 'runtime/examples/skills')
const RUST = process.env.LIBFX_MCP_EXAMPLE ?? path.join(ROOT, 'target/debug/examples/mcp_and_skills')
const PROMPT = 'Tidy up my notes.'

let folder
before(async () => {
  folder = await realpath(await mkdtemp(path.join(tmpdir(), 'libfx-mcp-')))
  await writeFile(path.join(folder, 'note.md'), 'moss')
})
after(() => rm(folder, { recursive: true, force: true }))

/** Runs a program where `npx` finds the server among the installed packages. */
async function run(file, words, { cwd = EXAMPLES, PATH = process.env.PATH } = {}) {
  const env = { ...process.env, PATH, AI_GATEWAY_API_KEY: 'a-key', NO_COLOR: '1', npm_config_offline: 'true' }
  const { stdout } = await promisify(execFile)(file, words, { cwd, env, timeout: 60_000 })
  return stdout
}

for (const [language, command] of Object.entries({
  JavaScript: (url) => run(process.execPath, ['mcp-and-skills.mjs', folder, SKILLS, PROMPT, url]),
  Rust: (url) => run(RUST, [folder, PROMPT, url]),
})) {
  test(`the example in ${language} gives an agent the files of a folder, and every skill of another`, async () => {
    const listing = toolCall('c1', 'fs_list_directory', { path: folder })
    const { url, requests } = await script([calls(listing), answer('All', ' tidy.')])
    const output = await command(url)
    assert.ok(output.includes(`[fs_list_directory {"path":${JSON.stringify(folder)}}]`), output)
    assert.match(output, /All tidy\./)
    const [first, second] = (await requests()).map(({ body }) => body)
    assert.match(first.prompt[0].content, /<skill name="tidy-notes">[^]*<skill name="weekly-report">/)
    assert.ok(first.prompt[0].content.startsWith(`You work on the folder ${folder}.`))
    assert.ok(first.tools.some(({ name }) => name === 'fs_write_file'))
    assert.match(JSON.stringify(second.prompt), /\[FILE\] note\.md/)
  })
}

test('the program of the package’s README does what it says', async () => {
  const { url, requests } = await script([calls(toolCall('c1', 'files_list_directory', { path: '.' })), answer('One note.')])
  // Below this folder, it finds the packages it imports.
  const place = await mkdtemp(path.join(import.meta.dirname, 'readme-'))
  try {
    await cp(path.join(SKILLS, 'tidy-notes'), path.join(place, 'skills/review'), { recursive: true })
    await writeFile(path.join(place, 'program.mjs'), completed(await programOfReadme(), url))
    const PATH = [path.join(import.meta.dirname, 'node_modules/.bin'), process.env.PATH].join(path.delimiter)
    assert.equal(await run(process.execPath, ['program.mjs'], { cwd: place, PATH }), 'end_turn\n')
  } finally {
    await rm(place, { recursive: true, force: true })
  }
  const [first, second] = (await requests()).map(({ body }) => body)
  assert.match(first.prompt[0].content, /<skill name="tidy-notes">/)
  assert.match(JSON.stringify(second.prompt), /\[FILE\] program\.mjs/)
})

async function programOfReadme() {
  const programs = await programsOf('bindings/js/README.md')
  return programs.find((program) => program.includes('skills/review/SKILL.md'))
}

/** With the two lines that the README leaves to its reader: where the Gateway is, and a prompt. */
function completed(program, url) {
  assert.match(program, /^( *)apiKey: .*$/m)
  assert.match(program, /^\/\/ …$/m)
  const prompt = [`const turn = agent.prompt('go')`, 'for await (const _ of turn);', 'console.log((await turn.result).stopReason)']
  return program
    .replace(/^( *)apiKey: .*$/m, `$&\n$1gatewayChatUrl: ${JSON.stringify(url)},`)
    .replace(/^\/\/ …$/m, prompt.join('\n'))
}
