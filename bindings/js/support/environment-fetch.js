/**
 * The environment's `fetch`, for an application that brings none. When it fails, it says hardly why, and a browser never
 * does; what may be the matter is said here.
 */
export async function environmentFetch(url, init) {
  try {
    return await globalThis.fetch(url, init)
  } catch (error) {
    if (init.signal.aborted) throw error
    const why = error.cause?.message || error.message
    throw new TypeError(`the Gateway cannot be reached (${why}); ${REMEDY}`, { cause: error })
  }
}

const REMEDY =
  'check the network and, in a browser, that the Gateway allows the page (CORS) and the page the Gateway (connect-src)'
