// Tools and consumers as processes of their own.

import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { SUITE } from './folders.mjs'

const LIMIT_MS = 240_000

/** Tools are to stay by themselves. */
const QUIET = { NEXT_TELEMETRY_DISABLED: '1', DENO_NO_UPDATE_CHECK: '1', DO_NOT_TRACK: '1', NO_COLOR: '1' }

function optionsOf({ cwd = SUITE, env } = {}) {
  return { cwd, env: { ...process.env, ...QUIET, ...env } }
}

/** Runs a program to its end and returns what it printed. If it fails, the error has all of that. */
export async function run(program, words, options) {
  try {
    const { stdout } = await promisify(execFile)(program, words, { ...optionsOf(options), timeout: LIMIT_MS })
    return stdout.trim()
  } catch (error) {
    throw new Error(`${error.message}\n${error.stdout}\n${error.stderr}`, { cause: error })
  }
}

/**
 * Starts a server, and waits for the line that says that it is ready: of its standard output, or of the file descriptor
 * `lines`. Returns what the pattern found there, and `stop`.
 */
export async function serve(program, words, { ready, lines = 1, ...options }) {
  const stdio = ['ignore', 'pipe', 'pipe', 'pipe']
  const server = spawn(program, words, { ...optionsOf(options), stdio })
  let said = ''
  for (const stream of [server.stdout, server.stderr]) stream.on('data', (chunk) => (said += chunk))
  try {
    return { found: await firstMatch(server, lines, ready), stop: () => stop(server) }
  } catch (error) {
    await stop(server)
    throw new Error(`${error.message}\n${said}`, { cause: error })
  }
}

async function firstMatch(server, lines, pattern) {
  for await (const line of createInterface(server.stdio[lines])) {
    const found = pattern.exec(line)
    if (found) return found
  }
  throw new Error(`${server.spawnfile} ended before it was ready`)
}

async function stop(server) {
  if (server.exitCode !== null || server.signalCode !== null) return
  server.kill()
  await once(server, 'exit')
}
