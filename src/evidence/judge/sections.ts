import { findPassages } from '../match/find-passages.ts'
import { foldText } from '../match/fold.ts'
import type { Pattern } from '../match/search-folded.ts'
import type { Lines } from '../reply/places.ts'

const HEADING = /^\ufeff?(#{1,6})\s+(\S[^\r\n]*)\r?$/

const isSame = (one: Pattern, other: Pattern): boolean =>
  one.length === other.length && one.every((code, index) => code === other[index])

/**
 * From a heading to the line before the next of its rank. One that says just these words comes before others that hold
 * them; undefined when none does.
 */
export function sectionOf(text: string, name: string): Lines | undefined {
  const pattern = foldText(name.replace(/[.,:;\s]{1,8}$/, ''))
  const lines = text.split('\n')
  const headings = lines.flatMap((line, index) => {
    const match = /^\ufeff?#/.test(line) ? HEADING.exec(line) : null
    return match ? [{ line: index + 1, level: match[1]?.length ?? 1, title: match[2] ?? '' }] : []
  })
  const exact = headings.findIndex(({ title }) => isSame(foldText(title), pattern))
  const at = exact < 0 ? headings.findIndex(({ title }) => findPassages(title, pattern).next().done !== true) : exact
  const heading = headings[at]
  if (heading === undefined) return undefined
  const next = headings.slice(at + 1).find(({ level }) => level <= heading.level)
  return [heading.line, next === undefined ? text.trimEnd().split('\n').length : next.line - 1]
}
