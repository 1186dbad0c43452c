import { LiteralParser } from '../literal/literal-parser.ts'
import { isPlaceholder } from './placeholder.ts'

const PAIR = /^[-*>\s]{0,24}["'`]?([\w.-]+)["'`*]{0,3}\s*[:=]\**\s*(\S.*)$/
const BLOCK = /^\|([-+]?)$/ // YAML's text over several lines
const FOLDED = /^>[-+]?$/
const TYPE = /^(?:string|str|integer|int|number|float|bool|boolean|array|list|object)\b.*$/i

/** A key and its value on each line. Every line must be a pair: where one is not, nobody knows what the others are. */
export function pairLines(lines: readonly string[]): ReadonlyMap<string, string> | undefined {
  const texts = new Map<string, string>()
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? ''
    if (line.trim() === '') continue
    const [, key = '', written = ''] = PAIR.exec(line) ?? []
    const ending = BLOCK.exec(written.trim())?.[1]
    const block = ending === undefined ? undefined : textBelow(lines, at)
    const text = block === undefined ? plainText(written.trim()) : `${block.text}${ending === '-' ? '' : '\n'}`
    if (key === '' || text === undefined || texts.has(key)) return undefined
    texts.set(key, text)
    at = block?.last ?? at
  }
  return texts
}

/** The lines that stand further in than the one at this place, without what they share. */
function textBelow(lines: readonly string[], at: number): { readonly text: string; readonly last: number } | undefined {
  const outer = indentOf(lines[at] ?? '')
  const inner = indentOf(lines[at + 1] ?? '')
  if (inner <= outer) return undefined
  let last = at
  while (last + 1 < lines.length && (lines[last + 1]?.trim() === '' || indentOf(lines[last + 1] ?? '') >= inner)) last++
  const text = lines.slice(at + 1, last + 1).map(line => line.slice(inner))
  return { text: text.join('\n').trimEnd(), last }
}

const indentOf = (line: string): number => line.length - line.trimStart().length

/** In quotes or without; what only describes a value is none. */
export function plainText(written: string): string | undefined {
  if (isPlaceholder(written) || FOLDED.test(written) || BLOCK.test(written) || TYPE.test(written)) return undefined
  const isQuoted = /^["'`]/.test(written)
  if (!isQuoted) return written
  if (written.startsWith('`')) return /^`[^`]+`$/.test(written) ? written.slice(1, -1) : undefined
  const value = new LiteralParser(written).readAll()
  return typeof value === 'string' ? value : undefined
}
