/**
 * The events of one turn on their way to their one reader.
 *
 * Events arrive in batches and are read one at a time; the engine is told how many have been consumed, which is what lets
 * it go on. Reading an event that is here costs one resolved promise and nothing else, which matters at a million a minute.
 */

/** Consumed events are acknowledged at the latest when there are this many. */
const MOST_UNACKNOWLEDGED = 64

const NO_EVENTS = []

export class EventStream {
  #acknowledge
  /** The batch that is being read, and the place of its next event. */
  #batch = NO_EVENTS
  #next = 0
  /** Batches that arrived meanwhile. */
  #later = []
  /** Readers that wait for an event, in order. */
  #waiting = []
  #consumed = 0
  #threshold = 1
  #discarding = false
  #ended = false
  /** What the stream ends with, until it has been thrown. */
  #failure

  /** `acknowledge(count)` tells the engine that events have been consumed. */
  constructor(acknowledge) {
    this.#acknowledge = acknowledge
  }

  /** A batch has arrived. */
  push(events) {
    if (this.#discarding) {
      this.#acknowledge(events.length)
      return
    }
    if (this.#next < this.#batch.length) this.#later.push(events)
    else this.#begin(events)
    while (this.#waiting.length > 0 && this.#next < this.#batch.length) {
      this.#waiting.shift().resolve(this.#take())
    }
  }

  /** No event follows; after the ones that are here, the stream throws `failure` if there is one. */
  end(failure) {
    if (this.#ended) return
    this.#ended = true
    this.#failure = failure
    for (const reader of this.#waiting.splice(0)) this.#settle(reader)
  }

  /** The reader has stopped: events that are here and events to come are dropped. */
  discard() {
    const dropped = this.#clear()
    this.#discarding = true
    for (const reader of this.#waiting.splice(0)) reader.resolve(done())
    if (dropped > 0 && !this.#ended) this.#acknowledge(dropped)
  }

  /** The engine has dropped what was not read: reading on throws `failure`. */
  lose(failure) {
    this.#clear()
    this.end(failure)
  }

  /** The promise of the next event. */
  read() {
    if (this.#next < this.#batch.length) return Promise.resolve(this.#take())
    if (this.#discarding) return Promise.resolve(done())
    // Whoever asks for more has consumed what there was.
    this.#acknowledgeConsumed()
    return new Promise((resolve, reject) => {
      const reader = { resolve, reject }
      if (this.#ended) this.#settle(reader)
      else this.#waiting.push(reader)
    })
  }

  #take() {
    const value = this.#batch[this.#next++]
    if (this.#next === this.#batch.length && this.#later.length > 0) this.#begin(this.#later.shift())
    if (++this.#consumed >= this.#threshold) this.#acknowledgeConsumed()
    return { value, done: false }
  }

  #begin(events) {
    this.#batch = events
    this.#next = 0
    this.#threshold = Math.min(MOST_UNACKNOWLEDGED, (events.length >> 1) + 1)
  }

  /** Drops the events that are here, and returns how many the engine takes for unread. */
  #clear() {
    const batches = [this.#batch, ...this.#later]
    const unread = batches.reduce((count, batch) => count + batch.length, this.#consumed - this.#next)
    this.#batch = NO_EVENTS
    this.#next = 0
    this.#later = []
    this.#consumed = 0
    return unread
  }

  #acknowledgeConsumed() {
    if (this.#consumed === 0 || this.#ended) return
    this.#acknowledge(this.#consumed)
    this.#consumed = 0
  }

  /** Answers a reader when the stream has ended. The failure is thrown once. */
  #settle(reader) {
    const failure = this.#failure
    this.#failure = undefined
    if (failure === undefined) reader.resolve(done())
    else reader.reject(failure)
  }
}

function done() {
  return { value: undefined, done: true }
}
