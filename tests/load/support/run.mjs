// Loads run in processes of their own: memory is measured from a clean start, flags apply, and a crash is a result.

import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'

/** No time is measured: whatever takes longer than this hangs. */
const HANGS_AFTER_MS = 300_000

/**
 * Runs a program of `programs/` with `input`, and returns what it reported. It has to end by itself, and well. What it
 * prints on standard error is progress, and shown.
 */
export async function run(program, input, { flags = [], seconds = 0 } = {}) {
  const file = fileURLToPath(new URL(`../programs/${program}.mjs`, import.meta.url))
  const child = spawn(process.execPath, [...flags, file, JSON.stringify(input)], {
    stdio: ['ignore', 'pipe', 'inherit'],
    timeout: HANGS_AFTER_MS + seconds * 1000,
    killSignal: 'SIGKILL',
  })
  const [printed, [code, signal]] = await Promise.all([text(child.stdout), once(child, 'exit')])
  assert.deepEqual({ code, signal }, { code: 0, signal: null }, `${program} ended badly`)
  return JSON.parse(printed)
}
