/**
 * `xtermAdapter`: a terminal of xterm.js as the program's view.
 *
 * What xterm.js sends is passed on as it comes: each piece once, unchanged. Only the keys of `encodeXtermKeyEvent` take
 * another way.
 */
import { invalid } from './check.js'
import { encodeXtermKeyEvent } from './encode-xterm-key-event.js'
import { kindOf } from './kinds.js'

/** What is needed of a terminal. */
const METHODS = ['write', 'onData', 'onResize']

/** The view that `term` is. */
export function xtermAdapter(term) {
  checkTerminal(term)
  return {
    get cols() {
      return term.cols
    },
    get rows() {
      return term.rows
    },
    write: (bytes) => term.write(bytes),
    onData: (callback) => subscription(term.onData((data) => callback(data))),
    onResize: (callback) => subscription(term.onResize(() => callback())),
    drain: () => new Promise((resolve) => term.write('', resolve)),
    // A terminal without a page has no keys.
    ...(typeof term.attachCustomKeyEventHandler === 'function' && { onKeyData: keySource(term) }),
  }
}

function checkTerminal(term) {
  if (typeof term !== 'object' || term === null) throw invalid(`term: expected a terminal of xterm.js, got ${kindOf(term)}`)
  const missing = METHODS.find((name) => typeof term[name] !== 'function')
  if (missing !== undefined) throw invalid(`term.${missing}: required, expected a function`)
}

/** What ends a subscription of xterm.js. */
function subscription(disposable) {
  return once(() => disposable.dispose())
}

/** Takes over the keys that have an encoding; gives what subscribes to them. */
function keySource(term) {
  const listeners = new Set()
  term.attachCustomKeyEventHandler(keyHandler(listeners))
  return (callback) => {
    const listener = (data) => callback(data)
    listeners.add(listener)
    return once(() => listeners.delete(listener))
  }
}

/**
 * What xterm.js asks about every keyboard event: `true` for those that it shall handle.
 *
 * A key that is encoded here must not arrive a second time. That xterm.js leaves a press alone is not enough: the browser
 * would go on to write the key into the text area under the terminal, from where xterm.js reads. So the press is
 * prevented, and the events that follow it until the key is up are nobody's.
 */
function keyHandler(listeners) {
  let held
  return (event) => {
    if (event.type !== 'keydown') return !isOfHeldKey(event)
    const data = listeners.size > 0 && !isComposing(event) ? encodeXtermKeyEvent(event) : null
    held = data === null ? undefined : event.key
    if (data === null) return true
    event.preventDefault()
    for (const listener of listeners) listener(data)
    return false
  }

  function isOfHeldKey(event) {
    if (event.key !== held) return false
    if (event.type === 'keyup') held = undefined
    else event.preventDefault()
    return true
  }
}

/** While an input method composes a word, its keys belong to it. */
function isComposing({ isComposing, keyCode }) {
  return isComposing === true || keyCode === KEY_CODE_OF_COMPOSITION
}

/** What browsers put into `keyCode` for a key that an input method has taken. */
const KEY_CODE_OF_COMPOSITION = 229

function once(release) {
  let isReleased = false
  return () => {
    if (isReleased) return
    isReleased = true
    release()
  }
}
