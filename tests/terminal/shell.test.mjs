// The shell in memory among the examples: what it can, what it refuses, and that nothing of it is without bounds.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { memoryWorkspace } from '../../bindings/js/examples/browser/shell/shell.js'

/** A workspace with these files, as a function that runs a command in it. */
function shell(texts, { signal = new AbortController().signal, outputLimitBytes = 65_536 } = {}) {
  const { info, exec } = memoryWorkspace(texts)
  return async (command) => {
    const { exitCode, stdout, stderr } = await exec({ command, cwd: info.cwd, signal, timeoutMs: 1000, outputLimitBytes })
    return stderr === '' && exitCode === 0 ? stdout : { exitCode, stdout, stderr }
  }
}

const NOTES = { 'notes.md': '# Notes\nbuy milk\nBuy bread\n', 'src/main.js': 'milk()\n', 'src/.hidden': 'milk\n' }

for (const [command, expected] of [
  ['pwd', '/workspace\n'],
  ['ls', 'notes.md\nsrc\n'],
  ['ls src notes.md', 'src:\n.hidden\nmain.js\nnotes.md\n'],
  ['ls -l', '-     27 notes.md\nd        src\n'],
  ['echo one   two; echo -n three', 'one two\nthree'],
  [`echo 'a  "b"' "c 'd' \\"e\\"" f\\ g`, `a  "b" c 'd' "e" f g\n`],
  ['echo # nothing more', '\n'],
  ['echo a \\\n b', 'a b\n'],
  ['cat notes.md src/main.js', '# Notes\nbuy milk\nBuy bread\nmilk()\n'],
  ['cat < notes.md | grep milk | grep -c buy', '1\n'],
  ['cat no.md 2>/dev/null || echo none', 'none\n'],
  ['cat no.md 2>&1 | grep -c directory', '1\n'],
  ['echo hidden > /dev/null', ''],
  ['echo one > a && echo two >> a && cat a', 'one\ntwo\n'],
  ['mkdir -p a/b/c && mkdir -p a/b && echo x > a/b/c/d && cat a/../a/b/c/d && ls a/b', 'x\nc\n'],
  ['rm -r src && rm notes.md && ls', ''],
  ['rm -f no.md', ''],
  ['ls *.md src/m?in.js', 'notes.md\nsrc/main.js\n'],
  ['echo *.txt "*.md"', '*.txt *.md\n'],
  ['echo src/*', 'src/main.js\n'],
  ['grep -in BUY notes.md', '2:buy milk\n3:Buy bread\n'],
  ['grep -r milk', 'notes.md:buy milk\nsrc/.hidden:milk\nsrc/main.js:milk()\n'],
  ['grep -rl milk src', 'src/.hidden\nsrc/main.js\n'],
  ['grep -v milk notes.md', '# Notes\nBuy bread\n'],
  ['grep -F "(" src/main.js', 'milk()\n'],
]) {
  test(`${command} prints ${JSON.stringify(expected)}`, async () => assert.equal(await shell(NOTES)(command), expected))
}

for (const [command, exitCode, stderr] of [
  ['python x.py', 127, 'sh: python: not found; there are cat, echo, grep, ls, mkdir, pwd, rm\n'],
  ['constructor', 127, /^sh: constructor: not found/],
  ['cat no.md', 1, 'cat: no.md: No such file or directory\n'],
  ['cat src', 1, 'cat: src: Is a directory\n'],
  ['cat ../etc/passwd', 1, 'cat: ../etc/passwd: is outside /workspace\n'],
  ['echo x > /etc/passwd', 1, 'sh: /etc/passwd: is outside /workspace\n'],
  ['echo x > no/file', 1, 'sh: no/file: No such file or directory\n'],
  ['mkdir src', 1, 'mkdir: src: File exists\n'],
  ['rm src', 1, 'rm: src: Is a directory\n'],
  ['rm -x src', 1, 'rm: unknown option -x; there are -r -R -f\n'],
  ['grep cheese notes.md', 1, ''],
  ["grep '^buy' notes.md", 1, 'grep: ^buy: patterns are not supported, only texts (-F)\n'],
  ['echo $HOME', 2, 'sh: variables are not supported ($)\n'],
  ['echo "`pwd`"', 2, 'sh: commands in commands are not supported (`)\n'],
  ['cat << EOF', 2, 'sh: here-documents are not supported (<<)\n'],
  ['pwd &', 2, 'sh: commands in the background are not supported (&)\n'],
  ['echo "open', 2, 'sh: a quotation mark is missing: "\n'],
  ['pwd |', 2, 'sh: a command is missing after |\n'],
  ['| pwd', 2, 'sh: a command is missing before |\n'],
  ['pwd &&', 2, 'sh: a command is missing after &&\n'],
  ['|| pwd', 2, 'sh: a command is missing before ||\n'],
  ['pwd >', 2, 'sh: a redirection needs the name of a file\n'],
]) {
  test(`${command} is refused with ${exitCode}`, async () => {
    const outcome = await shell(NOTES)(command)
    assert.equal(outcome.exitCode, exitCode)
    if (typeof stderr === 'string') assert.equal(outcome.stderr, stderr)
    else assert.match(outcome.stderr, stderr)
  })
}

test('files have no more room than a page can bear', async () => {
  const run = shell({ big: 'x'.repeat(600_000) })
  assert.match((await run('cat big > copy')).stderr, /^sh: copy: No space left on device/)
  await run('rm big')
  assert.equal(await run('echo x > copy'), '')
  let outcome = ''
  for (let at = 0; outcome === '' && at < 2000; at += 1) outcome = await run(`mkdir folder-${at}`)
  assert.match(outcome.stderr, /No space left on device/)
})

test('output has an end, within a pipeline and without', async () => {
  const run = shell({ big: 'x'.repeat(600_000) })
  assert.match((await run('cat big big big | grep -c x')).stderr, /^cat: too much output/)
  assert.match((await run('cat big; cat big')).stderr, /too much output/)
})

test('output is cut between characters', async () => {
  const run = shell({ text: 'aé狠🙂' }, { outputLimitBytes: 5 })
  assert.equal(await run('cat text'), 'aé')
})

test('a command that was aborted before does not run', async () => {
  const run = shell({}, { signal: AbortSignal.abort() })
  await assert.rejects(run('echo x > file'), { name: 'AbortError' })
})

test('the workspace is as a terminal wants it', () => {
  const { info, permission } = memoryWorkspace()
  const [root, cwd, home] = Array(3).fill('/workspace')
  assert.deepEqual(info, { version: 1, root, cwd, home, gitAvailable: false, ephemeral: true })
  assert.equal(permission, 'allow-sandboxed')
})
