import type { Assignment, CommandNode, Redirection, Word } from 'unbash'
import { type PlainWord, type UnclearWord, type Variables, isUnclear, readWord, readPlainWords } from './plain-word.ts'
import { withShown } from './shown-variables.ts'

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
  /** The shell itself carries it out, whatever precedes it: not in a group of its own, not behind a condition. */
  readonly certain?: true
}

const KINDS: Readonly<Record<string, string>> = {
  Function: 'it defines a function',
  Coproc: 'it starts a coprocess',
  ArithmeticFor: 'it holds a loop',
  Select: 'it holds a loop',
  ArithmeticCommand: 'it holds (( … ))',
}

/** They print or compare their words, and do nothing else with them. */
const SHOWING: ReadonlySet<string> = new Set(['echo', 'printf', '[', 'test'])

export function readSimple(node: CommandNode, variables: Variables): PlainCommand | UnclearWord {
  if (node.type !== 'Command') return { unclear: KINDS[node.type] ?? 'it holds syntax that is not known here' }
  if (!node.name) return { unclear: 'it only sets variables' }
  const name = readWord(node.name, variables)
  if (isUnclear(name)) return name
  if (name.globs || name.unknown === true || name.value === '')
    return { unclear: 'the name of its program is not known' }
  const [words, assignments, redirects]: [PlainWord[], { name: string; value: string }[], PlainRedirect[]] = [
    [],
    [],
    [],
  ]
  const isShowing = SHOWING.has(name.value)
  for (const part of [...node.prefix, ...node.suffix]) {
    const known = isShowing && part.type === 'Word' ? withShown(part.text, variables) : variables
    const unclear = readMember(part, { words, assignments, redirects, variables: known })
    if (unclear) return unclear
  }
  return { name: name.value, words, assignments, redirects }
}

type SimpleParts = {
  readonly words: PlainWord[]
  readonly assignments: { name: string; value: string }[]
  readonly redirects: PlainRedirect[]
  readonly variables: Variables
}

function readMember(
  part: Word | Assignment | Redirection,
  { words, assignments, redirects, variables }: SimpleParts,
): UnclearWord | undefined {
  if (part.type === 'Word') {
    const read = readPlainWords(part, variables)
    if (isUnclear(read)) return read
    words.push(...read)
    return undefined
  }
  if (part.type === 'Assignment') {
    const value =
      part.value.type === 'Word' && part.append !== true && part.index === undefined ? readWord(part.value) : NOT_PLAIN
    return isUnclear(value) ? value : keep({ name: part.name, value: value.value }, assignments)
  }
  return keep(readRedirect(part), redirects)
}

const NOT_PLAIN: UnclearWord = { unclear: 'it sets a variable in a way that is not plain' }

export function keep<Item extends object>(read: Item | UnclearWord, list: Item[]): UnclearWord | undefined {
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

export function readRedirect(redirect: Redirection): PlainRedirect | UnclearWord {
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

function readHereDoc({
  body,
  delimiter,
  closing,
}: Redirection & { readonly type: 'HereDoc' }): PlainRedirect | UnclearWord {
  if (!delimiter || !closing || !/^(?:\w+|'\w+'|"\w+")$/.test(delimiter.text))
    return { unclear: 'the end of its here-document is not plain' }
  const isPlain = delimiter.quoted || (body.parts === undefined && !/[$`\\]/.test(body.text))
  return isPlain
    ? { kind: 'here', target: { value: body.text, globs: false } }
    : { unclear: 'its here-document holds a variable or a backslash' }
}
