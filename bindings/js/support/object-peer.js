/**
 * The host side of one object of the runtime: what it can be asked.
 */
import { Crossing } from './describe.js'
import { refusalError } from './refusal.js'

export class ObjectPeer {
  #mailbox
  #id
  #release
  /** How many of the object's promises are open. */
  #open = 0
  /** The values that the object may use; they are reachable for as long as it is, and has not ended by itself. */
  scope

  /** `release` is the engine's call for an object that is no longer needed. */
  constructor(mailbox, id, scope, release) {
    this.#mailbox = mailbox
    this.#id = id
    this.scope = scope
    this.#release = release
  }

  /**
   * A promise that the object has from the start. It resolves with `afterFault`, if given, after a fault of the library.
   * Rejecting while nobody looks at it is no unhandled rejection. When the last one has settled, the object has ended.
   */
  later(method, { isVoid = false, afterFault } = {}) {
    this.#open += 1
    const promise = this.ask(method).then(
      (answer) => (isVoid ? undefined : answer),
      (error) => {
        if (afterFault === undefined || error.code !== 'LIBFX_INTERNAL') throw error
        return afterFault
      },
    )
    const settled = () => this.#settled()
    promise.then(settled, settled)
    return promise
  }

  /** Tells the object something. Throws what is wrong with the arguments; an object that has ended takes no notice. */
  tell(method, ...args) {
    const crossing = new Crossing()
    const texts = textsOf(args, crossing)
    this.scope?.refresh()
    // Calls without bytes among their arguments do not look at them.
    const refusal = this.#mailbox.engine[method](this.#id, ...texts, crossing.blobs)
    if (refusal) throw refusalError(refusal)
  }

  /** Asks the engine for something that it answers later. Each argument is `[shape, value]`. */
  async ask(method, ...args) {
    const crossing = new Crossing()
    const texts = textsOf(args, crossing)
    const send = (call) => this.#mailbox.engine[method](this.#id, call, ...texts)
    return this.#mailbox.ask(this, send, crossing.signals)
  }

  /** Asks for something that holds objects, which `given` makes. */
  async askFor(given, method, ...args) {
    return given(await this.ask(method, ...args), this.scope)
  }

  /** Starts a turn, or throws what is wrong with its arguments. */
  start(method, ...args) {
    const crossing = new Crossing()
    const texts = textsOf(args, crossing)
    const turn = this.#mailbox.startTurn(this, (id) => this.#mailbox.engine[method](this.#id, id, ...texts))
    for (const signal of crossing.signals) if (!signal.aborted) turn.listen(signal)
    return turn
  }

  #settled() {
    this.#open -= 1
    if (this.#open > 0) return
    this.scope = undefined
    this.#mailbox.release(this.#id, this.#release)
  }
}

function textsOf(args, crossing) {
  return args.map(([shape, value]) => crossing.text(shape, value))
}
