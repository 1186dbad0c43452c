import { type Answer, cite } from './cited-answer.ts'
import { linesOf } from './lines-of.ts'
import { type QuotedLine, bestQuotes, isHeading, quoteLine } from './pick-quote.ts'
import type { Seen } from '../plan/seen.ts'
import type { Wish } from '../understand/wish.ts'
import { contentWords, joinNames } from '../understand/words.ts'

/** What stands in one file: about a topic, how long it is, or how it begins. */
export function answerFile(
  { file, topic, measure }: Extract<Wish, { kind: 'read' }>,
  seen: readonly Seen[],
): Answer | undefined {
  const read = seen.filter(({ call, found }) => call?.role === 'read' && found.failure === undefined)
  const lines = linesOf(read)
  const path = lines[0]?.path
  if (path === undefined) return undefined
  const isPart = read.some(({ found }) => found.more)
  if (measure !== undefined)
    return { text: `${path} has ${lengthOf(lines)}${isPart ? ' in the part that I was shown' : ''}.` }
  if (topic === undefined) return overview(path, lines)
  const quotes = bestQuotes(lines, [topic, ...contentWords(topic)], 2)
  const [quote, second] = quotes
  const scope = isPart ? `the ${lines.length} lines that I was shown` : `all ${lines.length} lines`
  if (quote === undefined) return { text: `${file} says nothing about "${topic}"; I looked at ${scope} of ${path}.` }
  const also = second === undefined ? '' : `\n\nFurther, ${cite(second)}`
  return { text: `About "${topic}", ${cite(quote)}${also}`, quote }
}

function lengthOf(lines: readonly QuotedLine[]): string {
  const words = lines.reduce((sum, { text }) => sum + (text.match(/\S+/g)?.length ?? 0), 0)
  return `${words} words in ${lines.length} lines`
}

function overview(path: string, lines: readonly QuotedLine[]): Answer {
  const headings = lines.filter(({ text }) => isHeading(text)).map(({ text }) => text.replace(/^#+\s*/, ''))
  const body = lines.filter(({ text }) => text.trim() !== '' && !isHeading(text))
  const quotes = body.flatMap(line => quoteLine(line, []) ?? [])
  const [first, last] = [quotes[0], quotes.at(-1)]
  const titled = headings.length === 0 ? '' : ` Headings: ${joinNames(headings, 8)}.`
  if (first === undefined || last === undefined) return { text: `${path} has ${lengthOf(lines)}.${titled}` }
  const ends = last.line === first.line ? '' : ` Near the end, line ${last.line} says: "${last.words}"`
  return { text: `${path} has ${lengthOf(lines)}.${titled} Near the beginning, ${cite(first)}${ends}`, quote: first }
}
