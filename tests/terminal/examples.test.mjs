// The programs among the examples that have a terminal: the page, driven by keys, and the host for a local terminal, in tmux.

import assert from 'node:assert/strict'
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, test } from 'node:test'
import { answer, calls, toolCall } from '../node/support/gateway.mjs'
import { ROOT } from '../node/support/root.mjs'
import { ARTIFACTS, say, startProgram, untilShown, usePages } from './support/page.mjs'
import { openWindow } from './support/tmux.mjs'

const EXAMPLES = path.join(ROOT, 'bindings/js/examples')
const KEY = 'key-that-nobody-keeps'

const pages = usePages()

for (const colorScheme of ['light', 'dark']) {
  test(`the page runs commands in its shell, in ${colorScheme} colours`, async () => {
    const exec = { action: 'exec', command: 'cat notes/todo.txt | grep poem' }
    const session = await pages.session([calls(toolCall('call_1', 'terminal', exec)), answer('A poem it is.')])
    const page = await pages.open(session, { colorScheme, viewport: { width: 900, height: 600 } })
    await startProgram(page)
    await say(page, 'What is there to do?')
    await untilShown(page, 'A poem it is.')
    await page.screenshot({ path: path.join(ARTIFACTS, `page-${colorScheme}.png`) })
    const [, second] = await session.requests()
    const { value } = second.body.prompt.at(-1).content[0].output
    assert.match(value, /Ask for a poem about it\./)
    assert.deepEqual(page.complaints, [])

    await say(page, '/quit')
    await page.getByRole('status').getByText('ended with status 0').waitFor()
  })
}

test('the page goes on with its session when it is opened again', async () => {
  const session = await pages.session([answer('Remember the milk.')])
  const page = await pages.open(session)
  await startProgram(page)
  await say(page, 'What shall I remember?')
  await untilShown(page, 'Remember the milk.')
  await say(page, '/quit')
  await page.getByRole('status').getByText('ended').waitFor()

  await page.reload()
  await startProgram(page, 'Remember the milk.')
})

/** Where the host keeps what it remembers. */
let home
before(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'libfx-host-'))
})
after(() => rm(home, { recursive: true, force: true }))

/**
 * The commands that run the host, whose process id goes into a file, and then tell its status and how many settings say that the
 * terminal is still raw.
 */
function hostFor(session, ...args) {
  const words = [process.execPath, path.join(EXAMPLES, 'terminal.mjs'), '--gateway', session.url, ...args]
  const env = `AI_GATEWAY_API_KEY=${KEY} LIBFX_TERMINAL_HOME=${home}/state`
  return `(sh -c 'echo $PPID' > ${home}/pid; ${env} exec ${words.join(' ')}); echo "ended with $?"; stty -a | grep -c -w -e '-icanon'`
}

test('the host runs the program in a local terminal, and restores the terminal when it ends', async (context) => {
  const session = await pages.session([answer('Good morning.')])
  const window = await openWindow(context)
  await window.say(hostFor(session))
  await window.until('/help')
  await window.say('hello')
  await window.until('Good morning.')
  await window.tmux('resize-window', '-x', '40', '-y', '12')
  // The status is on the last line of the smaller window, too.
  await window.until(/^(?:.*\n){11}.*kimi-k3/)
  await window.say('/quit')
  await window.until(/ended with 0\n0\n/)
  assert.deepEqual((await readdir(path.join(home, 'state'))).sort(), ['history', 'sessions'])
})

test('the host goes on with the latest session', async (context) => {
  const session = await pages.session([])
  const window = await openWindow(context)
  await window.say(hostFor(session, '--resume', 'last'))
  await window.until('Good morning.')
  await window.press('C-d')
  await window.until(/ended with 0\n0\n/)
})

test('the host restores the terminal when it is terminated', async (context) => {
  const session = await pages.session([])
  const window = await openWindow(context)
  await window.say(hostFor(session))
  await window.until('/help')
  process.kill(Number(await readFile(path.join(home, 'pid'), 'utf8')), 'SIGTERM')
  await window.until(/ended with 130\n0\n/)
})
