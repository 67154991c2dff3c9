// A shell over files in memory: a place where a model may do as it likes, since nothing of it is real.
//
// It knows few commands (`commands.js`) and a part of the language (`parse.js`), and says so where a model expects more.

import { commands } from './commands.js'
import { Files } from './files.js'
import { parse } from './parse.js'

const ROOT = '/workspace'

/** The most that one command of a pipeline writes. */
const MAX_OUTPUT = 1024 * 1024

/** A workspace for `createFxTerminal`, with these files in it, by their names. */
export function memoryWorkspace(texts = {}) {
  const files = new Files(ROOT, Object.fromEntries(Object.entries(texts).map(([name, text]) => [`${ROOT}/${name}`, text])))
  return {
    info: { version: 1, root: ROOT, cwd: ROOT, home: ROOT, gitAvailable: false, ephemeral: true },
    // It is all in memory, so there is nothing to be asked about.
    permission: 'allow-sandboxed',
    exec: async (request) => exec(files, request),
  }
}

function exec(files, { command, cwd, signal, outputLimitBytes }) {
  signal.throwIfAborted()
  const { status, stdout, stderr } = run(files, cwd, command)
  return { exitCode: status, stdout: cut(stdout, outputLimitBytes), stderr: cut(stderr, outputLimitBytes) }
}

/** Runs a line of commands. Everything is bounded by the size of the files, so nothing of it takes long. */
function run(files, folder, line) {
  const outcome = { status: 0, stdout: '', stderr: '' }
  let pipelines
  try {
    pipelines = parse(line)
  } catch (error) {
    return { status: 2, stdout: '', stderr: `sh: ${error.message}\n` }
  }
  for (const { joint, commands } of pipelines) {
    if ((joint === '&&' && outcome.status !== 0) || (joint === '||' && outcome.status === 0)) continue
    let input = ''
    for (const command of commands) {
      const { status, stdout, stderr } = runCommand(files, folder, command, input)
      outcome.status = status
      outcome.stderr += stderr
      input = stdout
    }
    outcome.stdout += input
    if (outcome.stdout.length > MAX_OUTPUT) return { ...outcome, status: 1, stderr: `${outcome.stderr}sh: too much output\n` }
  }
  return outcome
}

function runCommand(files, folder, { words, redirections, isMerged }, input) {
  const output = { status: 0, stdout: '', stderr: '' }
  let to = {}
  try {
    to = redirected(files, folder, redirections)
    const [name, ...args] = words.flatMap((word) => expanded(files, folder, word))
    if (name !== undefined) runNamed(name, { args, input: to.input ?? input, files, folder }, output)
    if (isMerged) Object.assign(output, { stdout: output.stdout + output.stderr, stderr: '' })
    return { ...output, stdout: put(files, to.output, output.stdout), stderr: put(files, to.errors, output.stderr) }
  } catch (error) {
    return { ...output, status: 1, stderr: `${output.stderr}sh: ${error.message}\n` }
  }
}

/** Runs a command; what it writes goes into `output`, and so does what is wrong with it. */
function runNamed(name, context, output) {
  if (!Object.hasOwn(commands, name)) {
    output.status = 127
    output.stderr = `sh: ${name}: not found; there are ${Object.keys(commands).sort().join(', ')}\n`
    return
  }
  const print = (text) => {
    if (output.stdout.length + text.length > MAX_OUTPUT) throw new Error('too much output')
    output.stdout += text
  }
  try {
    output.status = commands[name]({ ...context, print }) ?? 0
  } catch (error) {
    output.status = 1
    output.stderr = `${name}: ${error.message}\n`
  }
}

/** What a command reads, and where its output and its errors go; `input`, `output` and `errors` may each be absent. */
function redirected(files, folder, redirections) {
  const to = {}
  for (const { kind, word } of redirections) {
    const name = textOf(word)
    const path = name === '/dev/null' ? name : files.resolve(folder, name)
    if (kind === '<') to.input = path === '/dev/null' ? '' : files.read(path, name)
    else to[kind === '2>' ? 'errors' : 'output'] = { name, path, isAdded: kind === '>>' }
  }
  return to
}

/** Writes a text where it shall go, and returns what is left for others to read. */
function put(files, to, text) {
  if (to === undefined) return text
  const { name, path, isAdded } = to
  if (path !== '/dev/null') files.write(path, (isAdded && files.exists(path) ? files.read(path, name) : '') + text, name)
  return ''
}

/** The names that a word stands for: those that it matches, or itself. */
function expanded(files, folder, word) {
  const isPattern = word.some(({ text, isQuoted }) => !isQuoted && /[*?]/.test(text))
  const text = textOf(word)
  const slash = text.lastIndexOf('/') + 1
  const [start, pattern] = [text.slice(0, slash), text.slice(slash)]
  if (!isPattern || /[*?]/.test(start)) return [text]
  const place = files.resolve(folder, start || '.')
  const found = files.isFolder(place) ? files.list(place).filter((name) => matches(pattern, name)) : []
  return found.length > 0 ? found.map((name) => start + name) : [text]
}

/** Whether a name fits a pattern, in time that grows with both and no faster. */
function matches(pattern, name) {
  if (name.startsWith('.') && !pattern.startsWith('.')) return false
  let fits = [true, ...Array(name.length).fill(false)]
  for (const char of pattern) {
    let before = false
    fits = fits.map((fitted, at) => {
      const is = char === '*' ? fitted || before : at > 0 && fits[at - 1] && (char === '?' || char === name[at - 1])
      before = is
      return is
    })
  }
  return fits[name.length]
}

function textOf(word) {
  return word.map(({ text }) => text).join('')
}

/** The start of a text, of so many bytes at most, cut between characters. */
function cut(text, limit) {
  const bytes = new TextEncoder().encode(text)
  if (bytes.length <= limit) return text
  let end = limit
  while ((bytes[end] & 0xc0) === 0x80) end -= 1
  return new TextDecoder().decode(bytes.subarray(0, end))
}
