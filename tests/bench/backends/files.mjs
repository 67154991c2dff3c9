// The files of the page, as whole responses by path: the server that answers prompts gives them out too, so that the page
// asks its own origin.

import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import path from 'node:path'

const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.mjs': 'text/javascript', '.wasm': 'application/wasm' }

const FILES = {
  '/bench/page.html': new URL('page.html', import.meta.url),
  '/bench/page.mjs': new URL('page.mjs', import.meta.url),
  '/bench/measure.mjs': new URL('measure.mjs', import.meta.url),
  '/libfx/browser.js': new URL(import.meta.resolve('libfx/browser')),
  '/libfx/libfx.wasm': new URL(import.meta.resolve('libfx/libfx.wasm')),
}

/** The page's path. */
export const PAGE = '/bench/page.html'

/** Responses by path, each as a list of writes. */
export async function pageFiles() {
  const responses = Object.entries(FILES).map(async ([name, file]) => {
    const bytes = await readFile(fileURLToPath(file))
    const head = `HTTP/1.1 200 OK\r\ncontent-type: ${TYPES[path.extname(name)]}\r\ncontent-length: ${bytes.length}\r\n\r\n`
    return [name, [Buffer.concat([Buffer.from(head), bytes])]]
  })
  return new Map(await Promise.all(responses))
}
