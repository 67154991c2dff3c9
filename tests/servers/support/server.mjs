// Third-party servers as child processes: started on a free port, awaited, and always stopped.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ROOT } from '../../node/support/root.mjs'

const HOST = '127.0.0.1'
const START_LIMIT_MS = 60_000
const STOP_LIMIT_MS = 5_000
/** How much of what a server printed is shown when it does not start, in characters. */
const OUTPUT_KEPT = 8_000

const running = new Set()
process.on('exit', () => running.forEach((child) => child.kill('SIGKILL')))
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit(1))

/** A program of the Python packages: those of requirements.txt are in `python`, others in a folder of their own. */
export function program(name, packages = 'python') {
  return path.join(process.env.LIBFX_SERVERS ?? path.join(ROOT, 'target/tools/servers'), packages, 'bin', name)
}

/**
 * The environment of a server: nothing of ours but PATH, so that no key found here and no setting changes what it does, and a
 * proxy that is not there, so that nothing it wants from elsewhere leaves this machine.
 */
export function environment(variables = {}) {
  const nowhere = `http://${HOST}:9`
  return { PATH: process.env.PATH, HTTP_PROXY: nowhere, HTTPS_PROXY: nowhere, NO_PROXY: `${HOST},localhost`, ...variables }
}

/**
 * Starts a server and waits until it accepts connections. `command(port)` gives program and arguments; `isReady(url)`, if
 * there, must become true too. Returns its `url`, `stop()`, and `kill()`, which gives it no time to say good-bye.
 */
export async function startServer({ command, env = environment(), isReady = async () => true }) {
  const port = await freePort()
  const [file, ...args] = command(port)
  const child = spawn(file, args, { env, stdio: ['pipe', 'pipe', 'pipe'] })
  running.add(child)
  let ended
  const exited = once(child, 'exit')
    .then(([code, signal]) => (ended = new Error(`it ended with ${signal ?? code}`)), (error) => (ended = error))
    .finally(() => running.delete(child))
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output = (output + text).slice(-OUTPUT_KEPT)))

  const kill = async () => {
    child.kill('SIGKILL')
    await exited
  }
  const stop = async () => {
    child.kill('SIGTERM')
    const impatience = setTimeout(() => child.kill('SIGKILL'), STOP_LIMIT_MS)
    await exited
    clearTimeout(impatience)
  }
  const url = `http://${HOST}:${port}`
  try {
    await until(START_LIMIT_MS, async () => {
      if (ended) throw ended
      return (await accepts(port)) && isReady(url)
    })
  } catch (error) {
    await stop()
    throw new Error(`${path.basename(file)} did not start: ${error.message}\n${output}`, { cause: error })
  }
  return { url, stop, kill }
}

/** Asks again and again until `condition` answers with something true, and returns that. */
export async function until(limitMs, condition) {
  const deadline = performance.now() + limitMs
  for (;;) {
    const answer = await condition()
    if (answer) return answer
    if (performance.now() > deadline) throw new Error(`still not so after ${limitMs} ms`)
    await sleep(25)
  }
}

async function freePort() {
  const server = createServer().listen(0, HOST)
  await once(server, 'listening')
  const { port } = server.address()
  server.close()
  await once(server, 'close')
  return port
}

function accepts(port) {
  return new Promise((resolve) => {
    const socket = connect(port, HOST)
    const end = (answer) => {
      socket.destroy()
      resolve(answer)
    }
    socket.once('connect', () => end(true)).once('error', () => end(false))
  })
}
