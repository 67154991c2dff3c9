// A local terminal: a window of tmux, with a shell in it.

import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { until } from '../../browser/support/until.mjs'

const TMUX = process.env.LIBFX_TMUX ?? 'tmux'

/** Opens a window with a shell in it; it is closed with the test. */
export async function openWindow(context) {
  const socket = path.join(await mkdtemp(path.join(tmpdir(), 'libfx-tmux-')), 'socket')
  const tmux = async (...args) => (await promisify(execFile)(TMUX, ['-S', socket, '-f', '/dev/null', ...args])).stdout
  await tmux('new-session', '-d', '-x', '80', '-y', '24', 'sh')
  context.after(async () => {
    await tmux('kill-server')
    await rm(path.dirname(socket), { recursive: true, force: true })
  })
  const screen = () => tmux('capture-pane', '-p')
  return {
    tmux,
    screen,
    press: (key) => tmux('send-keys', key),
    /** Types a line and sends it. */
    async say(line) {
      await tmux('send-keys', '-l', line)
      await tmux('send-keys', 'Enter')
    },
    async until(wanted) {
      const matches = async () => (wanted instanceof RegExp ? wanted.test(await screen()) : (await screen()).includes(wanted))
      await until(matches).catch(async () => {
        throw new Error(`the window never showed ${wanted}:\n${await screen()}`)
      })
    },
  }
}
