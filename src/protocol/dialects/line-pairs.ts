import { indented, linesBelow, nestedLines } from './nested-lines.ts'
import { readPlainText } from './plain-text.ts'

const PAIR = /^[-*>\s]{0,24}(?:\d{1,2}[.)]\s+)?["'`]?([\w.-]+)["'`*]{0,3}\s*[:=]\**\s*(\S.*)$/
const BLOCK = /^\|([-+]?)$/ // YAML's text over several lines
const KEY_ALONE = /^[-*>\s]{0,24}(?:\d{1,2}[.)]\s+)?["'`]?([\w.-]+)["'`*]{0,3}\s*:\**\s*$/

const MOST_NESTED = 100 // lines of one value

/** A key and its value on each line. One line that is no pair makes all of them doubtful. */
export function pairLines(lines: readonly string[]): ReadonlyMap<string, string> | undefined {
  const texts = new Map<string, string>()
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? ''
    if (line.trim() === '') continue
    const nested = nestedBelow(lines, at)
    if (nested !== undefined) {
      if (texts.has(nested.key)) return undefined
      texts.set(nested.key, nested.json)
      at = nested.last
      continue
    }
    const [, key = '', written = ''] = PAIR.exec(line) ?? []
    const ending = BLOCK.exec(written.trim())?.[1]
    const block = ending === undefined ? undefined : textBelow(lines, at)
    const text = block === undefined ? readPlainText(written.trim()) : withEnding(block.text, ending)
    if (key === '' || text === undefined || texts.has(key)) return undefined
    texts.set(key, text)
    at = block?.last ?? at
  }
  return texts
}

/** A key alone on its line, and a list or an object in the lines below it: as JSON, since the others are texts, too. */
function nestedBelow(
  lines: readonly string[],
  at: number,
): { readonly key: string; readonly json: string; readonly last: number } | undefined {
  const [, key = ''] = KEY_ALONE.exec(lines[at] ?? '') ?? []
  if (key === '') return undefined
  const blank = lines.slice(at, at + 1 + MOST_NESTED).findIndex(line => line.trim() === '')
  const below = linesBelow(indented(lines.slice(at, at + (blank < 0 ? 1 + MOST_NESTED : blank))), 0)
  const value = below.length === MOST_NESTED ? undefined : nestedLines(below)
  return value === undefined ? undefined : { key, json: JSON.stringify(value), last: at + below.length }
}

/** The lines that stand further in than the one at this place, without what they share. */
function textBelow(lines: readonly string[], at: number): { readonly text: string; readonly last: number } | undefined {
  const outer = indentOf(lines[at] ?? '')
  const inner = indentOf(lines[at + 1] ?? '')
  if (inner <= outer) return undefined
  let last = at
  while (last + 1 < lines.length && (lines[last + 1]?.trim() === '' || indentOf(lines[last + 1] ?? '') >= inner)) last++
  const text = lines.slice(at + 1, last + 1).map(line => line.slice(inner))
  return { text: text.join('\n'), last }
}

/** As YAML has it: `|` keeps one break at the end, `|-` none and `|+` all. */
function withEnding(text: string, ending: string | undefined): string {
  const end = text.indexOf('\n', text.trimEnd().length)
  const kept = end < 0 ? text : text.slice(0, end)
  if (ending === '+' && end >= 0) return text
  return ending === '-' ? kept : `${kept}\n`
}

const indentOf = (line: string): number => line.length - line.trimStart().length
