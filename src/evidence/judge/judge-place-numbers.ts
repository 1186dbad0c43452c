import type { EvidenceFinding } from '../../core/index.ts'
import { NEGATION } from '../reply/absence-frames.ts'
import { clausesOf } from '../reply/clauses.ts'
import { namesBarePlace, placePhrases } from '../reply/place-phrases.ts'
import { claimingSentences } from '../reply/refusal.ts'
import type { Sentence } from '../reply/sentences.ts'
import { GUESSES } from '../reply/unread-claims.ts'
import { type Case, finding } from './case.ts'
import { isKnownNumber, numbersIn, readKnown } from './judge-strangers.ts'
import { openScope } from './open-scope.ts'
import { resolveScope } from './resolve-scope.ts'

const MAX_SENTENCES = 60
const LIMITS = { files: 12, characters: 400_000 }
/** Reckoned, rounded, or said of something else than the text. */
const RECKONS =
  /\b(?:you|about|around|roughly|nearly|almost|over|under|than|total|sum|altogether|together|difference|average|in all|more|later|earlier|ago|apart|pages?|minutes to|per ?cent|old)\b|%/i

/** Most sentences hold no number, and this tells it sooner. */
const NUMERIC = /\d|four|fi[vf]|six|seven|eight|nine|ten|eleven|twel|thir|twen|hundred|thousand|dozen/i

/** How many and how often is counted again elsewhere. */
const COUNTS =
  /\b(?:words?|lines|times|hits|matches|mentions|occurrences|files|bullets|headings|sections|paragraphs|sentences|characters)\b/i

/** "Every Twelve Seconds": a number inside a title counts nothing. */
const TITLED = /(?<=\p{Lu}\p{Ll}+ )\p{Lu}\p{Ll}+(?= \p{Lu}\p{Ll}+)/gu

/** A number that is said of a place stands there, in figures or in words. */
export async function judgePlaceNumbers(sentences: readonly Sentence[], of: Case): Promise<readonly EvidenceFinding[]> {
  const findings: EvidenceFinding[] = []
  const placed = sentences
    .slice(0, MAX_SENTENCES)
    .filter(({ hidden }) => NUMERIC.test(hidden) && placePhrases(hidden).length > 0)
  const clauses = claimingSentences(placed).flatMap(clausesOf)
  for (const clause of clauses) {
    const numbers =
      placePhrases(clause.hidden).length === 0 ||
      RECKONS.test(clause.hidden) ||
      NEGATION.test(clause.hidden) ||
      COUNTS.test(clause.hidden) ||
      GUESSES.test(clause.hidden)
        ? []
        : numbersIn({ ...clause, hidden: clause.hidden.replace(TITLED, ' ') })
    const known = numbers.length === 0 ? undefined : await numbersOfPlaces(clause.hidden, of)
    const stray = known && numbers.find(number => !isKnownNumber(number, known))
    if (stray !== undefined)
      findings.push(finding(clause.text, 'quote_contradicts', `The place that is named does not say "${stray}".`))
  }
  return findings
}

/** Undefined where it is not clear which place is meant. */
async function numbersOfPlaces(hidden: string, of: Case): Promise<ReadonlySet<number> | undefined> {
  const phrases = namesBarePlace(hidden) ? [] : placePhrases(hidden)
  const scopes = await Promise.all(phrases.map(phrase => resolveScope(phrase, of.shelf)))
  const parts = scopes.flatMap(scope => scope ?? [])
  if (parts.length === 0 || scopes.some(scope => scope === undefined || scope.length === 0)) return undefined
  const pages = await openScope(parts, of, LIMITS)
  return (
    pages &&
    readKnown([...pages.map(({ path, text }) => `${path}\n${text}`), of.request.asked ?? ''].join('\n')).numbers
  )
}
