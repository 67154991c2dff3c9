/**
 * The host side of one turn: its events, its outcome, and its cancellation.
 */
import { fxError } from '../errors.js'
import { EventStream } from './event-stream.js'

export class TurnPeer {
  #engine
  #id
  /** Keeps the agent's host values reachable while the turn runs. */
  #agent
  #watch
  #events
  /** Makes the error of whoever wants to read the events and cannot any more. */
  #unreadable
  /** `{ result }` or `{ error }`, once the turn has ended. */
  #outcome
  /** The promise of the result, made when somebody asks for it, and the functions that settle it. */
  #result
  #settle
  /** Takes the listener off the caller's signal. */
  #unlisten = () => {}

  /** `watch(owner)` has the turn abandoned when `owner` can no longer be reached. */
  constructor(engine, id, agent, watch) {
    this.#engine = engine
    this.#id = id
    this.#agent = agent
    this.#watch = watch
    this.#events = new EventStream((count) => engine.turnAcknowledge(id, count))
  }

  /** `owner` is the object by which the application holds the turn. */
  ownedBy(owner) {
    this.#watch(owner)
  }

  /** The one iterator over the events. */
  iterate() {
    if (this.#unreadable !== undefined) throw this.#unreadable()
    this.#unreadable = alreadyRead
    if (this.#isLive()) this.#engine.turnRead(this.#id)
    return new EventIterator(this.#events, (reason) => this.#stop(reason))
  }

  /** The promise of the result. Rejecting while nobody looks at it is no unhandled rejection. */
  get result() {
    if (this.#result === undefined) {
      this.#result = new Promise((resolve, reject) => {
        this.#settle = { resolve, reject }
      })
      this.#result.catch(() => {})
      if (this.#isLive()) this.#engine.turnAwaitResult(this.#id)
      else this.#settleResult()
    }
    return this.#result
  }

  /** Requests cancellation; the signals of running tools are aborted before it returns. */
  cancel(reason) {
    if (!this.#isLive()) return
    this.#engine.turnCancel(this.#id)
    this.#agent.scope.cancelCalls(reason)
  }

  /** Cancels the turn when `signal` is aborted, with one listener that goes when the turn has ended. */
  listen(signal) {
    const cancel = () => this.cancel(signal.reason)
    signal.addEventListener('abort', cancel, { once: true })
    this.#unlisten = () => signal.removeEventListener('abort', cancel)
  }

  /** The turn can no longer be read: it runs to its end as if only its result were awaited. */
  abandon() {
    if (this.#isLive() && this.#unreadable === undefined) this.#engine.turnAwaitResult(this.#id)
  }

  /** A batch of events has arrived. */
  push(events) {
    this.#events.push(events)
  }

  /** The engine has dropped the unread events, since only the result was awaited. */
  lost(failure) {
    this.#unreadable = () => failure
    this.#events.lose(failure)
  }

  /** The turn has ended, with `{ result }` or `{ error }`. */
  end(outcome) {
    this.#outcome = outcome
    this.#agent = undefined
    this.#unlisten()
    this.#events.end(outcome.error)
    if (this.#result !== undefined) this.#settleResult()
  }

  /** The reader stops early: the turn is cancelled. Settles when the turn has, so that another can be started then. */
  async #stop(reason) {
    this.#events.discard()
    if (!this.#isLive()) return
    this.cancel(reason)
    await this.result.catch(() => {})
  }

  #isLive() {
    return this.#outcome === undefined
  }

  #settleResult() {
    const { result, error } = this.#outcome
    if (error === undefined) this.#settle.resolve(result)
    else this.#settle.reject(error)
  }
}

/** What `for await` reads a turn with. */
class EventIterator {
  #events
  #stop

  constructor(events, stop) {
    this.#events = events
    this.#stop = stop
  }

  [Symbol.asyncIterator]() {
    return this
  }

  next() {
    return this.#events.read()
  }

  async return(value) {
    await this.#stop()
    return { value, done: true }
  }

  async throw(error) {
    await this.#stop(error)
    throw error
  }
}

function alreadyRead() {
  return fxError({
    code: 'LIBFX_BUSY',
    message: 'the events of this turn have a reader already; a turn permits one',
  })
}
