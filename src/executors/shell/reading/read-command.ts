import type { Assignment, CommandNode, For, If, PipelineNode, Redirection, Script, Statement, Word } from 'unbash'
import { parseBash } from './parser.ts'
import { type PlainWord, type Unclear, type Variables, isUnclear, readWord } from './plain-word.ts'

export type PlainRedirect = {
  /** `here`: the text stands in the command itself. */
  readonly kind: 'input' | 'output' | 'append' | 'descriptor' | 'here'
  readonly target: PlainWord
}

/** One program with all its words known. */
export type PlainCommand = {
  readonly name: string
  readonly words: readonly PlainWord[]
  readonly assignments: readonly { readonly name: string; readonly value: string }[]
  readonly redirects: readonly PlainRedirect[]
}

const MAX_COMMAND = 16_384
const MAX_PROGRAMS = 200

/** The programs of a command line in their order, or why they cannot be known. Only kinds of syntax that are listed here are read. */
export function readCommand(text: string): readonly PlainCommand[] | Unclear {
  if (text.length > MAX_COMMAND) return { unclear: 'it is too long' }
  if (!text.isWellFormed() || /[^\P{C}\n\t]/u.test(text)) return { unclear: 'it holds characters that cannot be seen' }
  if (/[^\P{Z} \n\t]/u.test(text)) return { unclear: 'it holds a space that is none for a shell' }
  const script = parseScript(text)
  if (isUnclear(script)) return script
  const found: PlainCommand[] = []
  const unclear = readList(script.commands, { found, variables: new Map() })
  if (unclear) return unclear
  return found.length === 0 ? { unclear: 'it holds no command' } : found
}

/** What was read so far, and what the variables of the loops around stand for. */
type Reading = { readonly found: PlainCommand[]; readonly variables: Variables }

/** All branches count, whichever is taken. */
function readList(statements: readonly Statement[], reading: Reading): Unclear | undefined {
  for (const { background, command } of statements) {
    if (background === true) return { unclear: 'it goes on in the background' }
    const nodes: readonly PipelineNode[] = command.type === 'AndOr' ? command.commands : [command]
    for (const node of nodes) {
      const unclear = readPipeline(node, reading)
      if (unclear) return unclear
      if (reading.found.length > MAX_PROGRAMS) return { unclear: 'it holds too many commands' }
    }
  }
  return undefined
}

/** The parser is somebody else's code, and deep nesting may be too much for it. */
function parseScript(text: string): Script | Unclear {
  try {
    const script = parseBash(text)
    const [error] = script.errors ?? []
    return error ? { unclear: `it is not sound: ${error.message}` } : script
  } catch {
    return { unclear: 'it cannot be read' }
  }
}

function readPipeline(node: PipelineNode, reading: Reading): Unclear | undefined {
  const commands: readonly CommandNode[] = node.type === 'Pipeline' ? node.commands : [node]
  for (const command of commands) {
    const unclear = readNode(command, reading)
    if (unclear) return unclear
  }
  return undefined
}

function readNode(node: CommandNode, reading: Reading): Unclear | undefined {
  switch (node.type) {
    case 'If':
      return readCondition(node, reading)
    case 'For':
      return readLoop(node, reading)
    case 'BraceGroup':
    case 'Subshell':
      return readList(node.body.commands, reading)
    default:
      return keep(readSimple(node, reading.variables), reading.found)
  }
}

function readCondition({ clause, then, elif, else: otherwise }: If, reading: Reading): Unclear | undefined {
  const lists = [clause, then, ...elif.flatMap(each => [each.clause, each.then]), ...(otherwise ? [otherwise] : [])]
  for (const list of lists) {
    const unclear = readList(list.commands, reading)
    if (unclear) return unclear
  }
  return undefined
}

const LOOP_NAME = /^(?!.*proxy)[a-z][a-z0-9_]{0,30}$/ // programs obey some variables in capitals, such as PATH, and those of proxies

/** Its body is read once for each word of its list, with the word in the place of the variable. */
function readLoop({ name, wordlist, body }: For, { found, variables }: Reading): Unclear | undefined {
  if (!LOOP_NAME.test(name.text) || wordlist === undefined) return { unclear: 'it holds a loop that is not plain' }
  // The inner one would leave its last word behind for the outer one.
  if (variables.has(name.text)) return { unclear: `it uses ${name.text} for a loop inside a loop over ${name.text}` }
  const start = found.length
  for (const each of wordlist) {
    const word = readWord(each, variables)
    if (isUnclear(word)) return word
    const unclear = readList(body.commands, { found, variables: new Map([...variables, [name.text, word]]) })
    if (unclear) return unclear
  }
  return found.slice(start).some(command => command.name === 'cd') ? { unclear: 'it changes the folder in a loop' } : undefined
}

