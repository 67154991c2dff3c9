// The MCP adapters and the skills of a scenario: what they add to the agent.
import { perform, successive } from './behaviour.mjs'
import { revive } from './values.mjs'

export class Adapters {
  tools = []
  instructions = []
  #mcp = []

  /** Creates all of them; `tools` observes what is called. */
  static async create(environment, scenario, tools) {
    const adapters = new Adapters()
    for (const [name, { client, options }] of Object.entries(scenario.mcp ?? {})) {
      await adapters.#addMcp(environment, scriptedClient(name, client, tools), revive(options, tools))
    }
    const { skills = [], skillFiles = [] } = scenario
    if ('skills' in scenario || 'skillFiles' in scenario) {
      await adapters.#addSkills(environment, revive(skills, tools), skillFiles, tools)
    }
    return adapters
  }

  /** Closes the MCP adapters, in order. */
  async close() {
    for (const adapter of this.#mcp) await adapter.close()
  }

  async #addMcp({ libfx, options: own }, client, options) {
    const isObject = typeof options === 'object' && options !== null
    const adapter = await libfx.createMcpAdapter(client, isObject || options === undefined ? { ...own, ...options } : options)
    this.#mcp.push(adapter)
    this.#add(adapter)
  }

  async #addSkills(environment, records, files, tools) {
    const read = []
    for (const { path, text, options } of files) {
      read.push(await readSkill(environment, path, revive(text, tools), revive(options, tools)))
    }
    this.#add(environment.libfx.createSkillsAdapter(files.length > 0 ? [...records, ...read] : records))
  }

  #add({ tools, instructions }) {
    this.tools.push(...tools)
    this.instructions.push(instructions)
  }
}

/** The skill in a file of this text: where the environment has files, from one that is read; elsewhere from the text. */
function readSkill({ libfx, options: own }, path, text, options) {
  const all = { ...own, ...options }
  if (libfx.loadSkillFile === undefined) return libfx.parseSkillFile(path, text, all)
  return libfx.loadSkillFile(path, { ...all, readFile: () => text })
}

/** A client with the methods that the scenario gives it, or what stands there instead of one. */
function scriptedClient(name, script, tools) {
  const isScript = typeof script === 'object' && script !== null && !Object.keys(script)[0]?.startsWith('$')
  if (!isScript) return revive(script, tools)
  const methods = Object.entries(script).map(([method, behaviours]) => {
    const isBehaviour = typeof behaviours === 'object' && behaviours !== null && !('$undefined' in behaviours)
    return [method, isBehaviour ? scriptedMethod(name, method, behaviours, tools) : revive(behaviours, tools)]
  })
  return Object.fromEntries(methods)
}

function scriptedMethod(client, method, behaviours, tools) {
  const next = successive(behaviours)
  return (params, resultSchema, { signal } = { signal: new AbortController().signal }) => {
    const call = { client, method, params, resultSchema, aborted: false }
    tools.calls.push(call)
    tools.onBegin(`${client}.${method}`)
    const nth = tools.calls.filter((it) => it.client === client && it.method === method).length
    return perform(numbered(next(), nth), call, params, signal, tools)
  }
}

/** A behaviour in which `{nth}` is the number of the call. */
function numbered(behaviour, nth) {
  return JSON.parse(JSON.stringify(behaviour).replaceAll('{nth}', nth))
}
