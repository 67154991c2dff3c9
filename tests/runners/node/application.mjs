// The application that a scenario describes: creates the agent and takes the steps.
import { setTimeout as sleep } from 'node:timers/promises'
import { inspect } from 'node:util'
import { Tools } from './tools.mjs'
import { takePrompt } from './turn.mjs'
import { describeError, revive } from './values.mjs'

/** The key of agents that a scenario gives none. */
const API_KEY = 'sk-scenario-never-shown'
const TIMEOUT_MS = 20_000
/** Everything that can be printed of an object. */
const ALL_OF_IT = { depth: Infinity, showHidden: true, getters: true, maxArrayLength: null, maxStringLength: null }

/** Runs a scenario against a session and gives what was observed. */
export async function observe(libfx, scenario, session) {
  return new Application(libfx, scenario, session).run()
}

class Application {
  #libfx
  #scenario
  #session
  #tools = new Tools()
  #diagnostics = []
  #checkpoints = {}
  #lastCheckpoint
  #unsaved
  #printed = []
  #agent
  #lastTurn

  constructor(libfx, scenario, session) {
    this.#libfx = libfx
    this.#scenario = scenario
    this.#session = session
  }

  async run() {
    const observed = { steps: [] }
    const { agent = {} } = this.#scenario
    try {
      this.#agent = await this.#create(agent)
      observed.steps = await this.#steps()
    } catch (error) {
      observed.creationError = this.#describe(error)
    }
    const { calls } = this.#tools
    const saved = [...Object.values(this.#checkpoints), this.#lastCheckpoint].filter(Boolean)
    const checkpoints = saved.map((bytes) => Buffer.from(bytes).toString('base64'))
    const seen = { calls, diagnostics: this.#diagnostics, checkpoints, unsaved: this.#unsaved, printed: this.#printed }
    return { ...observed, ...seen, nowMs: performance.now() }
  }

  async #steps() {
    const limit = this.#scenario.timeoutMs ?? TIMEOUT_MS
    const stuck = { stuck: `did not finish within ${limit} ms` }
    const seen = []
    for (const step of this.#scenario.steps ?? []) {
      const timer = new AbortController()
      const late = sleep(limit, stuck, { signal: timer.signal }).catch(() => stuck)
      seen.push(await Promise.race([this.#take(step), late]))
      timer.abort()
      if (seen.at(-1) === stuck) return seen
    }
    this.#print(this.#agent)
    this.#print(this.#lastTurn)
    await this.#saveAtLast()
    await this.#agent.close()
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
    this.#printed.push(inspect(value, ALL_OF_IT))
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
    } else if (step.cancelAgain) {
      this.#lastTurn.cancel()
    } else if (step.waitMs) {
      await sleep(step.waitMs)
    }
  }

  #create(agent, more) {
    const given = revive(agent, this.#tools)
    const isObject = typeof given === 'object' && given !== null
    return this.#libfx.createFxAgent(isObject ? this.#withDefaults(agent, given, more) : given)
  }

  /** The options given, those that a scenario leaves to the runner before them. A member that is `$absent` stays out. */
  #withDefaults(agent, given, more) {
    const defaults = {
      apiKey: API_KEY,
      gatewayChatUrl: this.#session.url,
      backend: process.env.LIBFX_BACKEND ?? 'native',
      onEvent: (event) => this.#diagnostics.push(event),
      ...more,
    }
    const { tools } = this.#scenario
    if (tools) defaults.tools = this.#tools.writtenOut(tools)
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
