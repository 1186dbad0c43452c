import { type Answer, cite } from './cited-answer.ts'
import { linesOf } from './lines-of.ts'
import { type Quote, type QuotedLine, bestQuotes, needlesIn, isHeading, quoteLine } from './pick-quote.ts'
import type { Seen } from '../plan/seen.ts'
import { baseName, capitalise, contentWords } from '../understand/words.ts'

/** What a file says of somebody: its first words under the heading, and one line more. */
export function answerAbout(term: string, seen: readonly Seen[]): Answer | undefined {
  const words = contentWords(term)
  const lines = linesOf(seen)
  const quotes = gist(lines, words)
  const chosen = quotes.length > 0 ? quotes : bestQuotes(lines, [term, ...words], 2)
  const [first] = chosen
  const second = chosen.find(({ words: other }) => other !== first?.words)
  if (first === undefined) return undefined
  const where = second?.path === first.path ? 'It also says' : `And ${second?.path ?? ''} says`
  const also = second === undefined ? '' : ` ${where}: "${second.words}"`
  return { text: `${capitalise(term)}, according to ${first.path}: "${first.words}"${also}`, quote: first }
}

/** Only where a heading or the name of the file says that this is the place. */
function gist(lines: readonly QuotedLine[], words: readonly string[]): readonly Quote[] {
  const about = (text: string): boolean => words.length > 0 && needlesIn(text, words).length === words.length
  const start = lines.findIndex(({ text, path }) => isHeading(text) && (about(text) || about(baseName(path))))
  if (start < 0) return []
  const path = lines[start]?.path
  const below = lines.slice(start + 1).filter(line => line.path === path)
  const end = below.findIndex(({ text }) => isHeading(text))
  const body = (end < 0 ? below : below.slice(0, end)).filter(({ text }) => text.trim() !== '')
  return body.slice(0, 2).flatMap(line => firstSentence(line) ?? [])
}

function firstSentence(line: QuotedLine): Quote | undefined {
  const body = line.text.replace(/^[\s>#*+-]*/, '')
  const sentence = /^[^"“”]*?[.!?](?=\s|$)/.exec(body)?.[0] ?? body
  return quoteLine({ ...line, text: sentence }, [])
}

/** The passage that holds most of the words of the question. */
export function answerQuestion(words: readonly string[], seen: readonly Seen[]): Answer | undefined {
  const [quote, second] = bestQuotes(linesOf(seen), words, 2)
  if (quote === undefined) return undefined
  const also = second === undefined || second.words === quote.words ? '' : ` And ${cite(second)}`
  return {
    text: `The nearest that I found: ${cite(quote)}${also} I am only the demo model, so please judge yourself whether that answers it.`,
    quote,
  }
}
