// The files of the page, as whole responses by path: the server that answers prompts gives them out too, so that the page
// asks its own origin.

import { readFile, readdir } from 'node:fs/promises'
import path from 'node:path'

const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.mjs': 'text/javascript', '.wasm': 'application/wasm' }

const PACKAGE = new URL('.', import.meta.resolve('libfx/browser'))
/** What a browser loads of the package: its modules share files. */
const LOADED = /\.(?:js|wasm)$/

const PAGE_FILES = ['page.html', 'page.mjs', 'measure.mjs']

/** The page's path. */
export const PAGE = '/bench/page.html'

/** Responses by path, each as a list of writes. */
export async function pageFiles() {
  const packaged = (await readdir(PACKAGE)).filter((name) => LOADED.test(name))
  const files = [
    ...PAGE_FILES.map((name) => [`/bench/${name}`, new URL(name, import.meta.url)]),
    ...packaged.map((name) => [`/libfx/${name}`, new URL(name, PACKAGE)]),
  ]
  const responses = files.map(async ([name, file]) => {
    const bytes = await readFile(file)
    const head = `HTTP/1.1 200 OK\r\ncontent-type: ${TYPES[path.extname(name)]}\r\ncontent-length: ${bytes.length}\r\n\r\n`
    return [name, [Buffer.concat([Buffer.from(head), bytes])]]
  })
  return new Map(await Promise.all(responses))
}
