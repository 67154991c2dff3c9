/**
 * Requests that the engine makes through the application's own `fetch`: the body is fed as fast as the engine takes it.
 */
import { bodyReader } from './body-reader.js'
import { failureText, jsonText } from './json.js'

export class FetchCall {
  #engine
  #id
  #ended
  #controller = new AbortController()
  /** Reads the response's body, once there is one. */
  #reader
  /** Goes on reading, when the engine had enough. */
  #resume = () => {}

  /** `ended` is called when the exchange is over. */
  constructor(engine, id, ended) {
    this.#engine = engine
    this.#id = id
    this.#ended = ended
  }

  /** Sends the request with `fetch`, and passes on the response as it arrives. */
  async run(fetch, { method, url, headers, body }) {
    try {
      const response = await fetch(url, {
        method,
        headers: Object.fromEntries(headers),
        ...(body === undefined ? {} : { body }),
        signal: this.#controller.signal,
        redirect: 'manual',
      })
      await this.#passOn(response)
      if (this.#end()) this.#engine.end(this.#id)
    } catch (error) {
      if (this.#end()) this.#engine.fail(this.#id, failureText(error))
      this.#stopReading()
    }
  }

  /** The engine no longer needs the response. */
  cancel(reason) {
    if (!this.#end()) return
    this.#controller.abort(reason)
    this.#stopReading()
    this.#resume()
  }

  /** The engine wants more of the body. */
  pull() {
    this.#resume()
  }

  async #passOn(response) {
    const head = headText(response)
    this.#reader = bodyReader(response)
    if (!this.#isOpen()) {
      this.#stopReading()
      return
    }
    this.#engine.respond(this.#id, head)
    for (;;) {
      const { done, value } = await this.#reader.read()
      if (done || !this.#isOpen()) return
      const wantsMore = this.#engine.feed(this.#id, bytesOf(value))
      if (!wantsMore) await this.#pulled()
    }
  }

  #pulled() {
    return new Promise((resolve) => {
      this.#resume = resolve
    })
  }

  /** Closes the connection. Whatever that fails with, nobody waits for it. */
  async #stopReading() {
    try {
      await this.#reader?.cancel()
    } catch {
      // The exchange is over already.
    }
  }

  #isOpen() {
    return this.#ended !== undefined
  }

  /** Ends the exchange; `false` if it had ended already. */
  #end() {
    const ended = this.#ended
    this.#ended = undefined
    ended?.()
    return ended !== undefined
  }
}

function headText(response) {
  if (!Number.isInteger(response?.status)) {
    throw new TypeError('options.fetch: expected it to return a Response')
  }
  // A status of 0 is what a browser shows of a redirect that it did not follow.
  const status = response.type === 'opaqueredirect' ? 302 : response.status
  return jsonText({ status, headers: headersOf(response.headers) })
}

/** `Headers`, a `Map`, pairs or a plain object: whatever a substitute for `fetch` comes up with. */
function headersOf(headers) {
  if (headers === null || typeof headers !== 'object') return []
  const pairs = typeof headers[Symbol.iterator] === 'function' ? [...headers] : Object.entries(headers)
  return pairs.map(([name, value]) => [String(name).toLowerCase(), String(value)])
}

function bytesOf(chunk) {
  if (chunk instanceof Uint8Array) return chunk
  if (ArrayBuffer.isView(chunk)) return new Uint8Array(chunk.buffer, chunk.byteOffset, chunk.byteLength)
  if (typeof chunk === 'string') return new TextEncoder().encode(chunk)
  return new Uint8Array(chunk)
}
