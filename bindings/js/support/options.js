/**
 * Checks of options that never reach Rust, because what takes them runs without an engine or chooses it. The messages are
 * those of Rust.
 */
import { fxError } from '../errors.js'
import { kindOf } from './kinds.js'

/** `options` as an object that has no members but `members`; nothing at all counts as an empty one if it is `optional`. */
export function optionsOf(options, members, { optional = false } = {}) {
  if (optional && options === undefined) return {}
  if (typeof options !== 'object' || options === null || Array.isArray(options)) {
    throw invalid(`options: expected an object, got ${kindOf(options)}`)
  }
  for (const name of Object.keys(options)) {
    if (!members.includes(name)) throw invalid(`options.${name}: unknown property, expected one of ${listed(members)}`)
  }
  return options
}

/** `value`, which must be one of `values`. */
export function oneOf(path, value, values) {
  if (values.includes(value)) return value
  const got = typeof value === 'string' ? JSON.stringify(value) : kindOf(value)
  throw invalid(`${path}: expected one of ${listed(values)}, got ${got}`)
}

/** The error of an argument that is not what it must be. */
export function invalid(message) {
  return fxError({ code: 'LIBFX_INVALID_ARGUMENT', message })
}

function listed(names) {
  return names.map((name) => `"${name}"`).join(', ')
}
