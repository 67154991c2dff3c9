/**
 * The values of the application that one object or call of the runtime may use: host objects and functions, which the
 * engine calls by the numbers under which they were described.
 */
import { Crossing, changingText } from './describe.js'
import { FetchCall } from './fetch-call.js'
import { HostCall } from './host-call.js'
import { refusalError } from './refusal.js'

export class HostScope {
  #mailbox
  #id
  #handles
  /** Calls of the engine that are not answered yet. */
  #calls = new Map()
  #fetches = new Map()
  /** What ends each subscription of the engine, by its number. */
  #subscriptions = new Map()
  /** What the engine was told last of the properties that change, by the number of their object. */
  #told = new Map()

  /** `id` is the number of the object or call. */
  constructor(mailbox, id, handles) {
    this.#mailbox = mailbox
    this.#id = id
    this.#handles = handles
  }

  /** The engine calls a method of a host object, or a function when `method` is empty. */
  call(id, handle, method, args) {
    const call = new HostCall(this.#mailbox.engine, id, () => this.#calls.delete(id))
    this.#calls.set(id, call)
    const value = this.#handles[handle]
    const invoke = () => (method ? value.target[method](...value.methods[method](args, call)) : value(...args))
    call.run(invoke, value.answers?.[method])
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
    contained(() => listener(...args))
  }

  /** The engine calls a method of a host object and waits for nothing. */
  tell(handle, method, args) {
    const { target, methods } = this.#handles[handle]
    contained(() => target[method](...methods[method](args, this)))
  }

  /** The engine calls a method of a host object that subscribes to news, and returns what ends the subscription. */
  subscribe(id, handle, method) {
    const { target, methods } = this.#handles[handle]
    this.#subscriptions.set(id, undefined)
    contained(() => {
      this.#subscriptions.set(id, target[method](...methods[method]([id], this)))
    })
  }

  /** The subscription ends. */
  unsubscribe(id) {
    const end = this.#subscriptions.get(id)
    if (this.#subscriptions.delete(id)) contained(() => end?.())
  }

  /** Every subscription ends. */
  unsubscribeAll() {
    for (const id of [...this.#subscriptions.keys()]) this.unsubscribe(id)
  }

  /** The function by which the application tells the news of a subscription; it throws what is wrong with them. */
  back(id, shape = () => null) {
    return (argument) => {
      if (!this.#subscriptions.has(id)) return
      this.refresh()
      const refusal = this.#mailbox.engine.callBack(id, new Crossing().text(shape, argument))
      if (refusal) throw refusalError(refusal)
    }
  }

  /** The bytes that the engine keeps under a number, for an argument. */
  bytes(id) {
    return this.#mailbox.engine.takeBytes(id)
  }

  /** Reads the properties of host objects that change, and tells the engine those that have. */
  refresh() {
    this.#handles.forEach((object, handle) => {
      if (!object.changing?.length) return
      const text = changingText(object)
      if (text === undefined || text === this.#told.get(handle)) return
      this.#told.set(handle, text)
      this.#mailbox.engine.refresh(this.#id, handle, text)
    })
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

/** Calls the application and waits for nothing: what it throws is its own affair. */
function contained(call) {
  try {
    const returned = call()
    if (typeof returned?.then === 'function') returned.then(undefined, () => {})
  } catch {
    // As with what is rejected.
  }
}
