import type { EvidenceFinding } from '../../core/index.ts'
import { statementsOf } from '../reply/clauses.ts'
import { claimingSentences } from '../reply/refusal.ts'
import type { Sentence } from '../reply/sentences.ts'
import { type Case, finding } from './case.ts'
import { citedLines } from './cited-lines.ts'
import { exchangedObject } from './exchanged-objects.ts'
import { findExchanged, isSaidElsewhere, turnedRange } from './exchanged-words.ts'
import { GUESSES_COUNT, NEGATED, ONE_ITEM, filesAround } from './judge-against-quote.ts'
import { knownTexts } from './judge-words.ts'
import { createNameBook } from './name-book.ts'
import { otherName } from './other-names.ts'
import { contentWords, stemOf, stemsOf } from './structural.ts'

const MAX_SENTENCES = 60
const MAX_QUOTES = 12
const LEAST = 2
const MOST_READ = 400_000 // characters; more would keep everybody waiting

type Cited = {
  readonly quotes: readonly string[]
  readonly lines: readonly string[]
  readonly quoting: readonly EvidenceFinding[]
}

/** What tells the quote again with one word exchanged for another of its kind, or of another person. */
export async function judgeRetold(
  sentences: readonly Sentence[],
  cited: readonly EvidenceFinding[],
  of: Case,
): Promise<readonly EvidenceFinding[]> {
  const quoting = cited.filter(({ holds, claim }) => holds && /^".+"$/s.test(claim)).slice(0, MAX_QUOTES)
  if (quoting.length === 0) return []
  const quotes = quoting.map(({ claim }) => claim.slice(1, -1))
  const statements = claimingSentences(sentences.slice(0, MAX_SENTENCES))
    .flatMap(statementsOf)
    .filter(({ hidden, quotes: own }) => own.length === 0 && !NEGATED.test(hidden) && !GUESSES_COUNT.test(hidden))
  if (statements.length === 0) return []
  const told = { quotes, lines: await citedLines(quoting, of), quoting }
  return [...(await judgeExchanged(statements, told, of)), ...(await judgeNames(statements, told, of))]
}

/** Unless another line that was read says so. */
async function judgeExchanged(
  statements: readonly Sentence[],
  { quotes, lines }: Cited,
  of: Case,
): Promise<readonly EvidenceFinding[]> {
  const near = [...quotes, ...lines.filter(line => line.length <= ONE_ITEM)].join('\n')
  const exchangedIn = findExchanged(near, `${lines.join('\n')}\n${of.request.asked ?? ''}`)
  const turned = statements.flatMap(({ text, hidden }) =>
    [turnedRange(hidden, near) ?? []].flat().map(each => ({ text, each })),
  )
  const objects = statements.flatMap(({ text, hidden }) =>
    [exchangedObject(hidden, quotes) ?? []].flat().map(each => ({ text, each })),
  )
  const found = statements.flatMap(({ text, hidden }) => exchangedIn(hidden).map(each => ({ text, each })))
  const texts = found.length === 0 ? [] : await readTexts(of)
  const sure =
    texts === undefined ? [] : found.filter(({ text, each }) => !isSaidElsewhere(each.said, contentWords(text), texts))
  return [...turned, ...objects, ...sure].map(({ text, each }) =>
    finding(text, 'quote_contradicts', `The cited lines say "${each.shown}", not "${each.said}".`),
  )
}

async function judgeNames(
  statements: readonly Sentence[],
  { quotes, lines, quoting }: Cited,
  of: Case,
): Promise<readonly EvidenceFinding[]> {
  const stems = stemsOf([...quotes, ...lines.filter(line => line.length <= ONE_ITEM)].join(' '))
  const retold = statements.filter(({ text }) => /\p{Lu}\p{Ll}{2}/u.test(text) && isRetold(text, stems))
  const texts = retold.length === 0 ? undefined : await readTexts(of)
  if (texts === undefined) return []
  const files = await filesAround(quoting, of)
  const shown = [...lines, ...files.map(titleOf)].join(' ')
  const book = createNameBook(texts)
  return retold.flatMap(({ text }) => {
    const name = otherName({ statement: text, quotes, shown, files }, book)
    return name === undefined ? [] : [finding(text, 'quote_contradicts', `The cited lines do not say it of ${name}.`)]
  })
}

async function readTexts(of: Case): Promise<readonly string[] | undefined> {
  const texts = await knownTexts(of)
  return texts.reduce((sum, text) => sum + text.length, 0) > MOST_READ ? undefined : texts
}

const titleOf = (text: string): string => text.slice(0, Math.max(0, text.indexOf('\n')))

/** Most of its words are the quote's. */
function isRetold(text: string, quoted: ReadonlySet<string>): boolean {
  const plain = contentWords(text).filter(word => !/^\p{Lu}/u.test(word))
  const shared = plain.filter(word => quoted.has(word.toLowerCase()) || quoted.has(stemOf(word)))
  return shared.length >= LEAST && 2 * shared.length > plain.length
}
