/**
 * The flat engine on a WebAssembly instance, with the interface of the native addon's.
 *
 * An instance serves one agent or adapter, so that a fault in it ends that and nothing else. It runs only inside calls that are
 * made here: when it asked to, in a microtask; when a timer has elapsed; and when the layer calls it.
 */
import { WasmCalls } from '../wasm-calls.js'
import { WasmMemory } from './wasm-memory.js'

/** What the instance's mailbox has when nothing waits. */
const NOTHING = '[]'

/** A new instance of `module`, as a class of which one engine can be made. */
export async function wasmEngine(module) {
  const host = new Host()
  const instance = await WebAssembly.instantiate(module, { host: host.imports })
  if (typeof instance.exports.model_hash !== 'function') throw new Error('it is not a module of libfx')
  return class WasmEngine extends WasmCalls {
    /** Requests go through `fetch`: the instance has no network of its own. */
    static needsFetch = true

    constructor(deliver) {
      const exports = host.start(instance.exports, deliver)
      super(exports, new WasmMemory(exports))
    }
  }
}

/** What an instance imports, and how it is driven. */
class Host {
  #exports
  #memory
  #deliver
  #timers = new Map()
  #isScheduled = false
  #panic = 'it trapped'
  #isDead = false

  imports = {
    wake: () => this.#schedule(),
    set_timer: (timer, after) => this.#setTimer(timer, after),
    clear_timer: (timer) => this.#clearTimer(timer),
    now: () => performance.now(),
    unix_time: () => Date.now(),
    random: () => crypto.getRandomValues(new Uint32Array(1))[0],
    panicked: (address, length) => {
      this.#panic = this.#memory.peek(address, length)
    },
  }

  /** The instance's exports, each of which ends quietly once the instance has trapped. */
  start(exports, deliver) {
    this.#deliver = deliver
    this.#exports = Object.fromEntries(
      Object.entries(exports).map(([name, value]) => [name, typeof value === 'function' ? this.#guarded(value) : value]),
    )
    this.#memory = new WasmMemory(this.#exports)
    return this.#exports
  }

  #guarded(call) {
    return (...args) => {
      if (this.#isDead) return 0
      try {
        return call(...args)
      } catch (error) {
        this.#die(error)
        return 0
      }
    }
  }

  #die(error) {
    this.#isDead = true
    for (const timer of this.#timers.keys()) this.#clearTimer(timer)
    const message = `a fault of the library ended what it was working on (${this.#panic}); please report it`
    // Not from inside the call that failed: its caller goes on as if nothing had been answered.
    queueMicrotask(() => this.#deliver(JSON.stringify([['crashed', { code: 'LIBFX_INTERNAL', message }]])))
    if (!(error instanceof WebAssembly.RuntimeError)) throw error
  }

  #schedule() {
    if (this.#isScheduled) return
    this.#isScheduled = true
    queueMicrotask(() => this.#run())
  }

  #run() {
    this.#isScheduled = false
    const batch = this.#memory.text(this.#exports.run())
    if (batch !== null && batch !== NOTHING) this.#deliver(batch)
  }

  #setTimer(timer, after) {
    const handle = setTimeout(() => {
      this.#timers.delete(timer)
      this.#exports.fire(timer)
    }, after)
    // Work under way keeps a process alive by itself.
    handle.unref?.()
    this.#timers.set(timer, handle)
  }

  #clearTimer(timer) {
    clearTimeout(this.#timers.get(timer))
    this.#timers.delete(timer)
  }
}
