/**
 * Texts and bytes in and out of an instance's memory. What goes in is owned by the callee; what comes out is copied and
 * given back.
 */
export class WasmMemory {
  #exports
  #encoder = new TextEncoder()
  #decoder = new TextDecoder()

  /** `exports` are the instance's: `memory`, `alloc`, `free` and `add_blob`. */
  constructor(exports) {
    this.#exports = exports
  }

  /** Writes a text or bytes; returns address and length, as every call takes them. */
  put(value) {
    const bytes = typeof value === 'string' ? this.#encoder.encode(value) : value
    const address = this.#exports.alloc(bytes.length)
    new Uint8Array(this.#exports.memory.buffer, address, bytes.length).set(bytes)
    return [address, bytes.length]
  }

  /** Hands over bytes for the next call. */
  add(blobs) {
    for (const blob of blobs) this.#exports.add_blob(...this.put(blob))
  }

  /** A text that was answered, or `null` for none. */
  text(answer) {
    return answer === 0 ? null : this.#take(answer, (view) => this.#decoder.decode(view))
  }

  /** Bytes that were answered, or `null` for none. */
  bytes(answer) {
    return answer === 0 ? null : this.#take(answer, (view) => view.slice())
  }

  /** The text at an address that stays the instance's. */
  peek(address, length) {
    return this.#decoder.decode(new Uint8Array(this.#exports.memory.buffer, address, length))
  }

  #take(answer, copy) {
    const [address, length] = new Uint32Array(this.#exports.memory.buffer, answer, 2)
    const value = copy(new Uint8Array(this.#exports.memory.buffer, address, length))
    this.#exports.free(address, length)
    return value
  }
}
