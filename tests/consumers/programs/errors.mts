// Errors: one class, and codes that a program can branch on.
import { FxError, fxSdkApiVersion, libfxApiVersion } from 'libfx'
import { FxError as SameError } from 'libfx/node'
import type { FxErrorCode } from 'libfx'

export function advice(error: unknown): string {
  if (!(error instanceof FxError)) throw error
  const code: FxErrorCode = error.code
  switch (code) {
    case 'LIBFX_GATEWAY_HTTP': {
      const status: number | undefined = error.status
      const wait: number | undefined = error.retryAfterMs
      return `${status} ${wait} ${error.requestId} ${error.causeCode}`
    }
    case 'LIBFX_BUSY':
      return 'wait'
    default:
      return `${error.message} ${error.stack}`
  }
}

const same: typeof FxError = SameError
const two: 2 = fxSdkApiVersion
const alsoTwo: 2 = libfxApiVersion
console.log(same, two, alsoTwo)
