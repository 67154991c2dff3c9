/**
 * Calls from the engine to the application: a method of a host object, or a function, answered once.
 */
import { Crossing, answerText } from './describe.js'
import { failureText } from './json.js'

export class HostCall {
  #engine
  #id
  #ended
  #controller = new AbortController()

  /** `ended` is called when the engine needs no answer any longer. */
  constructor(engine, id, ended) {
    this.#engine = engine
    this.#id = id
    this.#ended = ended
  }

  /** Is aborted when the answer is no longer waited for. */
  get signal() {
    return this.#controller.signal
  }

  /** The bytes that the engine keeps under a number, for an argument. */
  bytes(id) {
    return this.#engine.takeBytes(id)
  }

  /** Calls `invoke` and passes on what it returns or throws, now or later. `shape` is that of an answer that is not JSON. */
  run(invoke, shape) {
    // Everything the application may do wrong, a `then` getter that throws included, becomes a rejection here.
    new Promise((resolve) => resolve(invoke())).then(
      (value) => this.#resolve(value, shape),
      (thrown) => this.#reject(thrown),
    )
  }

  /** The answer is no longer waited for. */
  cancel(reason) {
    if (this.#end()) this.#controller.abort(reason)
  }

  #resolve(value, shape) {
    if (!this.#isOpen()) return
    const crossing = new Crossing()
    let text
    try {
      text = shape === undefined ? answerText(value) : crossing.text(shape, value)
    } catch (error) {
      this.#reject(notJson(error))
      return
    }
    if (!this.#end()) return
    for (const blob of crossing.blobs) this.#engine.feed(this.#id, blob)
    this.#engine.resolve(this.#id, text)
  }

  #reject(thrown) {
    if (this.#end()) this.#engine.reject(this.#id, failureText(thrown))
  }

  #isOpen() {
    return this.#ended !== undefined
  }

  /** Ends the call; `false` if it had ended already. */
  #end() {
    const ended = this.#ended
    this.#ended = undefined
    ended?.()
    return ended !== undefined
  }
}

/** V8 draws a picture below the first line of its message about cycles; the model needs the line. */
function notJson(error) {
  const [reason] = String(error?.message ?? error).split('\n')
  return new TypeError(`the result is not JSON: ${reason}`)
}
