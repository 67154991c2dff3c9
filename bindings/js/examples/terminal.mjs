// The interactive program, in the terminal that this runs in.
//
//   AI_GATEWAY_API_KEY=… node terminal.mjs [--gateway URL] [--resume last]
//
// It remembers settings, prompts, sessions and the login in files below ~/.libfx-terminal; LIBFX_TERMINAL_HOME names another
// directory.

import { writeSync } from 'node:fs'
import { homedir } from 'node:os'
import path from 'node:path'
import { createFxTerminal } from 'libfx'
import { createFileStores } from 'libfx/stores/node'

const { argv, env, stdin, stdout } = process

/** Takes back what a program may have asked of a terminal: its other screen, the mouse, marked pastes, a hidden cursor. */
const RESTORED = '\x1b[?2026l\x1b[?2004l\x1b[?1006l\x1b[?1000l\x1b[?1049l\x1b[?25h\x1b[0m'

if (!stdin.isTTY || !stdout.isTTY) throw new Error('terminal.mjs runs in a terminal')

const [gatewayChatUrl, ...args] = argv[2] === '--gateway' ? argv.slice(3) : [undefined, ...argv.slice(2)]
const subscribe = (emitter, event) => (callback) => {
  emitter.on(event, callback)
  return () => emitter.off(event, callback)
}

stdin.setEncoding('utf8').setRawMode(true)
// However this process ends, short of being killed outright: the shell after it gets the terminal as it was.
process.on('exit', () => {
  stdin.setRawMode(false)
  writeSync(stdout.fd, RESTORED)
})
let runtime
const end = () => (runtime === undefined ? process.exit(130) : runtime.abort())
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, end)

runtime = await createFxTerminal({
  terminal: {
    get cols() {
      return stdout.columns
    },
    get rows() {
      return stdout.rows
    },
    write: (bytes) => stdout.write(bytes),
    onData: subscribe(stdin, 'data'),
    onResize: subscribe(stdout, 'resize'),
    drain: () => new Promise((resolve) => stdout.write('', resolve)),
  },
  env,
  args,
  gatewayChatUrl,
  ...createFileStores(env.LIBFX_TERMINAL_HOME ?? path.join(homedir(), '.libfx-terminal')),
})
process.exit(await runtime.exited)
