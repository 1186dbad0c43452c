import { findPassages } from '../match/find-passages.ts'
import { foldText } from '../match/fold.ts'
import type { Lines } from '../reply/places.ts'

const HEADING = /^(#{1,6})\s+(\S.*)$/

/** From a heading to the line before the next of its rank; undefined when no heading holds these words. */
export function sectionOf(text: string, name: string): Lines | undefined {
  const pattern = foldText(name.replace(/[.,:;\s]{1,8}$/, ''))
  const lines = text.split('\n')
  const headings = lines.flatMap((line, index) => {
    const match = line.startsWith('#') ? HEADING.exec(line) : null
    return match ? [{ line: index + 1, level: match[1]?.length ?? 1, title: match[2] ?? '' }] : []
  })
  const at = headings.findIndex(({ title }) => findPassages(title, pattern).next().done !== true)
  const heading = headings[at]
  if (heading === undefined) return undefined
  const next = headings.slice(at + 1).find(({ level }) => level <= heading.level)
  return [heading.line, next === undefined ? text.trimEnd().split('\n').length : next.line - 1]
}
