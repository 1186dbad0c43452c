import type { Json } from '../../core/index.ts'
import * as char from '../scan/characters.ts'
import { LiteralParser } from './literal-parser.ts'
import * as note from './notes.ts'

export type PythonCall = {
  readonly name: string
  readonly named: Readonly<Record<string, Json>>
  readonly positional: readonly Json[]
  /** The names of those arguments that are words without quotes. */
  readonly bare: readonly string[]
  readonly notes: note.Notes
}

type Filled = {
  readonly named: Record<string, Json>
  readonly positional: Json[]
  readonly bare: string[]
  readonly depth: number
}

const MOST_DICTS = 8 // one within the other

const AFTERTHOUGHT = /\(\s*\)|\[(?:\d+|'[^']*'|"[^"]*")\]/y // `f(…)()`, `f(…)["result"]`
const REMARK = /'[^'\n]*'\s*[\],]|"[^"\n]*"\s*[\],]/y
const LITERAL = /\s*(?:["'“\d[{-]|(?:true|false|null|True|False|None)\b)/y // after a colon; `path: str` is a signature
const RAW_TEXT = /[rR](?:"(?!"")[^"\n\\]*(?:\\[^"\n][^"\n\\]*)*"|'(?!'')[^'\n\\]*(?:\\[^'\n][^'\n\\]*)*')/y // r"C:\new"
const DICT = /dict\(/y
const NEEDS_RESULT = /[\w.-]+\(/y

/**
 * `f(a=1)`, `[f(a=1), g("x")]`, also nested lists: the calls, or undefined if the text is anything else.
 * A call that needs another's result (`g(x=f(1))`) ends the reading: those before it can run now.
 */
export function readPythonCalls(
  text: string,
  brackets: 'balanced' | 'stray' = 'balanced',
): readonly PythonCall[] | undefined {
  const parser = new LiteralParser(text)
  const calls: PythonCall[] = []
  let common: note.Notes = 0
  let depth = 0
  while (!parser.atEnd()) {
    depth += bracketsTaken(parser, opens)
    if (calls.length > 0 && takeRemark(parser)) {
      common |= note.TEXT_IN_LIST
      depth -= bracketsTaken(parser, closes)
      if (parser.take(char.COMMA)) depth -= bracketsTaken(parser, closes)
      continue
    }
    const call = readCall(parser)
    if (call === undefined)
      return calls.length > 0 && parser.looksAt(NEEDS_RESULT) ? withNotes(calls, note.DEPENDENT_CALL_LEFT) : undefined
    calls.push(call)
    depth -= bracketsTaken(parser, closes)
    if (parser.take(char.COMMA)) depth -= bracketsTaken(parser, closes)
    else if (takeOperator(parser)) common |= note.EXPRESSION
    else if (!parser.atEnd()) return undefined
  }
  if (calls.length === 0 || (depth !== 0 && brackets === 'balanced')) return undefined
  return withNotes(calls, depth === 0 ? common : common | note.STRAY_BRACKETS)
}

const withNotes = (calls: readonly PythonCall[], notes: note.Notes): readonly PythonCall[] =>
  notes === 0 ? calls : calls.map(call => ({ ...call, notes: call.notes | notes }))

const opens = (code: number): boolean => code === char.BRACKET_OPEN || code === char.PAREN_OPEN
const closes = (code: number): boolean => code === char.BRACKET_CLOSE || code === char.PAREN_CLOSE

/** How many brackets stand here; the backticks that some put around each call are passed over. */
function bracketsTaken(parser: LiteralParser, isBracket: (code: number) => boolean): number {
  let count = 0
  for (let code = parser.peek(); isBracket(code) || code === char.BACKTICK; code = parser.peek()) {
    if (code !== char.BACKTICK) count++
    parser.at++
  }
  return count
}

/** A string among the calls, such as a comment on them. */
function takeRemark(parser: LiteralParser): boolean {
  if (!parser.looksAt(REMARK)) return false
  parser.string()
  return true
}

function takeOperator(parser: LiteralParser): boolean {
  const code = parser.peek()
  const isOperator =
    code === char.PLUS ||
    code === char.MINUS ||
    code === char.SLASH ||
    code === char.ASTERISK ||
    code === char.AMPERSAND ||
    code === char.PIPE
  if (isOperator) parser.at++
  return isOperator
}

function readCall(parser: LiteralParser): PythonCall | undefined {
  parser.notes = 0
  const name = callName(parser)
  if (name === undefined || !parser.take(char.PAREN_OPEN)) return undefined
  const filled: Filled = { named: {}, positional: [], bare: [], depth: 0 }
  if (!readArguments(parser, filled)) return undefined
  while (parser.peek() !== char.COMMA && parser.match(AFTERTHOUGHT) !== undefined) parser.notes |= note.EXPRESSION
  const { named, positional, bare } = filled
  return { name, named, positional, bare, notes: parser.notes & ~note.NATURAL_IN_PYTHON }
}

function callName(parser: LiteralParser): string | undefined {
  const code = parser.peek()
  if (code !== char.SINGLE_QUOTE && code !== char.DOUBLE_QUOTE) return parser.name()
  parser.notes |= note.QUOTED_NAME
  return parser.string()
}

/** Fills what it is given; false, and the place of the failure, when something is no literal. */
function readArguments(parser: LiteralParser, { named, positional, bare, depth }: Filled): boolean {
  for (;;) {
    if (parser.take(char.PAREN_CLOSE)) return true
    const key = keyword(parser)
    parser.space()
    const start = parser.at
    if (key !== undefined && parser.isForbidden(key, named)) return false
    const noted = parser.notes
    parser.notes = 0
    const value = parser.match(RAW_TEXT)?.slice(2, -1) ?? readDict(parser, depth + 1) ?? parser.value()
    const isBare = (parser.notes & note.BARE_WORDS) !== 0
    const isName = isBare && (key === undefined || value === key) // `f(path)`: a signature
    parser.notes |= noted
    if (value === undefined || isName || (!parser.take(char.COMMA) && parser.peek() !== char.PAREN_CLOSE)) {
      parser.at = start
      return false
    }
    if (key === undefined) positional.push(value)
    else named[key] = value
    if (key !== undefined && isBare) bare.push(key)
  }
}

/** `dict(a=1)` is `{"a": 1}`; undefined, and nothing is consumed, if it is not only that. */
function readDict(parser: LiteralParser, depth: number): Json | undefined {
  const start = parser.at
  if (depth > MOST_DICTS || parser.match(DICT) === undefined) return undefined
  const filled: Filled = { named: {}, positional: [], bare: [], depth }
  if (readArguments(parser, filled) && filled.positional.length === 0 && filled.bare.length === 0) return filled.named
  parser.at = start
  return undefined
}

/** The name before `=`, or before a colon and a literal, else undefined and nothing is consumed. */
function keyword(parser: LiteralParser): string | undefined {
  const start = parser.at
  const key = parser.name()
  if (key !== undefined && (parser.take(char.EQUALS) || (parser.take(char.COLON) && parser.looksAt(LITERAL))))
    return key
  parser.at = start
  return undefined
}
