import { worded } from '../../core/index.ts'
import type { EvidenceFinding } from '../../core/index.ts'
import { linesOf } from '../match/line-counter.ts'
import { readNumber } from '../reply/number-words.ts'
import { claimingSentences } from '../reply/refusal.ts'
import type { Sentence } from '../reply/sentences.ts'
import { type Case, finding } from './case.ts'
import { isKnownNumber, numbersIn, readKnown } from './judge-strangers.ts'
import { contentWords, stemOf, stemsOf } from './structural.ts'

const MAX_SENTENCES = 60
const MAX_QUOTES = 12
const NEGATED = /\b(?:not|no|never|nor|none|nobody|nothing|neither|without|hardly|cannot|nowhere)\b|n['’]t\b/i
/** The deed is denied, not somebody who does it. */
const DENIED = /\b(?:not|no|never|cannot)\b|n['’]t\b/i
const CLAUSES = /[.;:!?—–\n]+|,\s/
const LEAST = 2

/** Words that cannot both be true of the same thing. */
const OPPOSITES: readonly (readonly [string, string])[] =
  'left right|first last|before after|above below|always never|more less|more fewer|open closed|mother father|brother sister|son daughter|husband wife|alive dead|true false|north south|east west|early late|morning evening|sunrise sunset|high low|big small|old new|rich poor|hot cold|inside outside|increase decrease|add remove|allow forbid|accept reject|enable disable|maximum minimum|max min|public private|required optional|left-handed right-handed|black white|summer winter|spring autumn|upstairs downstairs|win lose|push pull|plus minus|up down|all none|shorter longer|short long|wet dry|full empty|love hate|like dislike|buy sell|arrive leave'
    .split('|')
    .flatMap(pair => {
      const [one = '', other = ''] = pair.split(' ')
      return [[one, other] as const, [other, one] as const]
    })

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
  const lines = isCounting ? await linesAround(quoting, of) : []
  const near = readKnown([...lines, of.request.asked ?? ''].join('\n')).numbers
  const far = isCounting ? readKnown((await filesAround(quoting, of)).join('\n')).numbers : near
  const shown = stemsOf(quotes.join(' '))
  return claiming.flatMap(sentence => {
    const isOfQuote = contentWords(sentence.text).filter(word => shown.has(word.toLowerCase()) || shown.has(stemOf(word))).length >= LEAST
    const known = isOfQuote ? near : new Set([...near, ...far])
    const because = opposes(sentence, { clauses, quotes }) ?? (isCounting ? miscounts(sentence, known) : undefined)
    return because === undefined ? [] : [finding(sentence.text, 'quote_contradicts', because)]
  })
}

type Said = { readonly clauses: readonly string[]; readonly quotes: readonly string[] }

function opposes({ text, hidden, quotes: own }: Sentence, { clauses, quotes }: Said): string | undefined {
  if (own.length > 0) return undefined
  const recounted = GUESSES_COUNT.test(hidden) ? undefined : countedOtherwise(hidden, quotes.join(' '))
  if (recounted !== undefined) return recounted
  const words = contentWords(text)
  if (words.length < LEAST) return undefined
  const holding = clauses.filter(clause => {
    const there = stemsOf(clause)
    return words.every(word => there.has(word.toLowerCase()) || there.has(stemOf(word)))
  })
  const isDenied = NEGATED.test(hidden)
  const stems = stemsOf(hidden)
  const denied = isDenied ? undefined : clauses.find(clause => DENIED.test(clause) && isWithin(clause, stems))
  if (denied !== undefined) return 'The quoted words say that it is not so.'
  if (holding.length > 0 && holding.every(clause => NEGATED.test(clause) !== isDenied))
    return `The quoted words say ${isDenied ? 'that it is so' : 'that it is not so'}.`
  const said = stemsOf(hidden)
  const shown = stemsOf(quotes.join(' '))
  const turned = OPPOSITES.find(
    ([one, other]) => said.has(one) && !said.has(other) && shown.has(other) && !shown.has(one) && shares(words, shown, one),
  )
  return turned && `The quoted words say "${turned[1]}", not "${turned[0]}".`
}

/** All that is denied is said here, and nothing of it is denied. */
function isWithin(clause: string, said: ReadonlySet<string>): boolean {
  const words = contentWords(clause).filter(word => !NEGATED.test(word))
  return words.length >= LEAST && words.every(word => said.has(word.toLowerCase()) || said.has(stemOf(word)))
}

const COUNTED = worded(
  /(?<![\p{L}\p{N}-])(\d[\d.,]*|(?:a )?(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|dozen)(?:[\s-](?:and )?(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|twenty|thirty|forty|fifty|sixty|hundred|thousand|dozen)\b){0,5})\s(?:\p{L}+\s)?(\p{L}{3,30})(?!\p{L})/giu,
)

/** "Three onions" where the quote has one. */
function countedOtherwise(hidden: string, quote: string): string | undefined {
  const shown = countsIn(quote)
  for (const [noun, said] of countsIn(hidden)) {
    const there = shown.get(noun)
    if (there !== undefined && [...said].every(number => !there.has(number))) return `The quoted words count "${noun}" otherwise.`
  }
  return undefined
}

const NO_NOUN =
  /^(?:I|you|he|she|it|we|they|who|that|which|of|in|on|at|is|was|has|had|and|or|to|by|with|for|are|were|be|been|have|the|an?|his|her|its|their|this|these|those|only|also|there|not|January|February|March|April|May|June|July|August|September|October|November|December)$/i

function countsIn(words: string): ReadonlyMap<string, ReadonlySet<number>> {
  const counts = new Map<string, Set<number>>()
  for (const match of words.matchAll(COUNTED)) {
    const [all, number = '', noun = ''] = match
    const middle = all.slice(number.length).trim().split(/\s+/)
    const value = /^\d/.test(number) ? Number(number.replace(/,(?=\d{3})/g, '')) : readNumber(number)
    if (value !== undefined && !NO_NOUN.test(middle[0] ?? ''))
      for (const each of [noun, ...middle].filter(word => !NO_NOUN.test(word)))
        counts.set(stemOf(each), (counts.get(stemOf(each)) ?? new Set()).add(value))
  }
  return counts
}

const shares = (words: readonly string[], shown: ReadonlySet<string>, but: string): boolean =>
  words.filter(word => word.toLowerCase() !== but && (shown.has(word.toLowerCase()) || shown.has(stemOf(word)))).length >= 1

/** The quote gives a number, and the sentence another that stands nowhere in the cited lines. */
function miscounts(sentence: Sentence, known: ReadonlySet<number>): string | undefined {
  if (RECKONS.test(sentence.hidden)) return undefined
  const other = numbersIn(sentence).find(number => !isKnownNumber(number, known))
  return other && `The quoted lines do not say "${other}".`
}

const RECKONS =
  /\b(?:I|we|you|about|around|roughly|nearly|almost|over|under|than|total|sum|altogether|together|difference|average|in all|older|younger|apart|later|earlier|ago|old|per ?cent|cards?|sheets?|outline|scenes? (?:\d|one|two|three)|entry)\b|%/i

/** Reckons, or speaks of a part or of another whole. */
const GUESSES_COUNT =
  /\b(?:I|we|you|about|around|roughly|nearly|almost|over|under|than|total|sum|altogether|together|difference|average|in all|older|younger|apart|more|another|other|of (?:the|these|those)|each|later|earlier|ago|per ?cent)\b|%/i

/** What else the cited files count; a sentence that speaks of something else than the quote may have its number from there. */
async function filesAround(quoting: readonly EvidenceFinding[], { shelf }: Case): Promise<readonly string[]> {
  const opened = await Promise.all([...new Set(quoting.flatMap(({ file }) => file ?? []))].map(path => shelf.open(path)))
  return opened.flatMap(file => (file.ok && file.value.text.length <= MOST_READ ? [file.value.text] : []))
}

const MOST_READ = 200_000 // characters; in longer files nearly every number stands somewhere

async function linesAround(quoting: readonly EvidenceFinding[], { shelf }: Case): Promise<readonly string[]> {
  const opened = await Promise.all(
    quoting.map(async ({ file, lines }) => {
      const found = file === undefined || lines === undefined ? undefined : await shelf.open(file)
      return found?.ok === true && lines !== undefined ? (linesOf(found.value.text, lines) ?? '') : ''
    }),
  )
  return [...opened, ...quoting.flatMap(({ file }) => file ?? [])]
}
