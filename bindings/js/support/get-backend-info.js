/**
 * `getBackendInfo`: tries the backends as the creation of an agent would, and tells what came of it.
 */
import { getBackendInfoChecks } from '../checks.js'
import { checked } from './check.js'
import { candidates } from './load.js'

/** The reasons of a backend that works, but not for what it is wanted for. */
const LACKING = { native: 'LIBFX_NATIVE_SURFACE_MISSING', wasm: 'LIBFX_WASM_LOAD_FAILED' }

/** Which backend would be used, and why others would not. */
export async function getBackendInfo(options = {}) {
  checked(getBackendInfoChecks.options, options, 'options')
  const { surface = 'agent', ...assets } = options
  const attempts = []
  for (const candidate of candidates(assets)) {
    attempts.push(await attempt(candidate, surface))
    if (attempts.at(-1).available) break
  }
  const used = attempts.at(-1)
  return { surface, backend: used.available ? used.backend : 'unavailable', attempts }
}

async function attempt({ backend, open }, surface) {
  try {
    await open()
    const lacking = surface === 'agent' ? null : reason(LACKING[backend] ?? LACKING.wasm, `libfx has no ${surface} yet`)
    return { backend, available: lacking === null, reason: lacking }
  } catch (error) {
    return { backend, available: false, reason: reasonOf(error) }
  }
}

/** An error of loading: the addon's say why in `causeCode`, and keep the system's error. */
function reasonOf({ code, message, causeCode, cause }) {
  return code === 'LIBFX_NATIVE_UNAVAILABLE'
    ? reason(causeCode, message, cause?.code)
    : reason(code, message, causeCode)
}

function reason(code, message, causeCode) {
  return { code, message, ...(causeCode === undefined ? undefined : { causeCode }) }
}
