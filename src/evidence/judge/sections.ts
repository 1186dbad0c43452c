import { findPassages } from '../match/find-passages.ts'
import { foldText } from '../match/fold.ts'
import type { Lines } from '../reply/places.ts'

type Heading = { readonly line: number; readonly level: number; readonly title: string }

const HEADING = /^(#{1,6})\s+(\S.*)$/

export function headingsOf(text: string): readonly Heading[] {
  return text.split('\n').flatMap((line, index) => {
    const match = line.startsWith('#') ? HEADING.exec(line) : null
    return match ? [{ line: index + 1, level: match[1]?.length ?? 1, title: match[2] ?? '' }] : []
  })
}

/** From a heading to the line before the next of its rank; undefined when no heading holds these words. */
export function sectionOf(text: string, name: string): Lines | undefined {
  const pattern = foldText(name.replace(/[.,:;\s]{1,8}$/, ''))
  const headings = headingsOf(text)
  const at = headings.findIndex(({ title }) => findPassages(title, pattern).next().done !== true)
  const heading = headings[at]
  if (heading === undefined) return undefined
  const next = headings.slice(at + 1).find(({ level }) => level <= heading.level)
  return [heading.line, next === undefined ? text.trimEnd().split('\n').length : next.line - 1]
}

/** The lines of the paragraph with this number, with headings counted and without. */
export function paragraphsOf(text: string, number: number): readonly Lines[] {
  const blocks: { first: number; last: number; isHeading: boolean }[] = []
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue
    const last = blocks.at(-1)
    if (last?.last === index) last.last = index + 1
    else blocks.push({ first: index + 1, last: index + 1, isHeading: HEADING.test(line) })
  }
  const either = [blocks[number - 1], blocks.filter(({ isHeading }) => !isHeading)[number - 1]]
  return either.flatMap(block => (block === undefined ? [] : [[block.first, block.last] as const]))
}
