import { fxError } from '../errors.js'

/** The error of a call that the engine refused at once, from the text that the call returned. */
export function refusalError(refusal) {
  return fxError(JSON.parse(refusal))
}
