/**
 * `listModels`: one request for the Gateway's catalogue. It needs no backend, so that a program that only lists models
 * loads none; what the catalogue means is the same as in the runtime.
 */
import { listModelsChecks } from '../checks.js'
import { fxError } from '../errors.js'
import { catalogueTimeoutMs, catalogueUrl, maxCatalogueBytes, maxCatalogueEntries, maxModelIdBytes } from '../limits.js'
import { bodyReader } from './body-reader.js'
import { byteLength, checked, exceeded } from './check.js'
import { failureText } from './json.js'

/** The ids of the language models that the Gateway offers, each once, sorted by code unit. */
export async function listModels(options) {
  checked(listModelsChecks.options, options, 'options')
  const { apiKey, fetch = globalThis.fetch } = options
  const timeout = AbortSignal.timeout(catalogueTimeoutMs)
  try {
    return idsOf(await download(fetch, apiKey, timeout))
  } catch (error) {
    throw withoutSecret(timeout.aborted ? tooSlow() : known(error), apiKey)
  }
}

/** The catalogue as text, never more of it than is allowed. */
async function download(fetch, apiKey, signal) {
  const response = await fetch(catalogueUrl, {
    headers: { accept: 'application/json', authorization: `Bearer ${apiKey}` },
    redirect: 'manual',
    signal,
  })
  const reader = bodyReader(response)
  try {
    if (Number(response.headers?.get?.('content-length')) > maxCatalogueBytes) throw tooLarge()
    if (response.status !== 200) throw refused(response)
    return await readText(reader, signal)
  } finally {
    reader.cancel().catch(() => {})
  }
}

async function readText(reader, signal) {
  const decoder = new TextDecoder()
  const aborted = whenAborted(signal)
  let text = ''
  let bytes = 0
  for (;;) {
    const { done, value } = await Promise.race([reader.read(), aborted])
    if (done) return text + decoder.decode()
    const chunk = typeof value === 'string' ? new TextEncoder().encode(value) : value
    bytes += chunk.byteLength
    if (bytes > maxCatalogueBytes) throw tooLarge()
    text += decoder.decode(chunk, { stream: true })
  }
}

/** Rejects when `signal` is aborted: a `fetch` of the application's may ignore it. */
function whenAborted(signal) {
  const aborted = new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
  aborted.catch(() => {})
  return aborted
}

function idsOf(text) {
  const { data } = parsed(text) ?? {}
  if (!Array.isArray(data)) throw malformed('expected an object with a list "data"')
  if (data.length > maxCatalogueEntries) {
    throw exceeded(
      `the Gateway's catalogue of models: expected at most ${maxCatalogueEntries} entries, got ${data.length}`,
    )
  }
  return [...new Set(data.filter(isLanguageModel).map(({ id }) => id))].sort()
}

function parsed(text) {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw malformed(error.message, error)
  }
}

function isLanguageModel(entry) {
  const { id, type = 'language' } = entry ?? {}
  return type === 'language' && typeof id === 'string' && id !== '' && byteLength(id) <= maxModelIdBytes
}

/** The error of the API, whatever `fetch` threw. */
function known(error) {
  if (typeof error?.code === 'string' && error.code.startsWith('LIBFX_')) return error
  const { message } = JSON.parse(failureText(error))
  return fxError({ code: 'LIBFX_TRANSPORT', message: `the Gateway cannot be reached: ${message}`, cause: error })
}

/** What went wrong may quote what was sent. */
function withoutSecret(error, secret) {
  if (error.message.includes(secret)) {
    delete error.cause
    error.message = error.message.replaceAll(secret, '[redacted]')
  }
  return error
}

function refused({ status, headers }) {
  return fxError({
    code: 'LIBFX_GATEWAY_HTTP',
    message: `the Gateway answered ${status} when asked for its catalogue of models`,
    status,
    requestId: headers?.get?.('x-request-id') ?? undefined,
  })
}

function tooSlow() {
  const seconds = catalogueTimeoutMs / 1000
  return fxError({
    code: 'LIBFX_TIMEOUT',
    message: `the Gateway did not send its catalogue of models within ${seconds} seconds; try again later`,
  })
}

function tooLarge() {
  return exceeded(`the Gateway's catalogue of models: expected at most ${maxCatalogueBytes} bytes`)
}

function malformed(why, cause) {
  return fxError({
    code: 'LIBFX_CATALOGUE_INVALID',
    message: `the Gateway's catalogue of models cannot be read (${why}); try again later`,
    cause,
  })
}
