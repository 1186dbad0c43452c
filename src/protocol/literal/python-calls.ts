import type { Json } from '../../core/index.ts'
import * as char from '../scan/characters.ts'
import { LiteralParser } from './literal-parser.ts'

export type WrittenCall = {
  readonly name: string
  readonly named: Readonly<Record<string, Json>>
  readonly positional: readonly Json[]
  readonly notes: readonly string[]
}

const NAME = /(?:[A-Za-z_]|\\_)(?:[\w.-]|\\_)*/y

/** `f(a=1)`, `[f(a=1), g("x")]` or `(f(), g())`: the calls, or undefined if the text is anything else. */
export function readPythonCalls(text: string): readonly WrittenCall[] | undefined {
  const parser = new LiteralParser(text)
  const first = parser.peek()
  const closer = first === char.BRACKET_OPEN ? char.BRACKET_CLOSE : first === char.PAREN_OPEN ? char.PAREN_CLOSE : undefined
  if (closer !== undefined) parser.at++
  const calls = readSequence(parser, closer)
  parser.space()
  return parser.at === text.length ? calls : undefined
}

function readSequence(parser: LiteralParser, closer: number | undefined): readonly WrittenCall[] | undefined {
  const calls: WrittenCall[] = []
  for (;;) {
    const call = readCall(parser)
    if (call === undefined) return undefined
    calls.push(call)
    const more = parser.take(char.COMMA)
    if (closer === undefined ? !more : parser.take(closer)) return calls
    if (!more) return undefined
  }
}

function readCall(parser: LiteralParser): WrittenCall | undefined {
  parser.notes.clear()
  const written = parser.match(NAME)
  if (written === undefined || !parser.take(char.PAREN_OPEN)) return undefined
  const name = written.replaceAll('\\_', '_')
  if (name !== written) parser.notes.add('unescape_markdown')
  const args = readArguments(parser)
  return args && { name, ...args, notes: [...parser.notes].filter(note => !NATURAL.has(note)) }
}

/** In Python these are how one writes, not slips. */
const NATURAL = new Set(['single_quotes', 'python_literals', 'trailing_comma', 'unquoted_keys', 'comments'])

function readArguments(parser: LiteralParser): Pick<WrittenCall, 'named' | 'positional'> | undefined {
  const named: Record<string, Json> = {}
  const positional: Json[] = []
  for (;;) {
    if (parser.take(char.PAREN_CLOSE)) return { named, positional }
    const key = keyword(parser)
    if (key === '__proto__' || (key !== undefined && Object.hasOwn(named, key))) return undefined
    const value = parser.value()
    if (value === undefined) return undefined
    if (key === undefined) positional.push(value)
    else named[key] = value
    if (!parser.take(char.COMMA) && parser.peek() !== char.PAREN_CLOSE) return undefined
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
