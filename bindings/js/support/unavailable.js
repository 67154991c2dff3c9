import { fxError } from '../errors.js'

/** The error of a native backend that cannot be used; `reason` says why, as `getBackendInfo` would. */
export function unavailable(reason, message, cause) {
  return fxError({ code: 'LIBFX_NATIVE_UNAVAILABLE', message, causeCode: reason, cause })
}
