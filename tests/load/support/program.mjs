// What the programs share: their input, their report, and what their process holds.

import { readFileSync, readdirSync, readlinkSync } from 'node:fs'
import { ownMemory } from '../../bench/memory.mjs'

/** What the test gave the program. */
export const input = JSON.parse(process.argv[2])

const started = performance.now()

/** Tells a person who waits how far it is. */
export function progress(text) {
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  process.stderr.write(`${seconds} s: ${text}\n`)
}

/** Gives the test its facts, once, at the end. */
export function report(facts) {
  process.stdout.write(JSON.stringify(facts))
}

export function sleep(ms) {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

/** Memory of this process, beside its programs and libraries, in MiB. */
export function memory() {
  return ownMemory() / 1024
}

/** Follows the memory of this process until the function it returns is called; that returns the most it has seen. */
export function watchMemory() {
  let peak = memory()
  const timer = setInterval(() => {
    peak = Math.max(peak, memory())
  }, 50)
  return () => {
    clearInterval(timer)
    return Math.max(peak, memory())
  }
}

/** Frees what nobody holds, finalizers included. Needs --expose-gc. */
export async function collect() {
  for (let round = 0; round < 3; round += 1) {
    globalThis.gc()
    await sleep(20)
  }
}

/** Waits until `condition` holds, which may take some collections; `false` if it does not in a minute. */
export async function eventually(condition) {
  const deadline = performance.now() + 60_000
  while (!condition()) {
    if (performance.now() > deadline) return false
    globalThis.gc?.()
    await sleep(20)
  }
  return true
}

/** Sockets that this process has open, those of the native side included; 0 where the system does not tell. */
export function openSockets() {
  if (process.platform !== 'linux') return 0
  return readdirSync('/proc/self/fd').filter((fd) => linkOf(fd).startsWith('socket:')).length
}

/** Threads of this process; 0 where the system does not tell. */
export function threads() {
  if (process.platform !== 'linux') return 0
  return Number(/^Threads:\s*(\d+)/m.exec(readFileSync('/proc/self/status', 'utf8'))[1])
}

/** What keeps this process alive, beside its standard streams. */
export function resources() {
  const streams = new Set(['TTYWrap', 'PipeWrap', 'FSReqCallback'])
  return process.getActiveResourcesInfo().filter((kind) => !streams.has(kind))
}

/** The descriptor that lists descriptors is closed when it is looked at. */
function linkOf(fd) {
  try {
    return readlinkSync(`/proc/self/fd/${fd}`)
  } catch {
    return ''
  }
}
