/**
 * `getBackendInfo`: tries the backends as the creation of an agent or a terminal would, and tells what came of it.
 */
import { getBackendInfoChecks } from '../checks.js'
import { checked } from './check.js'
import { candidates } from './load.js'

/** Which backend would be used, and why others would not. */
export async function getBackendInfo(options = {}) {
  checked(getBackendInfoChecks.options, options, 'options')
  const { surface = 'agent', ...assets } = options
  const attempts = []
  for (const candidate of candidates(assets, surface)) {
    attempts.push(await attempt(candidate))
    if (attempts.at(-1).available) break
  }
  const used = attempts.at(-1)
  return { surface, backend: used.available ? used.backend : 'unavailable', attempts }
}

async function attempt({ backend, open }) {
  try {
    await open()
    return { backend, available: true, reason: null }
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
