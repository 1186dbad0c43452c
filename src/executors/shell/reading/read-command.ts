import type { Assignment, CommandNode, PipelineNode, Redirection, Script, Word } from 'unbash'
import { parseBash } from './parser.ts'
import { type PlainWord, type Unclear, isUnclear, readWord } from './plain-word.ts'

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
  for (const statement of script.commands) {
    if (statement.background === true) return { unclear: 'it goes on in the background' }
    const { command } = statement
    const nodes: readonly PipelineNode[] = command.type === 'AndOr' ? command.commands : [command]
    for (const node of nodes) {
      const unclear = readPipeline(node, found)
      if (unclear) return unclear
    }
  }
  if (found.length === 0) return { unclear: 'it holds no command' }
  return found.length > MAX_PROGRAMS ? { unclear: 'it holds too many commands' } : found
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

function readPipeline(node: PipelineNode, found: PlainCommand[]): Unclear | undefined {
  const commands: readonly CommandNode[] = node.type === 'Pipeline' ? node.commands : [node]
  for (const command of commands) {
    const read = readSimple(command)
    if (isUnclear(read)) return read
    found.push(read)
  }
  return undefined
}

const KINDS: Readonly<Record<string, string>> = {
  Function: 'it defines a function',
  Coproc: 'it starts a coprocess',
  For: 'it holds a loop',
  ArithmeticFor: 'it holds a loop',
  While: 'it holds a loop',
  Select: 'it holds a loop',
  If: 'it holds a condition',
  Case: 'it holds a condition',
  Subshell: 'it holds a group of commands',
  BraceGroup: 'it holds a group of commands',
  Redirected: 'it holds a group of commands',
  TestCommand: 'it holds [[ … ]]',
  ArithmeticCommand: 'it holds (( … ))',
}

function readSimple(node: CommandNode): PlainCommand | Unclear {
  if (node.type !== 'Command') return { unclear: KINDS[node.type] ?? 'it holds syntax that is not known here' }
  if (!node.name) return { unclear: 'it only sets variables' }
  const name = readWord(node.name)
  if (isUnclear(name)) return name
  if (name.globs || name.value === '') return { unclear: 'the name of its program is not known' }
  const [words, assignments, redirects]: [PlainWord[], { name: string; value: string }[], PlainRedirect[]] = [[], [], []]
  for (const part of [...node.prefix, ...node.suffix]) {
    const unclear = readMember(part, { words, assignments, redirects })
    if (unclear) return unclear
  }
  return { name: name.value, words, assignments, redirects }
}

type Lists = { readonly words: PlainWord[]; readonly assignments: { name: string; value: string }[]; readonly redirects: PlainRedirect[] }

function readMember(part: Word | Assignment | Redirection, { words, assignments, redirects }: Lists): Unclear | undefined {
  if (part.type === 'Word') return keep(readWord(part), words)
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
