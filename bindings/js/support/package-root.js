/** The folder of the installed package, as a URL. Found from here, `lib/support/`. */
export const packageRoot = new URL('../../', import.meta.url)
