/**
 * A lock that processes take by making a file. What is done under it takes milliseconds.
 *
 * A process that is killed leaves its lock behind. Clocks of different machines do not agree and numbers of processes are
 * used again, so neither tells such a lock; that it has been watched for long and did not change does. Should its owner
 * have been asleep and go on, it finds out before it writes.
 */
import { open, rm, stat } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'

/** How long a lock is watched before it counts as left behind, in milliseconds. */
const PATIENCE_MS = 5_000
/** The longest pause between two looks at a lock. */
const PAUSE_MS = 20

/** Thrown by `confirm` when somebody else has taken the lock. */
class LockLost extends Error {}

/**
 * Does `work` while nobody else does theirs under the lock `file`. `work` gets a function that it calls right before it
 * changes anything; when that throws, `work` is done again.
 */
export async function locked(file, work) {
  for (;;) {
    const lock = await take(file)
    try {
      return await work(() => confirm(file, lock))
    } catch (error) {
      if (!(error instanceof LockLost)) throw error
    } finally {
      await release(file, lock)
    }
  }
}

/** The handle of the lock's file, once it could be made. */
async function take(file) {
  let watched = {}
  for (;;) {
    const lock = await made(file)
    if (lock !== undefined) return lock
    const identity = await identityOf(file)
    if (identity !== watched.identity) watched = { identity, since: performance.now() }
    else if (identity !== undefined && performance.now() - watched.since > PATIENCE_MS) await rm(file, { force: true })
    await sleep(Math.random() * PAUSE_MS)
  }
}

async function made(file) {
  try {
    return await open(file, 'wx', 0o600)
  } catch (error) {
    if (error.code === 'EEXIST') return undefined
    throw error
  }
}

async function confirm(file, lock) {
  if (!(await isMine(file, lock))) throw new LockLost()
}

async function release(file, lock) {
  const mine = await isMine(file, lock)
  await lock.close()
  if (mine) await rm(file, { force: true })
}

/** While the handle is open, no other file can have the number of this one. */
async function isMine(file, lock) {
  const { dev, ino } = await lock.stat({ bigint: true })
  const there = await stat(file, { bigint: true }).catch(() => undefined)
  return there?.ino === ino && there.dev === dev
}

/** Which lock there is; `undefined` for none. */
async function identityOf(file) {
  const there = await stat(file, { bigint: true }).catch(() => undefined)
  return there && `${there.dev} ${there.ino} ${there.ctimeNs}`
}
