import { readOrdinal } from '../reply/number-words.ts'
import { findPassages } from './find-passages.ts'
import { foldText } from './fold.ts'
import { countLines } from './line-counter.ts'

/** Names that are also common words count only with a capital. */
const COMMON_NAMES =
  /^(?:May|Will|Mark|Bill|Rose|Hope|Grace|Faith|Joy|June|April|August|March|Jack|Rob|Sue|Pat|Art|Dawn|Iris|Ivy|Guy|Chip)$/

const MONTH = '(?:January|February|March|April|May|June|July|August|September|October|November|December)'
const DAY_FIRST = new RegExp(`^(?:the )?(\\d{1,2}|[a-z-]+)(?:st|nd|rd|th)?(?: of)? (${MONTH})$`, 'i')
const MONTH_FIRST = new RegExp(`^(${MONTH}) (?:the )?(\\d{1,2}|[a-z-]+)(?:st|nd|rd|th)?$`, 'i')

/** "The eleventh of February" is 11 February, too. */
function datesOf(words: string): readonly string[] {
  const [, before, month] = DAY_FIRST.exec(words) ?? []
  const [, other, after] = MONTH_FIRST.exec(words) ?? []
  const day = before ?? after ?? ''
  const number = /^\d/.test(day) ? Number(day) : (readOrdinal(day) ?? readOrdinal(`${day}th`))
  const name = month ?? other
  return number === undefined || name === undefined
    ? []
    : [`${number} ${name}`, `${name} ${number}`, `${number} of ${name}`]
}

/** The forms in which a word may stand: one or many. */
function formsOf(words: string): readonly string[] {
  const forms = [words, `${words}s`, `${words}es`, ...datesOf(words)]
  if (/[^s]s$/i.test(words)) forms.push(words.slice(0, -1))
  if (/(?:s|x|z|ch|sh)es$/i.test(words)) forms.push(words.slice(0, -2))
  if (/ies$/i.test(words)) forms.push(`${words.slice(0, -3)}y`)
  if (/[^aeiou]y$/i.test(words)) forms.push(`${words.slice(0, -1)}ies`)
  return forms
}

/** The first line in which the words stand as words, in either number; undefined when none does. */
export function findTerm(text: string, words: string): number | undefined {
  const isName = COMMON_NAMES.test(words.trim())
  let first = Number.POSITIVE_INFINITY
  for (const form of formsOf(words.trim())) {
    for (const [start] of findPassages(text, foldText(form))) {
      if (start >= first) break
      if (isName && !/\p{Lu}/u.test(text[start] ?? '')) continue
      first = start
      break
    }
  }
  return Number.isFinite(first) ? countLines(text)(first) : undefined
}

/** How often the words stand in a text: in either number, exactly so, and in how many lines. */
export function countTerm(
  text: string,
  words: string,
): { readonly times: number; readonly exact: number; readonly lines: number } {
  const starts = new Set<number>()
  let exact = 0
  for (const [index, form] of formsOf(words.trim()).entries()) {
    for (const [start] of findPassages(text, foldText(form))) {
      starts.add(start)
      if (index === 0) exact++
    }
  }
  const lineAt = countLines(text)
  const lines = new Set([...starts].toSorted((a, b) => a - b).map(lineAt))
  return { times: starts.size, exact, lines: lines.size }
}
