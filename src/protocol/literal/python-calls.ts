import type { Json } from '../../core/index.ts'
import * as char from '../scan/characters.ts'
import { LiteralParser } from './literal-parser.ts'

export type WrittenCall = {
  readonly name: string
  readonly named: Readonly<Record<string, Json>>
  readonly positional: readonly Json[]
  readonly notes: readonly string[]
}

const NAME = /(?:[A-Za-z_]|\\_)(?:[\w.-]|\\_)*|'[\w.-]+'|"[\w.-]+"/y
const OPENING = /[[(`]/y
const CLOSING = /[\])`]/y
const OPERATOR = /[-+*/&|]/y
const AFTERTHOUGHT = /\(\s*\)|\[(?:\d+|'[^']*'|"[^"]*")\]/y // `f(…)()`, `f(…)["result"]`
/** In Python these are how one writes, not slips. */
const NATURAL = new Set(['single_quotes', 'python_literals', 'trailing_comma', 'unquoted_keys', 'comments'])

/**
 * `f(a=1)`, `[f(a=1), g("x")]`, also nested lists: the calls, or undefined if the text is anything else.
 * A call that needs another's result (`g(x=f(1))`) ends the reading: those before it can run now.
 */
export function readPythonCalls(text: string, brackets: 'balanced' | 'stray' = 'balanced'): readonly WrittenCall[] | undefined {
  const parser = new LiteralParser(text)
  const calls: WrittenCall[] = []
  const notes: string[] = []
  let depth = 0
  while (!atEnd(parser)) {
    depth += bracketsTaken(parser, OPENING)
    const call = readCall(parser)
    if (call === undefined) return calls.length > 0 && needsResult(parser) ? withNotes(calls, ['dependent_call_left']) : undefined
    calls.push(call)
    depth -= bracketsTaken(parser, CLOSING)
    if (parser.take(char.COMMA)) depth -= bracketsTaken(parser, CLOSING)
    else if (parser.match(OPERATOR) !== undefined) notes.push('expression')
    else if (!atEnd(parser)) return undefined
  }
  if (depth !== 0) notes.push('stray_brackets')
  return calls.length === 0 || (depth !== 0 && brackets === 'balanced') ? undefined : withNotes(calls, notes)
}

const withNotes = (calls: readonly WrittenCall[], notes: readonly string[]): readonly WrittenCall[] =>
  notes.length === 0 ? calls : calls.map(call => ({ ...call, notes: [...new Set([...call.notes, ...notes])] }))

function atEnd(parser: LiteralParser): boolean {
  parser.space()
  return parser.at >= parser.text.length
}

/** How many brackets stand here; the backticks that some put around each call are passed over. */
function bracketsTaken(parser: LiteralParser, marks: RegExp): number {
  let count = 0
  for (let mark = parser.match(marks); mark !== undefined; mark = parser.match(marks)) if (mark !== '`') count++
  return count
}

/** Did reading stop at an argument that is itself a call? */
const needsResult = (parser: LiteralParser): boolean => /^[\w.-]+\(/.test(parser.text.slice(parser.at, parser.at + 80))

function readCall(parser: LiteralParser): WrittenCall | undefined {
  parser.notes.clear()
  const written = parser.match(NAME)
  if (written === undefined || !parser.take(char.PAREN_OPEN)) return undefined
  const name = plainName(written, parser.notes)
  const args = readArguments(parser)
  if (args === undefined) return undefined
  while (parser.match(AFTERTHOUGHT) !== undefined) parser.notes.add('expression')
  return { name, ...args, notes: [...parser.notes].filter(note => !NATURAL.has(note)) }
}

function plainName(written: string, notes: Set<string>): string {
  if (written.startsWith("'") || written.startsWith('"')) {
    notes.add('quoted_name')
    return written.slice(1, -1)
  }
  if (!written.includes('\\')) return written
  notes.add('unescape_markdown')
  return written.replaceAll('\\_', '_')
}

function readArguments(parser: LiteralParser): Pick<WrittenCall, 'named' | 'positional'> | undefined {
  const named: Record<string, Json> = {}
  const positional: Json[] = []
  for (;;) {
    if (parser.take(char.PAREN_CLOSE)) return { named, positional }
    const key = keyword(parser)
    parser.space()
    const start = parser.at
    if (key === '__proto__' || (key !== undefined && Object.hasOwn(named, key))) return undefined
    const value = parser.value()
    if (value === undefined || (!parser.take(char.COMMA) && parser.peek() !== char.PAREN_CLOSE)) {
      parser.at = start
      return undefined
    }
    if (key === undefined) positional.push(value)
    else named[key] = value
  }
}

/** The name before `=` (or `:`, which some write), else undefined and nothing is consumed. */
function keyword(parser: LiteralParser): string | undefined {
  const start = parser.at
  const key = parser.name()
  if (key !== undefined && (parser.take(char.EQUALS) || parser.take(char.COLON))) return key
  parser.at = start
  return undefined
}
