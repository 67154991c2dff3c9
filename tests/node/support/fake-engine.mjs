// An engine that records what it is called with and sends what the test says, for tests of the layer above it.

export class FakeEngine {
  /** `[method, …arguments]` of every call, in order. */
  calls = []
  /** What the calls of a method return. */
  returns = {}
  #deliver

  /** A class that makes this engine, as an addon has one. */
  get Class() {
    const engine = this
    return class {
      constructor(deliver) {
        engine.#deliver = deliver
        return engine.#proxy()
      }
    }
  }

  /** Sends messages to the host side, as one batch. */
  send(...messages) {
    this.#deliver(JSON.stringify(messages))
  }

  /** The calls of one method. */
  callsOf(method) {
    return this.calls.filter(([name]) => name === method).map(([, ...args]) => args)
  }

  /** Ends every turn, so that the process may end. */
  endTurns() {
    this.send(...this.callsOf('agentPrompt').map(([, turn]) => ['finished', turn, {}]))
  }

  #proxy() {
    return new Proxy(
      {},
      {
        get: (_, method) => {
          return (...args) => {
            this.calls.push([method, ...args])
            const returned = this.returns[method]
            return typeof returned === 'function' ? returned(...args) : returned
          }
        },
      },
    )
  }
}

/** Lets every promise that can settle do so. */
export function settled() {
  return new Promise((resolve) => setImmediate(resolve))
}
