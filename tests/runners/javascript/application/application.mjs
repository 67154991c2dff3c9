// The application that a scenario describes: creates the agent and takes the steps. What is in this folder runs in every
// JavaScript environment; what differs between them is passed in.
import { Adapters } from './adapters.mjs'
import { sleep } from './sleep.mjs'
import { Tools } from './tools.mjs'
import { takePrompt } from './turn.mjs'
import { describeError, inBase64, revive } from './values.mjs'

/** The key of agents that a scenario gives none. */
const API_KEY = 'sk-scenario-never-shown'
const TIMEOUT_MS = 20_000

/**
 * Runs a scenario against a session and gives what was observed.
 *
 * @param environment `libfx` is the package, all entry points in one; `print(value)` gives all that can be printed of a value;
 * `options` are options of every agent
 */
export async function observe(environment, scenario, session) {
  return new Application(environment, scenario, session).run()
}

class Application {
  #environment
  #scenario
  #session
  #tools = new Tools()
  #adapters
  #diagnostics = []
  #checkpoints = {}
  #lastCheckpoint
  #unsaved
  #printed = []
  #agent
  #lastTurn

  constructor(environment, scenario, session) {
    this.#environment = environment
    this.#scenario = scenario
    this.#session = session
  }

  async run() {
    const observed = { steps: [] }
    const { agent = {} } = this.#scenario
    try {
      this.#adapters = await Adapters.create(this.#environment, this.#scenario, this.#tools)
      this.#agent = await this.#create(agent)
      observed.steps = await this.#steps()
    } catch (error) {
      observed.creationError = this.#describe(error)
    }
    const { calls } = this.#tools
    const saved = [...Object.values(this.#checkpoints), this.#lastCheckpoint].filter(Boolean)
    const checkpoints = saved.map(inBase64)
    const seen = { calls, diagnostics: this.#diagnostics, checkpoints, unsaved: this.#unsaved, printed: this.#printed }
    return { ...observed, ...seen, nowMs: performance.now() }
  }

  async #steps() {
    const seen = []
    for (const step of this.#scenario.steps ?? []) {
      seen.push(await this.#takeInTime(step))
      if (seen.at(-1).stuck) return seen
    }
    this.#print(this.#agent)
    this.#print(this.#lastTurn)
    await this.#saveAtLast()
    await this.#agent.close()
    return seen
  }

  async #takeInTime(step) {
    const limit = this.#scenario.timeoutMs ?? TIMEOUT_MS
    let timer
    const late = new Promise((resolve) => {
      timer = setTimeout(resolve, limit, { stuck: `did not finish within ${limit} ms` })
    })
    const seen = await Promise.race([this.#take(step), late])
    clearTimeout(timer)
    return seen
  }

  async #take(step) {
    if ('prompt' in step) {
      const { seen, turn } = await takePrompt(this.#agent, step, this.#tools, this.#describe)
      this.#lastTurn = turn ?? this.#lastTurn
      return seen
    }
    try {
      await this.#takeOther(step)
      return {}
    } catch (error) {
      return { error: this.#describe(error) }
    }
  }

  async #saveAtLast() {
    try {
      this.#lastCheckpoint = await this.#agent.checkpoint()
    } catch (error) {
      if (error.code !== 'LIBFX_CLOSED') this.#unsaved = this.#describe(error)
    }
  }

  /** An error as observations hold it. */
  #describe = (error) => {
    this.#print(error)
    return describeError(error)
  }

  /** Notes what is printed of a value for people who debug. */
  #print(value) {
    this.#printed.push(this.#environment.print(value))
  }

  async #takeOther(step) {
    if (step.checkpoint) {
      this.#checkpoints[step.checkpoint] = await this.#agent.checkpoint()
    } else if (step.restore) {
      await this.#agent.close()
      const checkpoint = damaged(this.#checkpoints[step.restore], step.damage)
      this.#agent = await this.#create(step.agent ?? {}, { checkpoint })
    } else if (step.close) {
      await this.#agent.close()
    } else if (step.closeAdapters) {
      await this.#adapters.close()
    } else if (step.cancelAgain) {
      this.#lastTurn.cancel()
    } else if (step.waitMs) {
      await sleep(step.waitMs)
    }
  }

  #create(agent, more) {
    const given = revive(agent, this.#tools)
    const isObject = typeof given === 'object' && given !== null
    return this.#environment.libfx.createFxAgent(isObject ? this.#withDefaults(agent, given, more) : given)
  }

  /** The options given, those that a scenario leaves to the runner before them. A member that is `$absent` stays out. */
  #withDefaults(agent, given, more) {
    const defaults = {
      apiKey: API_KEY,
      gatewayChatUrl: this.#session.url,
      onEvent: (event) => this.#diagnostics.push(event),
      ...this.#environment.options,
      ...more,
    }
    const { tools = {} } = this.#scenario
    const all = [...this.#tools.writtenOut(tools), ...this.#adapters.tools]
    if (all.length > 0) defaults.tools = all
    if (this.#adapters.instructions.length > 0) defaults.instructions = this.#adapters.instructions
    for (const name of Object.keys(agent)) delete defaults[name]
    return { ...defaults, ...given }
  }
}

function damaged(bytes, damage) {
  if (damage?.keep !== undefined) return bytes.slice(0, damage.keep)
  if (damage?.flip === undefined) return bytes
  const copy = bytes.slice()
  copy[(damage.flip + copy.length) % copy.length] ^= 0xff
  return copy
}