const KINDS: Readonly<Record<string, string>> = {
  Function: 'it defines a function',
  Coproc: 'it starts a coprocess',
  ArithmeticFor: 'it holds a loop',
  While: 'it holds a loop',
  Select: 'it holds a loop',
  Case: 'it holds a condition',
  Redirected: 'it holds a group of commands',
  TestCommand: 'it holds [[ … ]]',
  ArithmeticCommand: 'it holds (( … ))',
}

/** What `echo` may print: their values are not known, but it does nothing else with them. */
const PRINTED: Variables = new Map(
  ['PATH', 'HOME', 'USER', 'LOGNAME', 'PWD', 'SHELL', 'LANG', 'TERM', 'HOSTNAME', '?'].map(name => [
    name,
    { value: `$${name}`, globs: false },
  ]),
)

function readSimple(node: CommandNode, variables: Variables): PlainCommand | Unclear {
  if (node.type !== 'Command') return { unclear: KINDS[node.type] ?? 'it holds syntax that is not known here' }
  if (!node.name) return { unclear: 'it only sets variables' }
  const name = readWord(node.name, variables)
  if (isUnclear(name)) return name
  if (name.globs || name.value === '') return { unclear: 'the name of its program is not known' }
  const [words, assignments, redirects]: [PlainWord[], { name: string; value: string }[], PlainRedirect[]] = [[], [], []]
  const known: Variables = name.value === 'echo' ? new Map([...PRINTED, ...variables]) : variables
  for (const part of [...node.prefix, ...node.suffix]) {
    const unclear = readMember(part, { words, assignments, redirects, variables: known })
    if (unclear) return unclear
  }
  return { name: name.value, words, assignments, redirects }
}

type Lists = {
  readonly words: PlainWord[]
  readonly assignments: { name: string; value: string }[]
  readonly redirects: PlainRedirect[]
  readonly variables: Variables
}

function readMember(part: Word | Assignment | Redirection, { words, assignments, redirects, variables }: Lists): Unclear | undefined {
  if (part.type === 'Word') return keep(readWord(part, variables), words)
  if (part.type === 'Assignment') {
    const value = part.value.type === 'Word' && part.append !== true && part.index === undefined ? readWord(part.value) : NOT_PLAIN
    return isUnclear(value) ? value : keep({ name: part.name, value: value.value }, assignments)
  }
  return keep(readRedirect(part), redirects)
}

const NOT_PLAIN: Unclear = { unclear: 'it sets a variable in a way that is not plain' }

function keep<Item extends object>(read: Item | Unclear, list: Item[]): Unclear | undefined {
  if (isUnclear(read)) return read
  list.push(read)
  return undefined
}

const OPERATORS: Readonly<Record<string, PlainRedirect['kind']>> = {
  '<': 'input',
  '>': 'output',
  '>|': 'output',
  '&>': 'output',
  '>>': 'append',
  '&>>': 'append',
}

function readRedirect(redirect: Redirection): PlainRedirect | Unclear {
  if (redirect.descriptor?.type === 'FileDescriptorVariable') return { unclear: 'it keeps a file open under a name' }
  if (redirect.type === 'HereDoc') return readHereDoc(redirect)
  if (redirect.type === 'HereString' || !redirect.target) return { unclear: 'it holds a here-string' }
  const target = readWord(redirect.target)
  if (isUnclear(target)) return target
  if (target.globs) return { unclear: 'it redirects to a pattern' }
  if (redirect.operator === '>&' || redirect.operator === '<&') {
    if (/^[0-9]$/.test(target.value)) return { kind: 'descriptor', target }
    return { unclear: 'it redirects to something that is neither a file nor 1 or 2' }
  }
  const kind = OPERATORS[redirect.operator]
  return kind === undefined ? { unclear: 'it opens a file for reading and writing' } : { kind, target }
}

function readHereDoc({ body, delimiter, closing }: Redirection & { readonly type: 'HereDoc' }): PlainRedirect | Unclear {
  if (!delimiter || !closing || !/^(?:\w+|'\w+'|"\w+")$/.test(delimiter.text))
    return { unclear: 'the end of its here-document is not plain' }
  const isPlain = delimiter.quoted || (body.parts === undefined && !/[$`\\]/.test(body.text))
  return isPlain ? { kind: 'here', target: { value: '', globs: false } } : { unclear: 'its here-document holds a variable or a backslash' }
}
