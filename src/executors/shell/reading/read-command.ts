import type { Case, Command, CommandNode, For, If, PipelineNode, Redirected, Script, Statement, While } from 'unbash'
import { parseBash } from './parser.ts'
import { type PlainWord, type UnclearWord, type Variables, isUnclear, readWord, readPlainWords } from './plain-word.ts'
import { type PlainCommand, keep, readRedirect, readSimple } from './read-simple.ts'
import { readTest } from './read-test.ts'
import { withShown } from './shown-variables.ts'
import { isOrdinaryName } from './variable-names.ts'

const MAX_COMMAND = 16_384
const MAX_PROGRAMS = 200

/** The programs of a command line in order, or why they cannot be known. Only the syntax listed here is read. */
export function readCommand(text: string): readonly PlainCommand[] | UnclearWord {
  if (text.length > MAX_COMMAND) return { unclear: 'it is too long' }
  if (!text.isWellFormed() || /[^\P{C}\n\t]/u.test(text)) return { unclear: 'it holds characters that cannot be seen' }
  if (/[^\P{Z} \n\t]/u.test(text)) return { unclear: 'it holds a space that is none for a shell' }
  const script = parseScript(text)
  if (isUnclear(script)) return script
  const found: PlainCommand[] = []
  const unclear = readList(script.commands, { found, variables: new Map(), isTop: true })
  if (unclear) return unclear
  return found.length === 0 ? { unclear: 'it holds no command' } : found
}

/** What was read so far, and what the variables that are set above stand for. */
type CommandReading = {
  readonly found: PlainCommand[]
  readonly variables: Map<string, PlainWord>
  /** What is read here is carried out by the shell itself, one after the other. */
  readonly isTop?: true
}

/** All branches count, whichever is taken. */
function readList(statements: readonly Statement[], reading: CommandReading): UnclearWord | undefined {
  for (const { background, command } of statements) {
    if (background === true) return { unclear: 'it goes on in the background' }
    const nodes: readonly PipelineNode[] = command.type === 'AndOr' ? command.commands : [command]
    for (const [index, node] of nodes.entries()) {
      const unclear = readPipeline(node, index === 0 ? reading : inside(reading))
      if (unclear) return unclear
      if (reading.found.length > MAX_PROGRAMS) return { unclear: 'it holds too many commands' }
    }
  }
  return undefined
}

/** The parser is foreign code, and deep nesting may be too much for it. */
function parseScript(text: string): Script | UnclearWord {
  try {
    const script = parseBash(text)
    const [error] = script.errors ?? []
    return error ? { unclear: `it is not sound: ${error.message}` } : script
  } catch {
    return { unclear: 'it cannot be read' }
  }
}

/** Behind a condition, in a pipe or in a group: whether it runs, and in which shell, is unknown. */
const inside = ({ found, variables }: CommandReading): CommandReading => ({ found, variables })

function readPipeline(node: PipelineNode, reading: CommandReading): UnclearWord | undefined {
  if (node.type !== 'Pipeline') return readNode(node, reading)
  for (const command of node.commands) {
    const unclear = readNode(command, inside(reading))
    if (unclear) return unclear
  }
  return undefined
}

function readNode(node: CommandNode, reading: CommandReading): UnclearWord | undefined {
  switch (node.type) {
    case 'If':
      return readCondition(node, inside(reading))
    case 'Case':
      return readChoice(node, inside(reading))
    case 'For':
      return readLoop(node, reading)
    case 'While':
      return readWhile(node, reading)
    case 'BraceGroup':
    case 'Subshell':
      return readList(node.body.commands, inside(reading))
    case 'Redirected':
      return readRedirected(node, reading)
    case 'TestCommand':
      return readTest(node.expression, reading.variables) ?? keep(A_TEST, reading.found)
    default:
      return node.type === 'Command' && !node.name ? setVariables(node, reading) : keepSimple(node, reading)
  }
}

const NOTHING = { words: [], assignments: [], redirects: [] } as const
const A_TEST: PlainCommand = { name: '[[', ...NOTHING }

function keepSimple(node: CommandNode, { found, variables, isTop }: CommandReading): UnclearWord | undefined {
  const read = readSimple(node, variables)
  return keep(isTop === true && !isUnclear(read) ? { ...read, certain: true as const } : read, found)
}

/** Its files are opened before anything in it runs. */
function readRedirected({ command, redirects }: Redirected, reading: CommandReading): UnclearWord | undefined {
  const read: PlainCommand['redirects'][number][] = []
  for (const redirect of redirects) {
    const unclear = keep(readRedirect(redirect), read)
    if (unclear) return unclear
  }
  return keep({ ...NOTHING, name: ':', redirects: read }, reading.found) ?? readNode(command, reading)
}

