/**
 * `loadSkillFile`: reads a file where the environment has files, and has the runtime make a skill of its text.
 */
import { createReadStream } from 'node:fs'
import { loadSkillFileChecks } from '../checks.js'
import { fxError } from '../errors.js'
import { maxSkillFileBytes } from '../limits.js'
import { parseSkillFile } from '../skills.js'
import { checked, invalid } from './check.js'
import { failureText } from './json.js'
import { kindOf } from './kinds.js'

/** The skill in the file at `path`. */
export async function loadSkillFile(path, options) {
  checked(loadSkillFileChecks.path, path, 'path')
  const readFile = options?.readFile ?? readSome
  if (typeof readFile !== 'function') throw invalid(`options.readFile: expected a function, got ${kindOf(readFile)}`)
  const content = await read(path, readFile)
  if (typeof content === 'string') return parseSkillFile(path, content, options)
  throw invalid(`options.readFile: expected it to return a string, got ${kindOf(content)}`)
}

async function read(path, readFile) {
  try {
    return await readFile(path, 'utf8')
  } catch (cause) {
    const { message } = JSON.parse(failureText(cause))
    const causeCode = typeof cause?.code === 'string' ? cause.code : undefined
    throw fxError({ code: 'LIBFX_SKILL_INVALID', message: `${path}: cannot be read (${message})`, causeCode, cause })
  }
}

/** The text of a file, or enough of it to see that it is too large. */
async function readSome(path) {
  const chunks = []
  for await (const chunk of createReadStream(path, { end: maxSkillFileBytes })) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}
