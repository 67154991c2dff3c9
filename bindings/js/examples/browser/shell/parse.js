// The language of the shell: commands with quoted words, `*` and `?` in names, `|`, `>`, `>>`, `<`, `2>`, `2>&1`, `;`, `&&` and
// `||`.

const OPERATORS = ['&&', '||', '>>', ';', '\n', '|', '>', '<']
/** Those that begin as a word does. */
const ERROR_OPERATORS = ['2>&1', '2>']
const REDIRECTIONS = ['>', '>>', '<', '2>']

/** What other shells do, and this one says that it does not. */
const UNSUPPORTED = {
  '<<': 'here-documents',
  $: 'variables',
  '`': 'commands in commands',
  '&': 'commands in the background',
  '(': 'subshells',
}

/**
 * The pipelines of a line: `{ joint, commands }`, where `joint` is what stands before it. A command has `words`,
 * `redirections`, and `isMerged` if its errors go where its output goes. A word is a list of pieces, `{ text, isQuoted }`.
 */
export function parse(line) {
  const pipelines = []
  let joint = ';'
  let commands = []
  let command = newCommand()
  let redirection

  const endCommand = () => {
    if (redirection !== undefined) throw new Error('a redirection needs the name of a file')
    if (command.words.length + command.redirections.length > 0) commands.push(command)
    else if (commands.length > 0) throw new Error('a command is missing after |')
    command = newCommand()
  }
  const endPipeline = (next) => {
    endCommand()
    if (commands.length > 0) pipelines.push({ joint, commands })
    else if (next !== ';' || joint !== ';') throw new Error(`a command is missing before ${next}`)
    commands = []
    joint = next
  }

  for (const token of tokens(line)) {
    if (Array.isArray(token)) {
      if (redirection === undefined) command.words.push(token)
      else command.redirections.push({ kind: redirection, word: token })
      redirection = undefined
    } else if (token === '|') {
      endCommand()
      if (commands.length === 0) throw new Error('a command is missing before |')
    } else if (token === '2>&1') {
      command.isMerged = true
    } else if (REDIRECTIONS.includes(token)) {
      if (redirection !== undefined) throw new Error('a redirection needs the name of a file')
      redirection = token
    } else {
      endPipeline(token === '\n' ? ';' : token)
    }
  }
  endCommand()
  if (commands.length > 0) pipelines.push({ joint, commands })
  else if (joint !== ';') throw new Error(`a command is missing after ${joint}`)
  return pipelines
}

function newCommand() {
  return { words: [], redirections: [] }
}

/** Operators as texts, and words as lists of pieces. */
function* tokens(line) {
  let at = 0
  let word
  const add = (text, isQuoted) => {
    word ??= []
    word.push({ text, isQuoted })
  }
  while (at < line.length) {
    const rest = line.slice(at, at + 4)
    const [char] = rest
    const operators = word === undefined ? [...ERROR_OPERATORS, ...OPERATORS] : OPERATORS
    const operator = operators.find((each) => rest.startsWith(each))
    if (operator === undefined || rest.startsWith('<<')) refuseUnsupported(rest)
    if (operator !== undefined || char === ' ' || char === '\t') {
      if (word !== undefined) yield word
      word = undefined
      if (operator !== undefined) yield operator
      at += operator?.length ?? 1
    } else if (char === '#' && word === undefined) {
      at = endOr(line.indexOf('\n', at), line)
    } else if (char === "'" || char === '"') {
      const { text, end } = quoted(line, at)
      add(text, true)
      at = end
    } else if (char === '\\') {
      // A line that goes on in the next one.
      if (!rest.startsWith('\\\n')) add(rest[1] ?? '\\', true)
      at += 2
    } else {
      add(char, false)
      at += 1
    }
  }
  if (word !== undefined) yield word
}

/** The text in quotes that begin at `start`, and where they end. */
function quoted(line, start) {
  const quote = line[start]
  let text = ''
  for (let at = start + 1; at < line.length; at += 1) {
    const char = line[at]
    if (char === quote) return { text, end: at + 1 }
    if (quote === '"') {
      if (char === '\\' && '"\\$`'.includes(line[at + 1])) {
        at += 1
        text += line[at]
        continue
      }
      if (char === '$' || char === '`') refuseUnsupported(char)
    }
    text += char
  }
  throw new Error(`a quotation mark is missing: ${quote}`)
}

function refuseUnsupported(rest) {
  const found = Object.keys(UNSUPPORTED).find((each) => rest.startsWith(each))
  if (found !== undefined) throw new Error(`${UNSUPPORTED[found]} are not supported (${found})`)
}

function endOr(at, line) {
  return at === -1 ? line.length : at
}
