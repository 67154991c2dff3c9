import { isBytes, isSignal } from './describe.js'

/** The kind of a value, in the words that Rust uses. */
export function kindOf(value) {
  if (value === null) return 'null'
  if (value === undefined) return 'undefined'
  if (typeof value !== 'object') return `a ${typeof value}`
  if (Array.isArray(value)) return 'an array'
  if (isBytes(value)) return 'bytes'
  return isSignal(value) ? 'a signal' : 'an object'
}
