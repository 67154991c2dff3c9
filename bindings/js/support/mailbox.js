/**
 * The link to the engine: calls go out, messages come in, and nothing else crosses.
 *
 * There is one mailbox for each engine, and one engine for each copy of this module and each loaded addon. Agents that are
 * idle are held weakly, so that an agent nobody holds any more is released; one with a turn or a question under way is held
 * by it.
 */
import { fxError } from '../errors.js'
import { AgentPeer } from './agent-peer.js'
import { functionMarker } from './describe.js'
import { failureText, jsonText } from './json.js'
import { KeepAlive } from './keep-alive.js'
import { refusalError } from './refusal.js'
import { TurnPeer } from './turn-peer.js'

export class Mailbox {
  engine
  #lastId = 0
  /** Whether agents of this engine send their requests through a `fetch` in any case. */
  #needsFetch
  /** Weak references to agents, by id. */
  #agents = new Map()
  /** Turns that have not ended, by id. */
  #turns = new Map()
  /** Questions that are not answered yet, by the id of the call. */
  #asked = new Map()
  /** Why the engine is finished, once it is. */
  #fault
  #keepAlive = new KeepAlive()
  #unreachableAgents = new FinalizationRegistry((id) => this.#release(id))
  #unreadableTurns = new FinalizationRegistry((id) => this.#turns.get(id)?.abandon())

  constructor(Engine) {
    this.#needsFetch = Engine.needsFetch === true
    this.engine = new Engine((batch) => this.#deliver(JSON.parse(batch)))
  }

  /** Creates an agent from options that were described by `crossing`. */
  async create(method, described, crossing) {
    const id = this.#newId()
    if (this.#needsFetch) addFetch(described, crossing)
    const text = jsonText(described)
    const agent = new AgentPeer(this, id, crossing.handles)
    this.#agents.set(id, new WeakRef(agent))
    try {
      await this.ask(agent, (call) => this.engine[method](id, call, text, crossing.blobs))
    } catch (error) {
      this.#agents.delete(id)
      throw error
    }
    this.#unreachableAgents.register(agent, id)
    return agent
  }

  /** Sends a question on behalf of `agent`; the answer settles the promise. */
  ask(agent, send) {
    return new Promise((resolve, reject) => {
      if (this.#fault) throw this.#fault
      const call = this.#newId()
      this.#asked.set(call, { agent, resolve, reject })
      this.#keepAlive.hold()
      const refusal = send(call)
      if (refusal) this.#answer(call).reject(refusalError(refusal))
    })
  }

  /** Starts a turn of `agent`, or throws what the engine refused it with. */
  startTurn(agent, send) {
    if (this.#fault) throw this.#fault
    const id = this.#newId()
    const turn = new TurnPeer(this.engine, id, agent, (owner) => this.#unreadableTurns.register(owner, id))
    this.#turns.set(id, turn)
    this.#keepAlive.hold()
    const refusal = send(id)
    if (!refusal) return turn
    this.#forgetTurn(id)
    throw refusalError(refusal)
  }

  #newId() {
    this.#lastId = (this.#lastId + 1) >>> 0
    return this.#lastId
  }

  #deliver(messages) {
    for (const message of messages) this.#receive(message)
  }

  #receive(message) {
    const [kind, id, content] = message
    switch (kind) {
      case 'events':
        return this.#turns.get(id)?.push(content)
      case 'discarded':
        return this.#turns.get(id)?.lost(fxError(content))
      case 'finished':
        return this.#forgetTurn(id)?.end({ result: content })
      case 'broke':
        return this.#forgetTurn(id)?.end({ error: fxError(content) })
      case 'settled':
        return this.#answer(id)?.resolve(content)
      case 'settledBytes':
        return this.#answer(id)?.resolve(this.engine.takeBytes(content))
      case 'failed':
        return this.#answer(id)?.reject(fxError(content))
      case 'crashed':
        return this.#crash(fxError(id))
      default:
        return this.#receiveForHost(message)
    }
  }

  /** Messages for the host values of an agent. */
  #receiveForHost([kind, id, ...content]) {
    const agent = this.#agents.get(id)?.deref()
    switch (kind) {
      case 'call':
        return agent ? agent.call(...content) : this.engine.reject(content[0], GONE)
      case 'fetch':
        return agent ? agent.fetch(...content) : this.engine.fail(content[0], GONE)
      case 'cancelled':
        return agent?.cancelled(...content)
      case 'pull':
        return agent?.pull(...content)
      case 'notify':
        return agent?.notify(...content)
    }
  }

  /** The engine is finished: everything that waits fails, and so does everything that is asked from now on. */
  #crash(fault) {
    this.#fault = fault
    for (const id of [...this.#asked.keys()]) this.#answer(id).reject(fault)
    for (const id of [...this.#turns.keys()]) this.#forgetTurn(id).end({ error: fault })
  }

  /** The turn `id`, which has ended or never began. */
  #forgetTurn(id) {
    const turn = this.#turns.get(id)
    if (this.#turns.delete(id)) this.#keepAlive.release()
    return turn
  }

  /** The question that the call `id` asked, which is answered now. */
  #answer(id) {
    const asked = this.#asked.get(id)
    if (this.#asked.delete(id)) this.#keepAlive.release()
    return asked
  }

  #release(id) {
    this.#agents.delete(id)
    this.engine.agentRelease(id)
  }
}

/** Passes the environment's `fetch` for an application that brings none. */
function addFetch(described, crossing) {
  const isAbsent = described?.fetch === undefined || described.fetch?.$fx === 'undefined'
  if (typeof described !== 'object' || described === null || Array.isArray(described) || !isAbsent) return
  described.fetch = functionMarker((...args) => globalThis.fetch(...args), crossing)
}

const GONE = failureText('the agent is gone')
