/**
 * Describes arguments for the engine: plain data as it is, host values as markers that Rust decodes.
 *
 * Nothing is checked here. Every member crosses, unknown ones and ones of the wrong kind too, so that Rust alone decides
 * what is wrong and says so in the same words in every language.
 *
 * A *shape* is a function `(value, crossing) => JSON`. Generated modules have one for each record and host interface,
 * built from the shapes below.
 */
import { jsonText } from './json.js'

/** What crosses with one call, besides its text. */
export class Crossing {
  /** What the markers of functions and host objects stand for, by id. */
  handles = []
  /** Copies of byte arguments, by id. @type {Uint8Array[]} */
  blobs = []
  /** Every `AbortSignal` met. @type {AbortSignal[]} */
  signals = []
  /** The objects around the value that is being described. */
  #around = new Set()

  /** The text of `value`, which has `shape`. */
  text(shape, value) {
    return jsonText(shape(value, this))
  }

  /** The id of a new handle. */
  handle(value) {
    return this.handles.push(value) - 1
  }

  /** What `describe` returns, unless `object` is being described already. */
  within(object, describe) {
    if (this.#around.has(object)) return marker('cycle')
    this.#around.add(object)
    try {
      return describe()
    } finally {
      this.#around.delete(object)
    }
  }
}

/** Any value: data as it is, host values as markers, unknown members included. */
export function plain(value, crossing) {
  switch (typeof value) {
    case 'function':
      return functionMarker(value, crossing)
    case 'undefined':
    case 'bigint':
    case 'symbol':
      return marker(typeof value)
    case 'object':
      return value === null ? null : plainObject(value, crossing)
    default:
      return value
  }
}

/** How a function crosses. */
export function functionMarker(value, crossing) {
  return marker('function', { id: crossing.handle(value) })
}

/** A JSON value, by the rules of `JSON.stringify`; what it would throw at becomes a marker. */
export function json(value, crossing) {
  const data = typeof value?.toJSON === 'function' ? value.toJSON() : value
  if (data === null || typeof data !== 'object') return plain(data, crossing)
  return crossing.within(data, () =>
    Array.isArray(data)
      ? data.map((item) => (isDropped(item) ? null : json(item, crossing)))
      : escaped(
          Object.keys(data)
            .filter((name) => !isDropped(data[name]))
            .map((name) => [name, json(data[name], crossing)]),
        ),
  )
}

/**
 * The text of what the application answered. Answering nothing, or what JSON has no room for, counts as `null`.
 *
 * @throws what `JSON.stringify` throws, for values that are not JSON.
 */
export function answerText(value) {
  const text = jsonText(value) ?? 'null'
  // Data that looks like a marker is rare, and describing it costs more than looking for it.
  return text.includes('"$fx"') ? jsonText(json(JSON.parse(text), new Crossing())) : text
}

/** A list whose items have a shape of their own. */
export function list(item) {
  return (value, crossing) =>
    Array.isArray(value)
      ? crossing.within(value, () => value.map((each) => item(each, crossing)))
      : plain(value, crossing)
}

/**
 * A record: the members in `members` are read by name, so that getters and prototypes work, and every other own property
 * crosses too, except the ones in `here`, which this layer uses itself.
 */
export function record(members, here = []) {
  const isOther = (name) => !Object.hasOwn(members, name) && !here.includes(name)
  return (value, crossing) => {
    if (!isRecord(value)) return plain(value, crossing)
    return crossing.within(value, () =>
      escaped([
        ...Object.keys(members)
          .filter((name) => name in value)
          .map((name) => [name, members[name](value[name], crossing)]),
        ...Object.keys(value)
          .filter(isOther)
          .map((name) => [name, plain(value[name], crossing)]),
      ]),
    )
  }
}

/**
 * An object of the application: its `properties` cross now, its `methods` are called later. Each method has a function
 * that turns `(args, call)` of the engine into the arguments that the application gets. `changing` names properties that
 * are read again, and `answers` has the shapes of what methods answer that is not all JSON.
 */
export function hostInterface({ properties, changing = [], methods, answers = {} }) {
  return (value, crossing) => {
    if (!isRecord(value)) return plain(value, crossing)
    const members = {}
    for (const [name, shape] of Object.entries(properties)) {
      const property = value[name]
      if (property !== undefined) members[name] = shape(property, crossing)
    }
    for (const name of Object.keys(methods)) {
      const method = value[name]
      // A method is called through its object, so its marker needs no handle.
      if (method !== undefined)
        members[name] = typeof method === 'function' ? marker('function') : plain(method, crossing)
    }
    return marker('object', { id: crossing.handle({ target: value, changing, methods, answers }), members })
  }
}

/** The text of those properties of a host object that change; none where they cannot be read. */
export function changingText({ target, changing }) {
  try {
    return jsonText(Object.fromEntries(changing.map((name) => [name, plain(target[name], new Crossing())])))
  } catch {
    return undefined
  }
}

function plainObject(value, crossing) {
  if (isBytes(value)) return marker('bytes', { id: crossing.blobs.push(copyOf(value)) - 1 })
  if (isSignal(value)) {
    crossing.signals.push(value)
    return marker('signal', { aborted: value.aborted })
  }
  return crossing.within(value, () =>
    Array.isArray(value)
      ? Array.from(value, (item) => plain(item, crossing))
      : escaped(Object.keys(value).map((name) => [name, plain(value[name], crossing)])),
  )
}

/** An object of the caller's, which must not look like a marker. */
function escaped(entries) {
  // Unlike assignment, this makes a property of a key called `__proto__`.
  const object = Object.fromEntries(entries)
  return Object.hasOwn(object, '$fx') ? marker('plain', { value: object }) : object
}

function marker(kind, detail) {
  return { $fx: kind, ...detail }
}

function isDropped(value) {
  return value === undefined || typeof value === 'function' || typeof value === 'symbol'
}

/** An object that is none of the kinds that cross in a way of their own. */
export function isRecord(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isBytes(value) && !isSignal(value)
}

export function isBytes(value) {
  return ArrayBuffer.isView(value) || value instanceof ArrayBuffer
}

/** By its members, since a signal may come from another realm or a polyfill. */
export function isSignal(value) {
  return typeof value.aborted === 'boolean' && typeof value.removeEventListener === 'function'
}

/** A copy, since the caller may change the bytes before the engine reads them. */
export function copyOf(bytes) {
  return ArrayBuffer.isView(bytes)
    ? new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength).slice()
    : new Uint8Array(bytes.slice())
}
