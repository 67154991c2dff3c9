import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { ROOT } from './root.mjs'

/** Runs a program of this Node at the repository's root and returns what it printed. */
export async function runProgram(file, words = []) {
  const env = { ...process.env, AI_GATEWAY_API_KEY: 'a-key', NO_COLOR: '1' }
  const { stdout } = await promisify(execFile)(process.execPath, [file, ...words], { cwd: ROOT, env, timeout: 30_000 })
  return stdout
}
