// One prompt of a scenario: reading its events, and doing what the scenario does at certain moments.
import { sleep } from './sleep.mjs'
import { revive } from './values.mjs'

/** Prompts, reads to the end, and gives `{ seen, turn }`. `describe` makes an observation of an error. */
export async function takePrompt(agent, step, tools, describe) {
  const controller = new AbortController()
  const host = { signal: controller.signal, behave: () => undefined }
  let turn
  try {
    turn = agent.prompt(revive(step.prompt, host), revive(step.options, host))
  } catch (error) {
    return { seen: { throws: describe(error) } }
  }
  const seen = await new Reading(agent, step, turn, controller, tools, describe).run()
  return { seen, turn }
}

class Reading {
  #agent
  #step
  #turn
  #controller
  #tools
  #describe
  #seen
  #timers = []
  #closing = []

  constructor(agent, step, turn, controller, tools, describe) {
    this.#agent = agent
    this.#step = step
    this.#turn = turn
    this.#controller = controller
    this.#tools = tools
    this.#describe = describe
    this.#seen = { events: [], actions: (step.on ?? []).map(() => null) }
  }

  async run() {
    this.#tools.onBegin = (tool) => this.#react((when) => when.call === tool)
    this.#react((when) => when === 'atOnce')
    this.#step.on?.forEach(({ when }, index) => {
      if (when.afterMs !== undefined) this.#timers.push(setTimeout(() => this.#act(index), when.afterMs))
    })
    if (this.#step.read !== 'result') await this.#read()
    try {
      this.#seen.result = await this.#turn.result
    } catch (error) {
      this.#seen.resultError = this.#describe(error)
    }
    this.#timers.forEach(clearTimeout)
    await Promise.all(this.#closing)
    return this.#seen
  }

  async #read() {
    const counts = {}
    try {
      for await (const event of this.#turn) {
        this.#seen.events.push(event)
        counts[event.type] = (counts[event.type] ?? 0) + 1
        await this.#pause()
        const left = this.#react((when) => when.event === event.type && (when.nth ?? 1) === counts[event.type])
        if (left) break
      }
    } catch (error) {
      this.#seen.error = this.#describe(error)
    }
  }

  async #pause() {
    const { pauseMs } = this.#step.read ?? {}
    if (pauseMs && this.#seen.cancelledAtMs === undefined) await sleep(pauseMs)
  }

  /** Does what is to be done at a moment. `true` if the reader leaves. */
  #react(isNow) {
    let leaves = false
    this.#step.on?.forEach(({ when }, index) => {
      if (isNow(when) && !this.#seen.actions[index]) leaves = this.#act(index) || leaves
    })
    return leaves
  }

  #act(index) {
    const action = this.#step.on[index].do
    const seen = (this.#seen.actions[index] = {})
    switch (action) {
      case 'cancel':
        this.#cancelled()
        this.#turn.cancel()
        return false
      case 'abort':
        this.#cancelled()
        this.#controller.abort()
        return false
      case 'break':
        this.#cancelled()
        return true
      case 'close':
        this.#cancelled()
        this.#later(seen, this.#agent.close())
        return false
      case 'checkpoint':
        this.#later(seen, this.#agent.checkpoint())
        return false
      case 'readAgain':
        this.#attempt(seen, () => this.#turn[Symbol.asyncIterator]())
        return false
      default:
        this.#attempt(seen, () => this.#agent.prompt(action.prompt))
        return false
    }
  }

  #cancelled() {
    this.#seen.cancelledAtMs ??= performance.now()
  }

  #later(seen, promise) {
    this.#closing.push(promise.catch((error) => (seen.error = this.#describe(error))))
  }

  #attempt(seen, work) {
    try {
      work()
    } catch (error) {
      seen.throws = this.#describe(error)
    }
  }
}
