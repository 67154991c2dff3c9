// What a browser's console can show of a value: own properties, hidden ones too, what getters give, and the same of its
// prototypes.

/** All of it, as text. */
export function allOf(value) {
  return JSON.stringify(shown(value, new Set()))
}

function shown(value, seen) {
  if (typeof value === 'function') return value.toString()
  if (typeof value !== 'object' || value === null) return String(value)
  if (seen.has(value)) return '[shown above]'
  seen.add(value)
  const members = {}
  for (const owner of lineOf(value)) {
    for (const key of Reflect.ownKeys(owner)) members[String(key)] ??= shown(read(value, key), seen)
  }
  return members
}

/** An object and its prototypes, up to the ones that every object has. */
function* lineOf(object) {
  for (let owner = object; owner !== null && owner !== Object.prototype; owner = Object.getPrototypeOf(owner)) yield owner
}

function read(object, key) {
  try {
    return object[key]
  } catch (error) {
    return String(error)
  }
}
