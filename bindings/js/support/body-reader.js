/**
 * One way to read the bodies of responses, real ones and those of substitutes for `fetch`.
 *
 * A reader has `read()`, like the reader of a web stream, and `cancel()`, which takes effect while a read is pending.
 */

export function bodyReader(response) {
  const { body } = response
  if (body === null) return NO_BODY
  if (typeof body?.getReader === 'function') return body.getReader()
  if (typeof body === 'string' || ArrayBuffer.isView(body)) return wholeReader(async () => body)
  if (body?.[Symbol.asyncIterator] ?? body?.[Symbol.iterator]) return iterableReader(body)
  if (typeof response.arrayBuffer === 'function') return wholeReader(() => response.arrayBuffer())
  if (typeof response.text === 'function') return wholeReader(() => response.text())
  return NO_BODY
}

const NO_BODY = {
  read: async () => ({ done: true, value: undefined }),
  cancel: async () => {},
}

/** Node's own streams, for one. */
function iterableReader(body) {
  const iterator = (body[Symbol.asyncIterator] ?? body[Symbol.iterator]).call(body)
  return {
    read: async () => iterator.next(),
    cancel: async () => {
      // A generator that waits for data would not return before it has some.
      if (typeof body.destroy === 'function') body.destroy()
      else await iterator.return?.()
    },
  }
}

/** A body that can only be had at once. */
function wholeReader(load) {
  let done = false
  return {
    read: async () => {
      if (done) return { done, value: undefined }
      done = true
      return { done: false, value: await load() }
    },
    cancel: async () => {},
  }
}
