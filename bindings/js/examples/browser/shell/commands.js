// The commands of the shell. Each gets its arguments, what it reads (`input`), the `files`, its `folder`, and `print` for what
// it writes. What it returns is its exit status, 0 if nothing; what it throws is told, with status 1.

import { nameOf } from './files.js'

/** What other greps would take for more than a text. */
const PATTERN = /[\^$[\]*\\]/

export const commands = {
  pwd: ({ folder, print }) => print(`${folder}\n`),

  echo({ args, print }) {
    const [first, ...rest] = args
    const isOpen = first === '-n'
    print((isOpen ? rest : args).join(' ') + (isOpen ? '' : '\n'))
  },

  cat(context) {
    eachFile(context, context.args, (text) => context.print(text))
  },

  ls({ args, files, folder, print }) {
    const { flags, names } = options('ls', args, 'a1l')
    for (const [at, name] of (names.length > 0 ? names : ['.']).entries()) {
      const path = files.resolve(folder, name)
      if (!files.exists(path)) throw new Error(`${name}: No such file or directory`)
      const listed = files.isFolder(path) ? files.list(path) : [name]
      if (names.length > 1 && files.isFolder(path)) print(`${at > 0 ? '\n' : ''}${name}:\n`)
      for (const each of listed) print(`${flags.has('l') ? details(files, path, each) : each}\n`)
    }
  },

  mkdir({ args, files, folder }) {
    const { flags, names } = options('mkdir', args, 'p')
    required(names, 'the name of a directory')
    for (const name of names) files.makeFolder(files.resolve(folder, name), { parents: flags.has('p'), name })
  },

  rm({ args, files, folder }) {
    const { flags, names } = options('rm', args, 'rRf')
    if (!flags.has('f')) required(names, 'the name of a file')
    for (const name of names) {
      const path = files.resolve(folder, name)
      if (!files.exists(path)) {
        if (flags.has('f')) continue
        throw new Error(`${name}: No such file or directory`)
      }
      if (files.isFolder(path) && !flags.has('r') && !flags.has('R')) throw new Error(`${name}: Is a directory`)
      files.remove(path)
    }
  },

  grep(context) {
    const { flags, names } = options('grep', context.args, 'FcHhilnrRv')
    required(names, 'a text to look for')
    const [text, ...where] = names
    if (!flags.has('F') && PATTERN.test(text)) throw new Error(`${text}: patterns are not supported, only texts (-F)`)
    return grep(context, flags, text, where)
  },
}

/** Finds lines that hold a text. */
function grep(context, flags, text, where) {
  const isRecursive = flags.has('r') || flags.has('R')
  const places = isRecursive ? filesBelow(context, where.length > 0 ? where : ['.']) : where
  const isNamed = flags.has('H') || ((isRecursive || places.length > 1) && !flags.has('h'))
  const folded = (line) => (flags.has('i') ? line.toLowerCase() : line)
  let found = 0
  eachFile(context, places, (content, name) => {
    const lines = content.replace(/\n$/, '').split('\n')
    const matches = lines.flatMap((line, at) =>
      content !== '' && folded(line).includes(folded(text)) !== flags.has('v') ? [{ line, number: at + 1 }] : [],
    )
    found += matches.length
    const start = isNamed ? `${name}:` : ''
    if (flags.has('l')) context.print(matches.length > 0 ? `${name}\n` : '')
    else if (flags.has('c')) context.print(`${start}${matches.length}\n`)
    else for (const { line, number } of matches) context.print(`${start}${flags.has('n') ? `${number}:` : ''}${line}\n`)
  })
  return found > 0 ? 0 : 1
}

/** Calls `use` with each file's text and name; with what the command reads, if there are no names. */
function eachFile({ files, folder, input }, names, use) {
  if (names.length === 0) use(input, '(standard input)')
  for (const name of names) use(name === '-' ? input : files.read(files.resolve(folder, name), name), name)
}

function filesBelow({ files, folder }, names) {
  return names.flatMap((name) => {
    const path = files.resolve(folder, name)
    if (!files.exists(path)) throw new Error(`${name}: No such file or directory`)
    const shown = (each) => (name === '.' ? each.slice(path.length + 1) : name + each.slice(path.length))
    return [...files.walk(path)].filter((each) => !files.isFolder(each)).map(shown)
  })
}

function details(files, path, name) {
  const file = files.isFolder(path) ? `${path}/${name}` : path
  if (files.isFolder(file)) return `d        ${nameOf(file)}`
  return `- ${String(files.read(file).length).padStart(6)} ${name}`
}

/** The flags among the arguments, which come first, and the rest. */
function options(command, args, known) {
  const flags = new Set()
  let at = 0
  for (; at < args.length && /^-./.test(args[at]); at += 1) {
    if (args[at] === '--') {
      at += 1
      break
    }
    for (const flag of args[at].slice(1)) {
      if (!known.includes(flag)) throw new Error(`unknown option -${flag}; there are -${[...known].join(' -')}`)
      flags.add(flag)
    }
  }
  return { flags, names: args.slice(at) }
}

function required(names, what) {
  if (names.length === 0) throw new Error(`${what} is missing`)
}
