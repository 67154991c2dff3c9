/**
 * `encodeXtermKeyEvent`: keys that terminals have no standard encoding for, in that of `CSI u` and of xterm's arrow keys.
 */

const ARROWS = { ArrowUp: 'A', ArrowDown: 'B', ArrowRight: 'C', ArrowLeft: 'D' }

/** Modifiers as terminals number them: one more than the sum of Shift, which is 1, and Meta, which is 8. */
const SHIFT = 2
const META = 9
const META_SHIFT = 10

/** The sequence of a key press, or `null` for a key that the terminal handles as usual. */
export function encodeXtermKeyEvent(event) {
  const { type, altKey, ctrlKey } = event
  return type === 'keydown' && !altKey && !ctrlKey ? encoded(event) : null
}

function encoded({ key, metaKey, shiftKey }) {
  if (!metaKey) return key === 'Enter' && shiftKey ? `\x1b[13;${SHIFT}u` : null
  const modifiers = shiftKey ? META_SHIFT : META
  if (key === 'Backspace') return `\x1b[127;${modifiers}u`
  return Object.hasOwn(ARROWS, key) ? `\x1b[1;${modifiers}${ARROWS[key]}` : null
}
