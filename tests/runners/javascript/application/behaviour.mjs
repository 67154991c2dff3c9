// What functions of the application do, as a scenario says it.
import { sleep } from './sleep.mjs'
import { revive } from './values.mjs'

/** The behaviour of each successive call; the last one is that of all further calls. */
export function successive(behaviours) {
  const list = [behaviours].flat()
  let count = 0
  return () => list[Math.min(count++, list.length - 1)]
}

/** Behaves, and notes in `call` whether its signal was triggered. `input` is what there is to echo. */
export async function perform(behaviour, call, input, signal, host) {
  if (behaviour.never || behaviour.untilAborted) await aborted(signal)
  if (behaviour.delayMs) await sleep(behaviour.delayMs)
  call.aborted = signal.aborted
  if (behaviour.never) await new Promise(() => {})
  if ('returns' in behaviour) return revive(behaviour.returns, host)
  if ('throws' in behaviour) throw thrown(revive(behaviour.throws, host))
  if (behaviour.echoes) return input
  throw new Error('stopped')
}

function thrown(value) {
  return typeof value === 'string' ? new Error(value) : value
}

function aborted(signal) {
  if (signal.aborted) return
  return new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
}
