/**
 * The link to the engine: calls go out, messages come in, and nothing else crosses.
 *
 * There is one mailbox for each engine, and one engine for each copy of this module and each loaded addon. Objects that are
 * idle are held weakly, so that one that nobody holds any more is released; one with a turn or a question under way is held
 * by it.
 */
import { fxError } from '../errors.js'
import { functionMarker } from './describe.js'
import { environmentFetch } from './environment-fetch.js'
import { HostScope } from './host-scope.js'
import { failureText, jsonText } from './json.js'
import { KeepAlive } from './keep-alive.js'
import { ObjectPeer } from './object-peer.js'
import { Questions } from './questions.js'
import { refusalError } from './refusal.js'
import { TurnPeer } from './turn-peer.js'

export class Mailbox {
  engine
  #lastId = 0
  /** Whether the engine has no network of its own, and sends all requests through a `fetch`. */
  #needsFetch
  /** Weak references to the application's values, by the number of the object or call that may use them. */
  #scopes = new Map()
  /** Turns that have not ended, by id. */
  #turns = new Map()
  /** Why the engine is finished, once it is. */
  #fault
  #keepAlive = new KeepAlive(this)
  #questions = new Questions(this.#keepAlive, (call) => this.engine.abandon(call))
  #unreachableObjects = new FinalizationRegistry(({ release, id }) => this.engine[release](id))
  #unreachableScopes = new FinalizationRegistry((id) => this.#scopes.delete(id))
  #unreadableTurns = new FinalizationRegistry((id) => this.#turns.get(id)?.abandon())

  constructor(Engine) {
    this.#needsFetch = Engine.needsFetch === true
    this.engine = new Engine((batch) => this.#deliver(JSON.parse(batch)))
  }

  /** Passes the environment's `fetch` for an application that brings none, if the engine needs one. */
  addFetch(options, crossing) {
    if (!this.#needsFetch || typeof options !== 'object' || options === null || Array.isArray(options)) return
    const isAbsent = options.fetch === undefined || options.fetch?.$fx === 'undefined'
    if (isAbsent) options.fetch = functionMarker(environmentFetch, crossing)
  }

  /**
   * Creates an object from arguments that were described by `crossing`: its peer, and the properties that the engine tells.
   * `release` is the engine's call for an object that nobody can reach any more.
   */
  async create(method, described, crossing, release) {
    const id = this.#newId()
    const peer = new ObjectPeer(this, id, this.#scope(id, crossing), release)
    const texts = described.map(jsonText)
    const properties = await this.ask(peer, (call) => this.engine[method](id, call, ...texts, crossing.blobs))
    this.#unreachableObjects.register(peer, { release, id })
    return { peer, properties }
  }

  /** Calls a function of the API with arguments that were described by `crossing`. `given` makes objects in its result. */
  async call(method, described, crossing, given = (value) => value) {
    const id = this.#newId()
    const scope = this.#scope(id, crossing)
    const texts = described.map(jsonText)
    const send = (call) => this.engine[method](call, ...texts, crossing.blobs)
    return given(await this.ask(scope, send, crossing.signals, id), scope)
  }

  /** Sends a question on behalf of `holder`; the answer settles the promise, as does a signal that is aborted. */
  async ask(holder, send, signals = [], call = this.#newId()) {
    if (this.#fault) throw this.#fault
    return this.#questions.ask(call, holder, send, signals)
  }

  /** The peer of an object that the engine lends. */
  lent(id, scope) {
    const release = 'releaseLent'
    const peer = new ObjectPeer(this, id, scope, release)
    this.#unreachableObjects.register(peer, { release, id })
    return peer
  }

  /** An object has ended by itself: the engine forgets it, and asks for nothing on its behalf. */
  release(id, release) {
    this.engine[release](id)
    this.#scopes.delete(id)
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

  /** The application's values that crossed with a call, which what has the number `id` may use. */
  #scope(id, crossing) {
    const scope = new HostScope(this, id, crossing.handles)
    this.#scopes.set(id, new WeakRef(scope))
    this.#unreachableScopes.register(scope, id)
    return scope
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
        return this.#questions.resolve(id, content)
      case 'settledBytes':
        return this.#questions.resolve(id, this.engine.takeBytes(content))
      case 'failed':
        return this.#questions.reject(id, fxError(content))
      case 'threw':
        return this.#questions.reject(id, new Error(content))
      case 'crashed':
        return this.#crash(fxError(id))
      default:
        return this.#receiveForHost(message)
    }
  }

  /** Messages for values of the application. */
  #receiveForHost([kind, id, ...content]) {
    const scope = this.#scopes.get(id)?.deref()
    switch (kind) {
      case 'call':
        return scope ? scope.call(...content) : this.engine.reject(content[0], GONE)
      case 'fetch':
        return scope ? scope.fetch(...content) : this.engine.fail(content[0], GONE)
      case 'cancelled':
        return scope?.cancelled(...content)
      case 'pull':
        return scope?.pull(...content)
      case 'notify':
        return scope?.notify(...content)
      case 'tell':
        return scope?.tell(...content)
      case 'subscribe':
        return scope?.subscribe(...content)
      case 'unsubscribe':
        return scope?.unsubscribe(...content)
    }
  }

  /** The engine is finished: everything that waits fails, and so does everything that is asked from now on. */
  #crash(fault) {
    this.#fault = fault
    this.#questions.rejectAll(fault)
    for (const id of [...this.#turns.keys()]) this.#forgetTurn(id).end({ error: fault })
    for (const scope of this.#scopes.values()) scope.deref()?.unsubscribeAll()
  }

  /** The turn `id`, which has ended or never began. */
  #forgetTurn(id) {
    const turn = this.#turns.get(id)
    if (this.#turns.delete(id)) this.#keepAlive.release()
    return turn
  }
}

const GONE = failureText('what could answer this is gone')
