/** The kind of a value, in the words that Rust uses. */
export function kindOf(value) {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'an array'
  return { undefined: 'undefined', object: 'an object' }[typeof value] ?? `a ${typeof value}`
}