/** `name=value` by itself: once for each name, and where it is certain to be carried out. */
function setVariables({ prefix }: Command, { variables, isTop, found }: CommandReading): UnclearWord | undefined {
  if (isTop !== true) return { unclear: 'it sets a variable where nobody knows whether it is set' }
  for (const part of prefix) {
    const value =
      part.type === 'Assignment' && part.value.type === 'Word' && part.append !== true && !part.index
        ? readWord(part.value)
        : NOT_PLAIN
    if (isUnclear(value) || part.type !== 'Assignment') return isUnclear(value) ? value : NOT_PLAIN
    if (!isOrdinaryName(part.name) || variables.has(part.name))
      return { unclear: `it sets ${part.name}, which may mean something else` }
    variables.set(part.name, value)
  }
  return keep({ ...NOTHING, name: ':' }, found)
}

const NOT_PLAIN: UnclearWord = { unclear: 'it sets a variable in a way that is not plain' }

function readCondition({ clause, then, elif, else: otherwise }: If, reading: CommandReading): UnclearWord | undefined {
  const lists = [clause, then, ...elif.flatMap(each => [each.clause, each.then]), ...(otherwise ? [otherwise] : [])]
  for (const list of lists) {
    const unclear = readList(list.commands, reading)
    if (unclear) return unclear
  }
  return undefined
}

function readChoice({ word, items }: Case, reading: CommandReading): UnclearWord | undefined {
  for (const each of [word, ...items.flatMap(({ pattern }) => pattern)]) {
    const read = readWord(each, withShown(each.text, reading.variables))
    if (isUnclear(read)) return read
  }
  for (const { body } of items) {
    const unclear = readList(body.commands, reading)
    if (unclear) return unclear
  }
  return undefined
}

/** Its body is read once for each word of its list, with the word in the place of the variable. */
function readLoop({ name, wordlist, body }: For, { found, variables }: CommandReading): UnclearWord | undefined {
  if (!isOrdinaryName(name.text) || wordlist === undefined) return { unclear: 'it holds a loop that is not plain' }
  // The inner one would leave its last word behind for the outer one.
  if (variables.has(name.text)) return { unclear: `it uses ${name.text} for a loop inside a loop over ${name.text}` }
  const start = found.length
  const words: PlainWord[] = []
  for (const each of wordlist) {
    const read = readPlainWords(each, variables)
    if (isUnclear(read)) return read
    words.push(...read)
  }
  for (const word of words) {
    const unclear = readList(body.commands, { found, variables: new Map([...variables, [name.text, word]]) })
    if (unclear) return unclear
  }
  // Each word has its own turn here, so every folder that may be reached is seen; a pattern has one turn for many.
  return words.some(({ globs }) => globs) ? refuseMoves(found.slice(start)) : undefined
}

const refuseMoves = (commands: readonly PlainCommand[]): UnclearWord | undefined =>
  commands.some(command => command.name === 'cd') ? { unclear: 'it changes the folder in a loop' } : undefined

/** How often it goes round, only the run will show; if what it waits for never comes, the time limit ends it. */
function readWhile({ kind, clause, body }: While, reading: CommandReading): UnclearWord | undefined {
  const start = reading.found.length
  const lines = kind === 'while' ? readLines(clause, reading.variables) : undefined
  if (lines && isUnclear(lines)) return lines
  const unclear = lines
    ? undefined
    : (readList(clause.commands, inside(reading)) ?? refuseEndless(reading.found.slice(start)))
  const variables = new Map([...reading.variables, ...(lines?.names ?? [])])
  return (
    unclear ?? readList(body.commands, { found: reading.found, variables }) ?? refuseMoves(reading.found.slice(start))
  )
}

/** Behind these it never ends by itself. */
const refuseEndless = (clause: readonly PlainCommand[]): UnclearWord | undefined =>
  clause.every(({ name }) => ['true', ':', 'false', 'sleep', 'echo'].includes(name))
    ? { unclear: 'it holds a loop that may have no end' }
    : undefined

type LineVariables = { readonly names: readonly (readonly [string, PlainWord])[] }

/** `while read -r line`: the body is read with unknown text for these variables. Undefined: nothing is read. */
function readLines({ commands }: While['clause'], variables: Variables): LineVariables | UnclearWord | undefined {
  const [statement, ...more] = commands
  const node = statement?.command
  if (node?.type !== 'Command' || node.name?.value !== 'read') return undefined
  const reader = more.length > 0 || statement?.background === true ? OTHER_LOOP : readSimple(node, variables)
  if (isUnclear(reader)) return reader
  const names = reader.words.filter(({ value }) => value !== '-r').map(({ value }) => value)
  const isPlain = reader.redirects.length === 0 && reader.assignments.every(({ name }) => name === 'IFS')
  if (!isPlain || names.length === 0 || !names.every(name => isOrdinaryName(name) && !variables.has(name)))
    return OTHER_LOOP
  return { names: names.map(name => [name, { value: `$${name}`, globs: false, unknown: true }]) }
}

const OTHER_LOOP: UnclearWord = { unclear: 'it reads lines in a loop that is not plain' }
