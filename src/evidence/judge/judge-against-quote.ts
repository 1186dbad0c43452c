import type { EvidenceFinding } from '../../core/index.ts'
import { statementsOf } from '../reply/clauses.ts'
import { claimingSentences } from '../reply/refusal.ts'
import type { Sentence } from '../reply/sentences.ts'
import { type Case, finding } from './case.ts'
import { citedLines } from './cited-lines.ts'
import { isKnownNumber, numbersIn, readKnown } from './judge-strangers.ts'
import { findOpposites, findTurnedPair } from './opposites.ts'
import { type Slot, findOtherwise, mayCount, slotsIn } from './slots.ts'
import { contentWords, stemOf, stemsOf } from './structural.ts'

const MAX_SENTENCES = 60
const MAX_QUOTES = 12
export const NEGATED: RegExp =
  /\b(?:not|no|never|nor|none|nobody|nothing|neither|without|hardly|cannot|nowhere)\b|n['’]t\b/i
/** The deed is denied, not somebody who does it. */
const DENIED = /\b(?:not|no|never|cannot)\b|n['’]t\b/i
const CLAUSES = /[.;:!?—–\n]+|,\s/
const LEAST = 2
export const ONE_ITEM = 160 // characters; longer lines speak of more than one thing

/** A sentence that says the opposite of what the line quotes for it. */
export async function judgeAgainstQuote(
  sentences: readonly Sentence[],
  cited: readonly EvidenceFinding[],
  of: Case,
): Promise<readonly EvidenceFinding[]> {
  const quoting = cited.filter(({ holds, claim }) => holds && /^".+"$/s.test(claim)).slice(0, MAX_QUOTES)
  const quotes = quoting.map(({ claim }) => claim.slice(1, -1))
  if (quotes.length === 0) return []
  const clauses = quotes.flatMap(quote => quote.split(CLAUSES)).filter(clause => clause.trim() !== '')
  const { numbers } = readKnown(quotes.join('\n'))
  const claiming = claimingSentences(sentences.slice(0, MAX_SENTENCES))
  const isCounting = numbers.size > 0 && claiming.some(sentence => numbersIn(sentence).length > 0)
  const lines = await citedLines(quoting, of)
  const slots = claiming.some(({ hidden }) => mayCount(hidden)) ? slotsIn(lines.join('\n')) : []
  const near = isCounting ? readKnown([...lines, of.request.asked ?? ''].join('\n')).numbers : NO_NUMBERS
  const far = isCounting ? readKnown((await filesAround(quoting, of)).join('\n')).numbers : near
  const shown = stemsOf(quotes.join(' '))
  const turnedIn = stemsOf([...quotes, ...lines.filter(line => line.length <= ONE_ITEM)].join(' '))
  const isOtherwise = claiming.some(sentence => countsOtherwise(sentence, slots) !== undefined)
  const elsewhere = isOtherwise ? slotsIn((await filesAround(quoting, of)).join('\n')) : []
  return claiming.flatMap(sentence => {
    const isOfQuote =
      contentWords(sentence.text).filter(word => shown.has(word.toLowerCase()) || shown.has(stemOf(word))).length >=
      LEAST
    const known = { near, far: new Set([...near, ...far]), shown, isOfQuote }
    const because =
      countsOtherwise(sentence, slots, elsewhere) ??
      statementsOf(sentence)
        .map(statement => opposes(statement, { clauses, shown: turnedIn }))
        .find(each => each !== undefined) ??
      (isCounting ? miscounts(sentence, known) : undefined)
    return because === undefined ? [] : [finding(sentence.text, 'quote_contradicts', because)]
  })
}

const NO_NUMBERS: ReadonlySet<number> = new Set()

/** Unless the file says so of the same word in another line. */
function countsOtherwise(
  sentence: Sentence,
  shown: readonly Slot[],
  elsewhere: readonly Slot[] = [],
): string | undefined {
  for (const { hidden } of shown.length === 0 ? [] : statementsOf(sentence)) {
    const said = GUESSES_COUNT.test(hidden) ? [] : slotsIn(withoutScene(hidden))
    const other = findOtherwise(said, shown)
    const isCount = said.some(({ kind, value }) => kind === 'count' && value === other?.value)
    const isSaid =
      isCount &&
      elsewhere.some(
        ({ kind, value, behind }) => kind === 'count' && value === other?.value && behind[0] === other.word,
      )
    if (other !== undefined && !isSaid) return `The cited lines do not say "${other.value}" of "${other.word}".`
  }
  return undefined
}

/** A scene by its number is a name. */
const withoutScene = (hidden: string): string =>
  hidden.replace(/\b(?:scene|chapter|line|part|section|act) (?:\d+|\p{L}+)\b/giu, 'scene')

type Shown = { readonly clauses: readonly string[]; readonly shown: ReadonlySet<string> }

function opposes({ text, hidden, quotes: own }: Sentence, { clauses, shown }: Shown): string | undefined {
  if (own.length > 0) return undefined
  const words = contentWords(text)
  if (words.length < LEAST) return undefined
  const holding = clauses.filter(clause => {
    const there = stemsOf(clause)
    return words.every(word => there.has(word.toLowerCase()) || there.has(stemOf(word)))
  })
  const isDenied = NEGATED.test(hidden)
  const stems = stemsOf(hidden)
  const instead = otherThan(text, clauses)
  if (instead !== undefined) return `The quoted words say "${instead}".`
  const denied = isDenied ? undefined : clauses.find(clause => DENIED.test(clause) && isWithin(clause, stems))
  if (denied !== undefined) return 'The quoted words say that it is not so.'
  if (
    holding.length > 0 &&
    holding.every(clause => DENIED.test(clause) !== isDenied && (isDenied || NEGATED.test(clause)))
  )
    return `The quoted words say ${isDenied ? 'that it is so' : 'that it is not so'}.`
  const none = isDenied
    ? undefined
    : clauses.flatMap(clause => NO_SUCH.exec(clause)?.[1] ?? []).find(noun => saysThereIs(noun, hidden))
  if (none !== undefined) return `The quoted words say "no ${none}".`
  const lacking = lackedIn(hidden)
  if (lacking !== undefined && clauses.some(clause => !NEGATED.test(clause) && hasIt(clause, lacking)))
    return `The quoted words say that there is "${lacking}".`
  const flat = deniedAfter(hidden)
  if (flat.length >= LEAST && clauses.some(clause => !NEGATED.test(clause) && holdsAll(flat, stemsOf(clause))))
    return 'The quoted words say that it is so.'
  const turned = OF_SOME.test(hidden)
    ? undefined
    : (findOpposites(stems, shown).find(each => shares(words, shown, each.said) && !isDeniedIn(hidden, each.said)) ??
      (isDenied ? undefined : findTurnedPair(hidden, clauses.join('. '))))
  return turned && `The quoted words say "${turned.shown}", not "${turned.said}".`
}

/** "Needn't be brave": the opposite is denied, so it is not said. */
const isDeniedIn = (hidden: string, stem: string): boolean =>
  new RegExp(`(?:\\b(?:not|no|never|nor|without|hardly|cannot)\\b|n['’]t\\b)[^.,;:!?]{0,24}\\b${stem}`, 'i').test(
    hidden,
  )

/** Of the rest the opposite may be true. */
const OF_SOME = /\b(?:of (?:them|these|those)|some|others|the (?:rest|other)|remaining|partly|half)\b/i

const NOT_THIS = /^(?:and |but )?not (?:\p{Ll}+ )?(?<other>\p{Lu}\p{L}+)\W*$/u

/** "From Anneke, not from Bibi": who names the second and not the first says what is denied. */
function otherThan(text: string, clauses: readonly string[]): string | undefined {
  for (const [index, clause] of clauses.entries()) {
    const other = NOT_THIS.exec(clause.trim())?.groups?.['other']
    const meant = other === undefined ? undefined : /\p{Lu}\p{L}+(?=\W*$)/u.exec(clauses[index - 1] ?? '')?.[0]
    if (other !== undefined && meant !== undefined && text.includes(other) && !text.includes(meant))
      return `${meant}, not ${other}`
  }
  return undefined
}

/** A noun at the end of its phrase: "a wage", not "the wage question". */
const saysThereIs = (noun: string, hidden: string): boolean =>
  new RegExp(`\\b(?:an?|his|her|their|some) ${noun}\\b(?! \\p{L}|-)`, 'u').test(hidden)

const LACKS =
  /\b(?:has|have|had|got|owns?|with|is|are|was|were) no (\p{Ll}{3,})(?=\s*(?:[.,;:!]|$|\b(?:in|on|at|for|and|or)\b))|\bwithout (?:an? |any )?(\p{Ll}{3,})(?=\s*(?:[.,;:!]|$))/u

/** "He has no satellite" */
const lackedIn = (hidden: string): string | undefined => {
  const [, none, without] = LACKS.exec(hidden) ?? []
  return none ?? without
}

/** "He's got satellite" */
const hasIt = (clause: string, noun: string): boolean =>
  new RegExp(
    `(?:\\b(?:has|have|had|got|owns?)|\\bthere(?: is| are|['’]s))(?: (?:an?|the|some|his|her))?(?: \\p{L}+)? ${noun}\\b`,
    'iu',
  ).test(clause)

const NO_SUCH = /\bno (\p{Ll}{3,})\b/u

const holdsAll = (words: readonly string[], there: ReadonlySet<string>): boolean =>
  words.every(word => there.has(word.toLowerCase()) || there.has(stemOf(word)))

/** What a plain "never" or "not" denies. */
const deniedAfter = (hidden: string): readonly string[] =>
  contentWords(
    /\b(?:never|does not|doesn['’]t|did not|didn['’]t)\s(?!only|just)([^,;:]{4,80})/i.exec(hidden)?.[1] ?? '',
  )

/** Words of time and reason, which belong to no side. */
const BINDS = /^(?:since|until|while|because|then|than|when|though|very|ever|even)$/i

/** All that is denied is said here, and nothing of it is denied. */
function isWithin(clause: string, said: ReadonlySet<string>): boolean {
  const words = [
    ...contentWords(clause).filter(word => !NEGATED.test(word) && !BINDS.test(word)),
    ...(clause.match(/\b\d{2,}\b/g) ?? []),
  ]
  return words.length >= LEAST && words.every(word => said.has(word.toLowerCase()) || said.has(stemOf(word)))
}

const shares = (words: readonly string[], shown: ReadonlySet<string>, but: string): boolean =>
  words.filter(
    word =>
      word.toLowerCase() !== but && stemOf(word) !== but && (shown.has(word.toLowerCase()) || shown.has(stemOf(word))),
  ).length >= 1

type Numbers = {
  readonly near: ReadonlySet<number>
  readonly far: ReadonlySet<number>
  readonly shown: ReadonlySet<string>
  readonly isOfQuote: boolean
}

/** The quote gives a number, and the sentence another that stands nowhere in the cited lines; of things that the quote does not name, nowhere in the file. */
function miscounts(sentence: Sentence, { near, far, shown, isOfQuote }: Numbers): string | undefined {
  if (RECKONS.test(sentence.hidden)) return undefined
  const slots = slotsIn(sentence.hidden)
  const isOfOther = (number: string): boolean => {
    const behind = slots.find(({ value }) => isKnownNumber(number, new Set([Number(value)])))?.behind ?? []
    return behind.length > 0 && !behind.some(word => shown.has(word))
  }
  const other = numbersIn(sentence).find(number => !isKnownNumber(number, isOfQuote && !isOfOther(number) ? near : far))
  return other && `The quoted lines do not say "${other}".`
}

const RECKONS =
  /\b(?:I|we|you|about|around|roughly|nearly|almost|over|under|than|total|sum|altogether|together|difference|average|in all|older|younger|apart|later|earlier|ago|old|per ?cent|cards?|sheets?|outline|scenes? (?:\d|one|two|three)|entry)\b|%/i

/** Reckons, or speaks of a part or of another whole. */
export const GUESSES_COUNT: RegExp =
  /\b(?:I|we|you|about|around|roughly|nearly|almost|over|under|than|total|sum|altogether|together|difference|average|in all|older|younger|apart|more|another|other|(?:\d|one|two|three|four|five|six|seven|eight|nine|ten|some|most|many|half|part|few|any|all|both) of (?:the|these|those)|each|later|earlier|ago|per ?cent)\b|%/i

/** What else the cited files count; a sentence that speaks of something else than the quote may have its number from there. */
export async function filesAround(quoting: readonly EvidenceFinding[], { shelf }: Case): Promise<readonly string[]> {
  const opened = await Promise.all(
    [...new Set(quoting.flatMap(({ file }) => file ?? []))].map(path => shelf.open(path)),
  )
  return opened.flatMap(file => (file.ok && file.value.text.length <= MOST_READ ? [file.value.text] : []))
}

const MOST_READ = 200_000 // characters; in longer files nearly every number stands somewhere
