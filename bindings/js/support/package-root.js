/** The folder of the installed package, as a URL: every file that this module can be bundled into stands in it. */
export const packageRoot = new URL('./', import.meta.url)
