import type { Json } from '../../core/index.ts'
import { LiteralParser } from '../literal/literal-parser.ts'
import { BARE_WORDS } from '../literal/notes.ts'
import { readPlainText } from './plain-text.ts'

const KEY = /^(["'`]?)([\w.-]+)\1\s*:(?:\s+(\S.*))?$/
const ITEM = /^-\s+(\S.*)$/
const DEEPEST = 8 // levels of indentation; nobody writes a call with more

export type IndentedLine = { readonly indent: number; readonly text: string }

export const indented = (lines: readonly string[]): readonly IndentedLine[] =>
  lines
    .filter(line => line.trim() !== '')
    .map(line => ({ indent: line.length - line.trimStart().length, text: line.trim() }))

/** A list of values, or keys with values, by indentation as in YAML. One line that is neither spoils the list. */
export function nestedLines(lines: readonly IndentedLine[], depth = 0): Json | undefined {
  const [first] = lines
  if (first === undefined || depth > DEEPEST) return undefined
  return ITEM.test(first.text) ? listIn(lines, first.indent) : objectIn(lines, { indent: first.indent, depth })
}

function listIn(lines: readonly IndentedLine[], indent: number): Json | undefined {
  const items: Json[] = []
  for (const line of lines) {
    const written = line.indent === indent ? ITEM.exec(line.text)?.[1] : undefined
    const value = written === undefined || KEY.test(written) ? undefined : scalar(written)
    if (value === undefined) return undefined
    items.push(value)
  }
  return items
}

function objectIn(
  lines: readonly IndentedLine[],
  { indent, depth }: { indent: number; depth: number },
): Json | undefined {
  const object: Record<string, Json> = {}
  for (let at = 0; at < lines.length; at++) {
    const [, , key = '', written] = lines[at]?.indent === indent ? (KEY.exec(lines[at]?.text ?? '') ?? []) : []
    if (key === '' || key === '__proto__' || Object.hasOwn(object, key)) return undefined
    const below = written === undefined ? linesBelow(lines, at) : []
    const value = written === undefined ? nestedLines(below, depth + 1) : scalar(written)
    if (value === undefined) return undefined
    object[key] = value
    at += below.length
  }
  return object
}

/** What stands further in than this line; the items of a list may stand as far in as its key. */
export function linesBelow(lines: readonly IndentedLine[], at: number): readonly IndentedLine[] {
  const outer = lines[at]?.indent ?? 0
  const isBelow = ({ indent, text }: IndentedLine): boolean => indent > outer || (indent === outer && ITEM.test(text))
  let end = at + 1
  for (let line = lines[end]; line !== undefined && isBelow(line); line = lines[end]) end++
  return lines.slice(at + 1, end)
}

/** Numbers, true, false, null and brackets are what they are; the rest is a text. */
function scalar(written: string): Json | undefined {
  const text = readPlainText(written)
  if (text === undefined || text !== written) return text
  const parser = new LiteralParser(written)
  const value = parser.readAll()
  return value === undefined || (parser.notes & BARE_WORDS) !== 0 ? written : value
}
