/**
 * The values of the application that one object or call of the runtime may use: host objects and functions, which the
 * engine calls by the numbers under which they were described.
 */
import { FetchCall } from './fetch-call.js'
import { HostCall } from './host-call.js'

export class HostScope {
  #mailbox
  #handles
  /** Calls of the engine that are not answered yet. */
  #calls = new Map()
  #fetches = new Map()

  constructor(mailbox, handles) {
    this.#mailbox = mailbox
    this.#handles = handles
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

  /** The host object that was handed over under `handle`. */
  own(handle) {
    return this.#handles[handle].target
  }

  /** The peer of an object that the engine lends under `id`, and that may use these values. */
  lent(id) {
    return this.#mailbox.lent(id, this)
  }
}
