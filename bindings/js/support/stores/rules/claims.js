/**
 * What rules are checked with: comparisons whose failures say what was expected of the store and what came.
 */
import { isBytes } from '../../describe.js'
import { kindOf } from '../../kinds.js'

/** The longest value that a failure quotes, in characters. */
const QUOTED = 80

export function claim(holds, failure) {
  if (!holds) throw new Error(failure)
}

/** Plain data: texts, numbers, and lists of them. */
export function claimEqual(found, expected, what) {
  const isEqual = JSON.stringify(found) === JSON.stringify(expected)
  claim(isEqual, `${what}: expected ${shown(expected)}, got ${shown(found)}`)
}

export function claimBytes(found, expected, what) {
  claim(isBytes(found ?? false), `${what}: expected bytes, got ${kindOf(found)}`)
  const bytes = ArrayBuffer.isView(found)
    ? new Uint8Array(found.buffer, found.byteOffset, found.byteLength)
    : new Uint8Array(found)
  claim(bytes.length === expected.length, `${what}: expected ${expected.length} bytes, got ${bytes.length}`)
  const at = bytes.findIndex((byte, index) => byte !== expected[index])
  claim(at === -1, `${what}: expected ${expected[at]} as byte ${at}, got ${bytes[at]}`)
}

/** Nothing there: `null` or `undefined`. */
export function claimNothing(found, what) {
  claim(found === null || found === undefined, `${what}: expected null, got ${kindOf(found)}`)
}

/** That `work` is refused with an error that has this `code`. */
export async function claimRefused(work, code, what) {
  const thrown = await outcomeOf(work)
  claim('error' in thrown, `${what}: expected an error with the code ${code}, but it was accepted`)
  claim(thrown.error?.code === code, `${what}: expected an error with the code ${code}, got ${told(thrown.error)}`)
}

/** `{ value }` or `{ error }`. */
export async function outcomeOf(work) {
  try {
    return { value: await work() }
  } catch (error) {
    return { error }
  }
}

/** How a failure is told of what was thrown. */
function told(error) {
  return error instanceof Error ? `${error.code ?? error.name} (${error.message})` : kindOf(error)
}

function shown(value) {
  const text = JSON.stringify(value) ?? String(value)
  return text.length > QUOTED ? `${text.slice(0, QUOTED)}…` : text
}
