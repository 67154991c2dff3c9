/**
 * The host side of one agent: what it can be asked, and the application's values that it may call.
 */
import { HostCall } from './host-call.js'
import { FetchCall } from './fetch-call.js'
import { Crossing } from './describe.js'

export class AgentPeer {
  #mailbox
  #id
  /** The application's functions and host objects, by the ids that the engine knows. */
  #handles
  /** Calls of the engine that are not answered yet. */
  #calls = new Map()
  #fetches = new Map()

  constructor(mailbox, id, handles) {
    this.#mailbox = mailbox
    this.#id = id
    this.#handles = handles
  }

  /** Asks the engine for something that it answers later. Each argument is `[shape, value]`. */
  ask(method, ...args) {
    const texts = textsOf(args, new Crossing())
    return this.#mailbox.ask(this, (call) => this.#mailbox.engine[method](this.#id, call, ...texts))
  }

  /** Starts a turn, or throws what is wrong with its arguments. */
  start(method, ...args) {
    const crossing = new Crossing()
    const texts = textsOf(args, crossing)
    const turn = this.#mailbox.startTurn(this, (id) => this.#mailbox.engine[method](this.#id, id, ...texts))
    for (const signal of crossing.signals) if (!signal.aborted) turn.listen(signal)
    return turn
  }

  /** The engine calls a method of a host object, or a function when `method` is empty. */
  call(id, handle, method, args) {
    const call = new HostCall(this.#mailbox.engine, id, () => this.#calls.delete(id))
    this.#calls.set(id, call)
    const value = this.#handles[handle]
    call.run(() => (method ? value.target[method](...value.methods[method](args, call)) : value(...args)))
  }

  /** The engine makes a request through the application's `fetch`. */
  fetch(id, handle, { bodyId, ...request }) {
    const { engine } = this.#mailbox
    const call = new FetchCall(engine, id, () => this.#fetches.delete(id))
    this.#fetches.set(id, call)
    const body = bodyId === null ? undefined : engine.takeBytes(bodyId)
    call.run(this.#handles[handle], { ...request, body })
  }

  /** The engine wants more of a response. */
  pull(id) {
    this.#fetches.get(id)?.pull()
  }

  /** The engine no longer waits for an answer. */
  cancelled(id) {
    ;(this.#calls.get(id) ?? this.#fetches.get(id))?.cancel()
  }

  /** The turn is being cancelled: no answer is waited for. Requests are left to the engine, which knows whose they are. */
  cancelCalls(reason) {
    for (const call of [...this.#calls.values()]) call.cancel(reason)
  }

  /** The engine calls a function and waits for nothing. */
  notify(handle, args) {
    const listener = this.#handles[handle]
    try {
      const returned = listener(...args)
      if (typeof returned?.then === 'function') returned.then(undefined, () => {})
    } catch {
      // What a listener throws is its own affair.
    }
  }
}

function textsOf(args, crossing) {
  return args.map(([shape, value]) => crossing.text(shape, value))
}
