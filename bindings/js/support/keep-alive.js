/**
 * Keeps the process alive while work is under way, and only then.
 */

/** The longest delay that timers take. */
const LONGEST_MS = 2 ** 31 - 1

export class KeepAlive {
  #worker
  #held = 0
  #timer

  /** `worker` does the work. It is not collected meanwhile, though nothing else may hold it. */
  constructor(worker) {
    this.#worker = worker
  }

  /** One more piece of work is under way. */
  hold() {
    this.#held += 1
    // The engine's own reference to the event loop is weak, so nothing else would hold the process.
    this.#timer ??= setInterval(() => this.#worker, LONGEST_MS)
  }

  /** One piece of work has ended. */
  release() {
    this.#held -= 1
    if (this.#held > 0) return
    clearInterval(this.#timer)
    this.#timer = undefined
  }
}
