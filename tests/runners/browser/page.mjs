// What the page of the runner does: takes scenarios, one call each. Its address names the package's entry points.
import { observe } from '../javascript/application/application.mjs'
import { allOf } from './print.mjs'

const entries = new URLSearchParams(location.search).getAll('module')
const libfx = Object.assign({}, ...(await Promise.all(entries.map((entry) => import(entry)))))
const environment = { libfx, print: allOf, options: {} }

/**
 * Chromium reads on for up to 5 seconds in a body that is cancelled between two reads, to use the connection again.
 */
const SOCKET_LEEWAY_MS = 5_500

/** JSON in, JSON out: the driver's own way of passing values knows neither large ones nor halves of surrogate pairs. */
globalThis.observeScenario = async (text) => {
  const { scenario, session } = JSON.parse(text)
  const observed = await observe(environment, scenario, session)
  return JSON.stringify({ ...observed, socketLeewayMs: SOCKET_LEEWAY_MS })
}
