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
  let depth = 0
  for (;;) {
    while (parser.take(char.BRACKET_OPEN) || parser.take(char.PAREN_OPEN)) depth++
    const call = readCall(parser)
    if (call === undefined) return calls.length > 0 && leavesCall(parser) ? calls.map(withNote('dependent_call_left')) : undefined
    calls.push(call)
    while (parser.take(char.BRACKET_CLOSE) || parser.take(char.PAREN_CLOSE)) depth--
    if (parser.take(char.COMMA)) continue
    parser.space()
    if (parser.at < text.length) return undefined
    if (depth === 0) return calls
    return brackets === 'stray' ? calls.map(withNote('stray_brackets')) : undefined
  }
}

const withNote =
  (note: string) =>
  (call: WrittenCall): WrittenCall => ({ ...call, notes: [...call.notes, note] })

/** Did reading stop inside a call whose argument is itself a call? */
const leavesCall = (parser: LiteralParser): boolean => /^[\w.-]*\(/.test(parser.text.slice(parser.at, parser.at + 80))

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
