/**
 * Questions that the engine answers later, by the numbers of their calls.
 */
import { refusalError } from './refusal.js'

export class Questions {
  #asked = new Map()
  #keepAlive
  #abandon

  /** `keepAlive` is held while a question is open; `abandon(call)` tells the engine that nobody waits any longer. */
  constructor(keepAlive, abandon) {
    this.#keepAlive = keepAlive
    this.#abandon = abandon
  }

  /**
   * Asks with `send(call)`. The promise settles with the answer, or when one of `signals` is aborted. `holder` is kept
   * reachable until then.
   */
  ask(call, holder, send, signals) {
    return new Promise((resolve, reject) => {
      const aborted = signals.find((signal) => signal.aborted)
      if (aborted) throw reasonOf(aborted)
      const unlisten = signals.map((signal) => this.#giveUpOn(signal, call))
      this.#asked.set(call, { holder, resolve, reject, unlisten })
      this.#keepAlive.hold()
      const refusal = send(call)
      if (refusal) this.reject(call, refusalError(refusal))
    })
  }

  resolve(call, value) {
    this.#close(call)?.resolve(value)
  }

  reject(call, error) {
    this.#close(call)?.reject(error)
  }

  /** No question is answered any more. */
  rejectAll(error) {
    for (const call of [...this.#asked.keys()]) this.reject(call, error)
  }

  #giveUpOn(signal, call) {
    const giveUp = () => {
      this.reject(call, reasonOf(signal))
      this.#abandon(call)
    }
    signal.addEventListener('abort', giveUp, { once: true })
    return () => signal.removeEventListener('abort', giveUp)
  }

  /** The question, which is open no longer. */
  #close(call) {
    const question = this.#asked.get(call)
    if (question === undefined) return undefined
    this.#asked.delete(call)
    this.#keepAlive.release()
    for (const unlisten of question.unlisten) unlisten()
    return question
  }
}

function reasonOf({ reason = new DOMException('This operation was aborted', 'AbortError') }) {
  return reason
}
