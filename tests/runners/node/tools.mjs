// The tools of a scenario: what they do, and what is observed of them.
import { setTimeout as sleep } from 'node:timers/promises'
import { revive } from './values.mjs'

export class Tools {
  /** Executions in the order they began. */
  calls = []
  /** Is told the name of each tool that begins. */
  onBegin = () => {}

  /** The function of a tool; a list of behaviours is for successive calls. */
  behave(behaviour) {
    const tools = this
    let count = 0
    return function execute(input, context) {
      const successive = [behaviour].flat()
      const now = successive[Math.min(count++, successive.length - 1)]
      return tools.#run(this.name, now, input, context)
    }
  }

  /** Tools of the shorthand, as options. */
  writtenOut(tools) {
    return Object.entries(tools).map(([name, behaviour]) => ({
      name,
      description: '',
      inputSchema: { type: 'object', properties: {} },
      execute: this.behave(behaviour),
    }))
  }

  async #run(tool, behaviour, input, { signal, toolCallId }) {
    const call = { tool, input, toolCallId, aborted: false }
    this.calls.push(call)
    this.onBegin(tool)
    if (behaviour.never || behaviour.untilAborted) await aborted(signal)
    if (behaviour.delayMs) await sleep(behaviour.delayMs)
    call.aborted = signal.aborted
    if (behaviour.never) await new Promise(() => {})
    if ('returns' in behaviour) return revive(behaviour.returns, this)
    if ('throws' in behaviour) throw thrown(revive(behaviour.throws, this))
    if (behaviour.echoes) return input
    throw new Error('stopped')
  }
}

function thrown(value) {
  return typeof value === 'string' ? new Error(value) : value
}

function aborted(signal) {
  if (signal.aborted) return
  return new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
}
