// Files in memory: as many and as large as a page can bear. What goes wrong is an error whose message is a shell's.

const MAX_FILES = 1000
const MAX_BYTES = 1024 * 1024

/** A tree of files below a root. Paths are absolute and normalized. */
export class Files {
  #root
  #folders = new Set()
  #texts = new Map()
  #bytes = 0

  /** `texts` are the first files, by their paths. */
  constructor(root, texts = {}) {
    this.#root = root
    this.#folders.add(root)
    for (const [path, text] of Object.entries(texts)) {
      this.makeFolder(parentOf(path), { parents: true })
      this.write(path, text)
    }
  }

  /** The path that `name` means in `folder`: never one above the root. */
  resolve(folder, name) {
    const parts = []
    for (const part of `${name.startsWith('/') ? '' : folder}/${name}`.split('/')) {
      if (part === '..') parts.pop()
      else if (part !== '' && part !== '.') parts.push(part)
    }
    const path = `/${parts.join('/')}`
    if (path === this.#root || path.startsWith(`${this.#root}/`)) return path
    throw new Error(`${name}: is outside ${this.#root}`)
  }

  isFolder(path) {
    return this.#folders.has(path)
  }

  exists(path) {
    return this.isFolder(path) || this.#texts.has(path)
  }

  read(path, name = path) {
    if (this.isFolder(path)) throw new Error(`${name}: Is a directory`)
    const text = this.#texts.get(path)
    if (text === undefined) throw new Error(`${name}: No such file or directory`)
    return text
  }

  write(path, text, name = path) {
    if (this.isFolder(path)) throw new Error(`${name}: Is a directory`)
    this.#checkParent(path, name)
    const added = bytesOf(text) - bytesOf(this.#texts.get(path) ?? '')
    const isNew = !this.#texts.has(path)
    if (this.#bytes + added > MAX_BYTES || (isNew && this.#count() >= MAX_FILES)) {
      throw new Error(`${name}: No space left on device`)
    }
    this.#texts.set(path, text)
    this.#bytes += added
  }

  makeFolder(path, { parents = false, name = path } = {}) {
    if (this.exists(path)) {
      if (parents && this.isFolder(path)) return
      throw new Error(`${name}: File exists`)
    }
    if (parents) this.makeFolder(parentOf(path), { parents, name })
    this.#checkParent(path, name)
    if (this.#count() >= MAX_FILES) throw new Error(`${name}: No space left on device`)
    this.#folders.add(path)
  }

  /** Removes a file, or a folder with all that is in it. The root stays. */
  remove(path) {
    for (const each of [...this.walk(path)].reverse()) {
      this.#bytes -= bytesOf(this.#texts.get(each) ?? '')
      this.#texts.delete(each)
      if (each !== this.#root) this.#folders.delete(each)
    }
  }

  /** The names in a folder, sorted. */
  list(path) {
    const isInside = (each) => each !== path && parentOf(each) === path
    return [...this.#folders, ...this.#texts.keys()].filter(isInside).map(nameOf).sort()
  }

  /** A path and everything below it, folders before what is in them. */
  *walk(path) {
    yield path
    if (!this.isFolder(path)) return
    for (const name of this.list(path)) yield* this.walk(`${path}/${name}`)
  }

  #checkParent(path, name) {
    if (!this.isFolder(parentOf(path))) throw new Error(`${name}: No such file or directory`)
  }

  #count() {
    return this.#folders.size + this.#texts.size
  }
}

export function nameOf(path) {
  return path.slice(path.lastIndexOf('/') + 1)
}

function parentOf(path) {
  return path.slice(0, path.lastIndexOf('/')) || '/'
}

function bytesOf(text) {
  return new TextEncoder().encode(text).length
}
