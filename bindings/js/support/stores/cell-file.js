/**
 * A cell as a file: a line of JSON that describes it, and its bytes.
 *
 * The line says how many bytes there are and what their digest is, so that a file that was cut or edited is told from a
 * whole one. It has the key, too, since the file's name does not.
 */
import { createHash } from 'node:crypto'
import { open, readFile, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'

/** The version of this format. */
const FORMAT = 1
/** The longest line that is read. */
const MAX_HEADER_BYTES = 64 * 1024
const NEWLINE = 0x0a
/** Only the user may read what a cell holds. */
const PRIVATE = 0o600

/** The cell in `file`, or `undefined` if there is no such file. */
export async function readCell(file) {
  const content = await ifThere(readFile(file))
  if (content === undefined) return undefined
  const end = content.indexOf(NEWLINE)
  const { revision, updatedAtMs, size, digest } = headerIn(file, content, end)
  const bytes = new Uint8Array(content.subarray(end + 1))
  if (bytes.length !== size) throw damaged(file, `it has ${bytes.length} of ${size} bytes`)
  if (digestOf(bytes) !== digest) throw damaged(file, 'its bytes are not those that were stored')
  return { bytes, revision, updatedAtMs }
}

/** What the file says of its cell, or `undefined` if there is no such file, or no cell in it. */
export async function readHeader(file) {
  const handle = await ifThere(open(file))
  if (handle === undefined) return undefined
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(MAX_HEADER_BYTES), 0, MAX_HEADER_BYTES, 0)
    const start = buffer.subarray(0, bytesRead)
    return headerIn(file, start, start.indexOf(NEWLINE))
  } catch {
    return undefined
  } finally {
    await handle.close()
  }
}

/**
 * Puts a cell in the place of `file`, as a whole: whoever reads the file sees the old one or the new one, whenever they read
 * and whatever happens. Nobody else may write it meanwhile, which `confirm` makes sure of at the last moment.
 */
export async function writeCell(file, key, cell, confirm) {
  const { bytes, revision, updatedAtMs } = cell
  const header = { libfx: FORMAT, key, revision, updatedAtMs, size: bytes.length, digest: digestOf(bytes) }
  const draft = `${file}.new`
  await rm(draft, { force: true })
  const handle = await open(draft, 'wx', PRIVATE)
  try {
    await handle.writeFile(`${JSON.stringify(header)}\n`)
    await handle.writeFile(bytes)
    await handle.sync()
  } finally {
    await handle.close()
  }
  await confirm()
  await rename(draft, file)
  await syncFolder(dirname(file))
}

/** Removes a file, and returns whether there was one. `confirm` is as for `writeCell`. */
export async function removeCell(file, confirm) {
  await confirm()
  if ((await ifThere(rm(file).then(() => true))) === undefined) return false
  await syncFolder(dirname(file))
  return true
}

function headerIn(file, content, end) {
  const { libfx, ...header } = end === -1 ? {} : (parsed(content.toString('utf8', 0, end)) ?? {})
  if (libfx !== FORMAT) throw damaged(file, 'it does not begin as this version of libfx writes it')
  return header
}

function parsed(text) {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function digestOf(bytes) {
  return createHash('sha256').update(bytes).digest('hex')
}

function damaged(file, why) {
  return new Error(`${file} cannot be read: ${why}; move it away, or remove it, to begin anew`)
}

/** Has a rename or a removal survive a crash of the system. Where folders cannot be opened, the system sees to that itself. */
async function syncFolder(folder) {
  const handle = await open(folder).catch(() => undefined)
  await handle?.sync().catch(() => {})
  await handle?.close()
}

/** What `work` on a file resolves to; `undefined` if there is no such file. */
async function ifThere(work) {
  try {
    return await work
  } catch (error) {
    if (error.code === 'ENOENT') return undefined
    throw error
  }
}
