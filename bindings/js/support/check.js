/**
 * Checks of arguments that never reach the engine, because what takes them runs without one or chooses it. They are in the
 * engine's words and in its order: the kinds of all values first (`read`), then their limits (`validate`). What is checked
 * of each argument is generated, in `checks.js`.
 *
 * A *check* is an object of these two functions, which take a value and its place and throw what is wrong, and of what is
 * `expected` there.
 */
import { fxError } from '../errors.js'
import { Crossing, isRecord, json } from './describe.js'
import { jsonText } from './json.js'
import { kindOf } from './kinds.js'

/** The longest value that a message quotes, in characters. */
const QUOTED = 64

const NOTHING = () => {}

/** Checks `value`, which stands at `path`. */
export function checked(check, value, path) {
  check.read(value, path)
  check.validate(value, path)
}

/** A text of `min` to `max` bytes of UTF-8 that matches `pattern` as a whole. */
export function text({ min, max, pattern } = {}) {
  return {
    ...ofKind('a string', (value) => typeof value === 'string'),
    validate(value, path) {
      within(byteLength(value), { min, max, unit: 'bytes of UTF-8', least: 'a non-empty string' }, path)
      if (pattern !== undefined && !new RegExp(`^(?:${pattern})$`).test(value)) {
        throw invalid(`${path}: expected a match of ${pattern}, got ${quoted(value)}`)
      }
    },
  }
}

/** A list of at most `max` items, no two of which have the same value of the member `unique`. */
export function list(item, { max, unique } = {}) {
  return {
    expected: 'an array',
    read(value, path) {
      if (!Array.isArray(value)) throw mismatch(path, 'an array', value)
      value.forEach((each, index) => item.read(each, `${path}[${index}]`))
    },
    validate(value, path) {
      within(value.length, { max, unit: 'items' }, path)
      if (unique !== undefined) checkUnique(value, unique, path)
      value.forEach((each, index) => item.validate(each, `${path}[${index}]`))
    },
  }
}

/** An object whose members have checks, `optional` ones among them. A `strict` one has no others. */
export function object(required, optional = {}, { strict = false } = {}) {
  const members = { ...required, ...optional }
  return {
    expected: 'an object',
    read(value, path) {
      if (!isRecord(value)) throw mismatch(path, 'an object', value)
      if (strict) checkNames(value, Object.keys(members), path)
      for (const [name, member] of Object.entries(members)) {
        if (value[name] !== undefined) member.read(value[name], `${path}.${name}`)
        else if (name in required) throw invalid(`${path}.${name}: required, expected ${member.expected}`)
      }
    },
    validate(value, path) {
      for (const [name, member] of Object.entries(members)) {
        if (value[name] !== undefined) member.validate(value[name], `${path}.${name}`)
      }
    },
  }
}

/** A JSON object of at most `max` bytes as compact JSON. */
export function jsonObject({ max }) {
  const { expected, read } = ofKind('an object', isRecord)
  return {
    expected,
    read(value, path) {
      read(value, path)
      checkJson(json(value, new Crossing()), path)
    },
    validate(value, path) {
      within(byteLength(jsonText(value)), { max, unit: 'bytes of JSON' }, path)
    },
  }
}

/** One of these texts. */
export function oneOf(values) {
  const expected = `one of ${listed(values)}`
  return {
    expected,
    read(value, path) {
      if (values.includes(value)) return
      const got = typeof value === 'string' ? quoted(value) : kindOf(value)
      throw invalid(`${path}: expected ${expected}, got ${got}`)
    },
    validate: NOTHING,
  }
}

/** Whatever there is. */
export const anything = { expected: 'a value', read: NOTHING, validate: NOTHING }

/** A function. */
export const callable = { ...ofKind('a function', (value) => typeof value === 'function'), validate: NOTHING }

function ofKind(expected, is) {
  const read = (value, path) => {
    if (!is(value)) throw mismatch(path, expected, value)
  }
  return { expected, read }
}

function within(size, { min, max, unit, least }, path) {
  if (min !== undefined && size < min) throw invalid(`${path}: expected ${least}`)
  if (max !== undefined && size > max) throw exceeded(`${path}: expected at most ${max} ${unit}, got ${size}`)
}

function checkNames(value, known, path) {
  const unknown = Object.keys(value).find((name) => !known.includes(name))
  if (unknown !== undefined) {
    throw invalid(`${path}.${unknown}: unknown property, expected one of ${listed(known)}`)
  }
}

function listed(names) {
  return names.map((name) => `"${name}"`).join(', ')
}

function checkUnique(items, member, path) {
  const seen = new Map()
  items.forEach((item, index) => {
    const value = item[member]
    if (seen.has(value)) {
      throw invalid(
        `${path}[${index}].${member}: ${quoted(value)} is already the ${member} of ${path}[${seen.get(value)}]`,
      )
    }
    seen.set(value, index)
  })
}

/** Finds what JSON has no room for in a described value. */
function checkJson(described, path) {
  if (described === null || typeof described !== 'object') return
  const { $fx: marker } = described
  if (marker === 'plain') return checkJson(described.value, path)
  if (marker !== undefined) throw invalid(`${path}: expected a JSON value, got a ${marker}`)
  if (Array.isArray(described)) described.forEach((item, index) => checkJson(item, `${path}[${index}]`))
  else for (const [name, member] of Object.entries(described)) checkJson(member, `${path}${step(name)}`)
}

function step(name) {
  return /^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(name) ? `.${name}` : `[${quoted(name)}]`
}

function mismatch(path, expected, value) {
  return invalid(`${path}: expected ${expected}, got ${kindOf(value)}`)
}

/** The error of an argument that is not what it must be. */
export function invalid(message) {
  return fxError({ code: 'LIBFX_INVALID_ARGUMENT', message })
}

/** The error of an argument that is larger than it may be. */
export function exceeded(message) {
  return fxError({ code: 'LIBFX_LIMIT_EXCEEDED', message })
}

/** A text as messages quote it. */
export function quoted(value) {
  const letters = [...value]
  return jsonText(letters.length > QUOTED ? `${letters.slice(0, QUOTED).join('')}…` : value)
}

/** The size of a text in bytes of UTF-8. */
export function byteLength(value) {
  return new TextEncoder().encode(value).length
}
