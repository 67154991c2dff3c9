/**
 * The host side of one object of the runtime: what it can be asked.
 */
import { Crossing } from './describe.js'

export class ObjectPeer {
  #mailbox
  #id
  /** The values that the object may use; they are reachable for as long as it is. */
  scope

  constructor(mailbox, id, scope) {
    this.#mailbox = mailbox
    this.#id = id
    this.scope = scope
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
}

function textsOf(args, crossing) {
  return args.map(([shape, value]) => crossing.text(shape, value))
}
