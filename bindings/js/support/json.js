/**
 * JSON text as the engine reads it: UTF-8, so without halves of surrogate pairs.
 */

/** Any escape of JSON text; the group holds one that stands for half of a surrogate pair. */
const ESCAPE = /\\(?:u(d[89a-f][0-9a-f]{2})|[^])/g

/**
 * `JSON.stringify`, with U+FFFD in place of each half of a surrogate pair. `undefined` for a value that JSON has no
 * room for.
 *
 * @param {unknown} value
 * @returns {string | undefined}
 */
export function jsonText(value) {
  const text = JSON.stringify(value)
  // `JSON.stringify` writes whole pairs as they are and escapes halves, so escapes are all there is to look at.
  return text?.includes('\\ud') ? text.replace(ESCAPE, (escape, half) => (half ? '\ufffd' : escape)) : text
}

/**
 * The message of whatever was thrown, and its code if that is a text, as text for `reject` and `fail`.
 *
 * @param {unknown} thrown
 * @returns {string}
 */
export function failureText(thrown) {
  return jsonText({ message: messageOf(thrown), code: codeOf(thrown) })
}

function codeOf(thrown) {
  try {
    const { code } = thrown
    return typeof code === 'string' ? code : undefined
  } catch {
    // Nothing that could have a code, or a hostile getter.
    return undefined
  }
}

function messageOf(thrown) {
  try {
    if (typeof thrown === 'string') return thrown
    if (typeof thrown?.message === 'string') return thrown.message || String(thrown)
    if (thrown !== null && typeof thrown === 'object') return jsonText(thrown) ?? String(thrown)
    return String(thrown)
  } catch {
    // A hostile getter, `toJSON` or `toString`: there is no message to be had.
    return 'an error without a message'
  }
}
