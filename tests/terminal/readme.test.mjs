// The programs of the READMEs that have to do with terminals, as they stand there.

import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { after, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { useSite } from '../browser/support/site.mjs'
import { answer, calls, toolCall } from '../node/support/gateway.mjs'
import { PACKAGE } from '../node/support/package.mjs'
import { programsOf } from '../node/support/readme.mjs'
import { startEntityServer } from './support/entity-server.mjs'
import { packageOf, say, untilShown } from './support/page.mjs'
import { usePrograms } from './support/program.mjs'

const PACKAGE_README = 'bindings/js/README.md'

/** What bundlers make of the names of packages. */
const IMPORTS = {
  libfx: './libfx/browser.js',
  'libfx/stores': './libfx/browser-stores.js',
  '@xterm/xterm': './xterm/lib/xterm.mjs',
}

const folder = await mkdtemp(path.join(import.meta.dirname, 'readme-'))
after(() => rm(folder, { recursive: true, force: true }))

const site = useSite({
  folders: { readme: folder, 'readme/libfx': PACKAGE, 'readme/xterm': packageOf('@xterm/xterm') },
  // The table of imports stands in the page, and xterm.js adds styles of its own.
  flags: [
    '--files-csp',
    "default-src 'none'; script-src 'self' 'unsafe-inline' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; connect-src 'self'",
  ],
})
const programs = usePrograms()

for (const [name, readme] of Object.entries({ 'this project': 'README.md', 'the package': PACKAGE_README })) {
  test(`the page in the README of ${name} asks for a key, and answers`, async () => {
    const session = await site.session([answer('Good morning.')])
    const program = await programWith('document.getElementById', readme)
    const file = `${name.replaceAll(' ', '-')}.html`
    await writeFile(path.join(folder, file), pageOf(sentTo(session.url, program)))
    const prepare = (page) => page.on('dialog', (dialog) => dialog.accept('a-key'))
    const page = await site.open({ folder: 'readme', file, prepare })
    await untilShown(page, '/help')
    await say(page, 'hello')
    await untilShown(page, 'Good morning.')
    const [request] = await session.requests()
    assert.equal(request.headers.authorization, 'Bearer a-key')
    assert.deepEqual(page.complaints, [])
  })
}

test('the store in the README keeps the rules', async () => {
  const server = await startEntityServer()
  try {
    const program = await programWith('checkStores(')
    assert.match(program, /http:\/\/localhost:3000/)
    await runModule('store.mjs', program.replace('http://localhost:3000', server.url))
  } finally {
    await server.stop()
  }
})

test('the workspace in the README runs commands, once the user allows it', async () => {
  const source = await programWith('const workspace =')
  const { workspace } = await runModule('workspace.mjs', `${source}\nexport { workspace }`)
  after(() => rm(workspace.info.root, { recursive: true }))
  const commands = ['echo "in $PWD"; exit 3', 'echo key: $AI_GATEWAY_API_KEY']
  const execs = commands.map((command, at) => toolCall(`call_${at}`, 'terminal', { action: 'exec', command }))
  const program = await programs.start([calls(...execs), answer('Done.')], { workspace })
  program.say('Look around')
  await program.view.until('Run this command?')
  program.view.type('a')
  await program.view.until('Done.')
  const [, second] = await program.requests()
  const outputs = second.body.prompt.at(-1).content.map(({ output }) => output.value)
  assert.deepEqual(outputs, [`exit code: 3\n\nstdout:\nin ${workspace.info.root}\n`, 'exit code: 0\n\nstdout:\nkey:\n'])
})

async function programWith(mark, readme = PACKAGE_README) {
  const found = (await programsOf(readme)).filter((program) => program.includes(mark))
  assert.equal(found.length, 1, `${readme} has ${found.length} programs with ${mark}`)
  return found[0]
}

/** The program with one line more, because it asks the real Gateway. */
function sentTo(url, program) {
  const line = /^( *)env: .*$/m
  assert.match(program, line)
  return program.replace(line, `$&\n$1gatewayChatUrl: ${JSON.stringify(url)},`)
}

function pageOf(program) {
  return `<!doctype html>
<link rel="stylesheet" href="xterm/css/xterm.css" />
<script type="importmap">${JSON.stringify({ imports: IMPORTS })}</script>
<div id="terminal"></div>
<script type="module">${program}</script>`
}

/** Runs a program from below this folder, where it finds the packages it imports. */
async function runModule(name, source) {
  const file = path.join(folder, name)
  await writeFile(file, source)
  return import(pathToFileURL(file))
}
