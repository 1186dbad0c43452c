import { worded } from '../../core/index.ts'
import type { EvidenceFinding } from '../../core/index.ts'
import { findTerm } from '../match/find-term.ts'
import { readNumber, readOrdinal, spellNumber } from '../reply/number-words.ts'
import { statementsOf } from '../reply/clauses.ts'
import { findLines, findMentions } from '../reply/places.ts'
import { claimingSentences } from '../reply/refusal.ts'
import type { Sentence } from '../reply/sentences.ts'
import { type Case, finding } from './case.ts'
import { concreteThings, namesOf } from './concrete-things.ts'
import { citedLines } from './cited-lines.ts'
import { knownTexts } from './judge-words.ts'
import { contentWords, stemOf, stemsOf } from './structural.ts'

const MAX_SENTENCES = 100
const MOST = 4

/** Names and numbers in an answer about files that stand in nothing that was read, nor in what the person wrote: they were made up. */
export async function judgeStrangers(
  sentences: readonly Sentence[],
  cited: readonly EvidenceFinding[],
  of: Case,
): Promise<readonly EvidenceFinding[]> {
  const clauses = claimingSentences(sentences.slice(0, MAX_SENTENCES)).flatMap(statementsOf)
  const claiming = clauses.filter(({ hidden }) => !OWN.test(hidden) && !DENIED.test(hidden))
  const named = claiming.flatMap(sentence => [
    ...[...namesIn(sentence), ...numbersIn(sentence), ...timesIn(sentence), ...versionsIn(sentence)].map(word => ({
      word,
      sentence,
      isSpot: false,
    })),
    ...[...spotsIn(sentence), ...concreteThings(sentence.hidden)].map(word => ({ word, sentence, isSpot: true })),
  ])
  if (named.length === 0) return []
  const quoted = await Promise.all(cited.flatMap(({ file }) => (file === undefined ? [] : [of.shelf.open(file)])))
  const texts = [...(await knownTexts(of)), ...quoted.map(file => (file.ok ? file.value.text : ''))]
  if (texts.reduce((sum, text) => sum + text.length, 0) > MOST_READ) return []
  const near = named.some(({ word }) => valueOf(word) !== undefined)
    ? numbersAround(await citedLines(cited, of))
    : new Set()
  const isKnown = (word: string): boolean => formsOf(word).some(form => texts.some(text => text.includes(form)))
  const isNowhere = (word: string): boolean =>
    !isKnown(word) && (!TIME.test(word) || texts.some(text => text.search(CLOCK) >= 0))
  return named
    .slice(0, MAX_NAMED)
    .flatMap(({ word, sentence, isSpot }) => {
      if (
        isSpot ? texts.every(text => namesOf(word).every(name => findTerm(text, name) === undefined)) : isNowhere(word)
      )
        return [
          finding(
            sentence.text,
            'quote_missing',
            `${JSON.stringify(word)} stands in none of the files that were read.`,
          ),
        ]
      const isCited =
        isGerman(sentence.hidden) &&
        quoted.some(file => file.ok && formsOf(word).some(form => file.value.text.includes(form)))
      return !isCited && !near.has(valueOf(word) ?? Number.NaN) && isApart(word, sentence, texts)
        ? [
            finding(
              sentence.text,
              'quote_missing',
              `${JSON.stringify(word)} is said of something else in what was read.`,
            ),
          ]
        : []
    })
    .slice(0, MOST)
}

/** "The columns are: date, lit, out" lists three; 0 where nothing is listed. */
function listedIn(line: string): number {
  const items = line.includes(': ') ? line.slice(line.indexOf(': ') + 2).split(/, (?:and )?/) : []
  return items.every(item => item.split(' ').length <= 3) ? items.length : 0
}

/** With how many things a line lists. */
const numbersAround = (lines: readonly string[]): ReadonlySet<number> =>
  new Set([...readKnown(lines.join('\n')).numbers, ...lines.map(listedIn)])

const SPOT = worded(
  /\b(?:under|beneath|underneath|behind|beside|inside|outside|opposite|near|next to|on top of|in front of|above|below) (?:the|an?|his|her|their|its) (?:\p{Ll}+ )?(\p{Ll}{3,})(?=\s*(?:[.,;:!)]|$))/giu,
)

/** Where things are said to be: the thing beside them stands in the files, too. */
const spotsIn = ({ hidden }: Sentence): readonly string[] => [...hidden.matchAll(SPOT)].map(match => match[1] ?? '')

/** A number that stands somewhere, but in no line that speaks of what the sentence does. */
function isApart(word: string, { text }: Sentence, texts: readonly string[]): boolean {
  const value = TIME.test(word) ? undefined : valueOf(word)
  const words = contentWords(text)
  if (value === undefined || words.length < SAYS_MUCH) return false
  const lines = texts
    .flatMap(each => linesWith(each, formsOf(word)))
    .filter(line => readKnown(line.replace(PLACED, ' ')).numbers.has(value))
  return !lines.some(line => {
    const there = stemsOf(line)
    return words.some(each => there.has(each.toLowerCase()) || there.has(stemOf(each)))
  })
}

const SAYS_MUCH = 2 // words; fewer may be said in other words than the file's

/** Each with the file's title, which says what they are about. */
function linesWith(text: string, forms: readonly string[]): readonly string[] {
  if (!forms.some(form => text.includes(form))) return []
  const [title = '', ...lines] = text.split('\n')
  return [
    title,
    ...lines.filter(line => forms.some(form => line.includes(form))).map(line => `${title.slice(0, 200)} ${line}`),
  ]
}

const MAX_NAMED = 24
const MOST_READ = 2_000_000 // characters; more would keep everybody waiting

/** A name as it is written; a number in figures and in words. */
function formsOf(word: string): readonly string[] {
  if (TIME.test(word)) return clockForms(word)
  const value = valueOf(word)
  if (value === undefined) return word.includes(' ') ? [word] : [word, word.toUpperCase(), word.toLowerCase()]
  const spelled = spellNumber(value)
  const capital = spelled === undefined ? [] : [spelled, `${spelled[0]?.toUpperCase() ?? ''}${spelled.slice(1)}`]
  return [word, String(value), grouped(value, ','), grouped(value, '.'), ...capital]
}

const grouped = (value: number, by: string): string => String(value).replace(/\B(?=(?:\d{3})+$)/g, by)

/** The one who answers speaks of himself, guesses, proposes or reckons. */
const OWN =
  /\b(?:I|we|you|your|my|could|should|would|might|may|suggest\w*|propos\w*|perhaps|maybe|probably|like|imagine|example|e\.g|instead|consider|compar\w+|similar|remind\w*|about|roughly|nearly|almost|over|than|(?:around|under)(?= (?:an? )?(?:\d|(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen|\w+ty|hundred|thousand|dozen)\b))|total|sum|altogether|together|difference|average|in all|receipts?|per ?cent)\b|%/i

const DENIED = /\b(?:not|no|never|nor|none|nobody|nothing|neither|without|nowhere|missing|absent)\b|n['’]t\b/i

/** Behind another word; or at the start, before another name. */
const NAME =
  /(?<=[\p{Ll},;]\s)(?!I\b)\p{Lu}\p{Ll}{2,}(?:['’]s)?|(?<=(?:^|[.:!?*]\s|^[-*•]\s)[*_]{0,3})\p{Lu}\p{Ll}{2,}(?=\s\p{Lu}\p{Ll}{2,})/gu
const NO_NAME =
  /^(?:Scenes?|Chapters?|Parts?|Sections?|Lines?|Evidence|Markdown|English|German|French|Spanish|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday|January|February|March|April|May|June|July|August|September|October|November|December|Yes|No|The|This|That|In|On|At|Its?|Receipt|File|Outline|Story|Compendium|Mr|Mrs|Ms|Dr|True|False|Null|Typescript|Javascript|Python|Json)$/

/** There every noun has a capital. */
const GERMAN =
  /\b(?:der|die|das|des|ist|und|oder|aber|nicht|kein|ein|eine[mnrs]?|im|am|zum|zur|vom|von|sie|er|es|wir|ihr|ihre[mnrs]?|sein|seine[mnrs]?|den|dem|mit|ohne|wird|hat|sagt|auf|steht|sich|auch|für|bei|nach|aus|wenn|als|sind|ich|zu|noch|nur|schon|jene[mnrs]?|diese[mnrs]?|doch)\b|[äöüß]/gi

/** Where none of these stands, one German word tells that it is German. */
const ENGLISH =
  /\b(?:the|of|is|are|and|to|he|she|it|has|have|had|his|her|with|that|this|they|by|from|at|on|for|a|was|were|as)\b|['’]s\b/i

const FULL_NAME = /(?<=\p{Ll}\s)\p{Lu}\p{Ll}{2,} \p{Lu}\p{Ll}{2,}/gu

/** The last part of a name of two is one with a capital, whatever other word is spelled like it. */
const lastOf = (name: string): readonly string[] => [` ${name.slice(name.indexOf(' ') + 1)}`]

const isGerman = (hidden: string): boolean => (hidden.match(GERMAN) ?? []).length > (ENGLISH.test(hidden) ? 1 : 0)

function namesIn({ hidden }: Sentence): readonly string[] {
  const said = withoutPlaces(hidden)
  const names = [...said.matchAll(NAME)].map(([name]) => name.replace(/['’]s$/, '')).filter(name => !NO_NAME.test(name))
  const whole = (said.match(FULL_NAME) ?? []).filter(name => name.split(' ').every(part => !NO_NAME.test(part)))
  return names.length > 0 && isGerman(hidden) ? [] : [...names, ...whole.flatMap(lastOf)]
}

const NUMBER =
  /(?<![\p{L}\p{N}_.-])(?:\d[\d.,]*\d|\d)(?![\p{L}\p{N}_:])|\b(?:(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|dozen)\b(?:[-\s](?:and\s)?)?){1,6}/giu
const PLACED = worded(
  /\b(?:scenes?|chapters?|sections?|parts?|acts?|lines?|items?|steps?|no\.?|number|paragraphs?|pages?|versions?)\s(?:\d[\d.]*(?:\s?(?:[-–,&]|and|to)\s?)?|(?:one|two|three|four|five|six|seven|eight|nine|ten)\b){1,4}/gi,
)
const SMALLEST = 4
/** Counted by the one who answers: how often and how many are counted again elsewhere. */
const UNIT =
  /^[\s-]{0,2}(?:\p{L}+ )?(?:words?|characters|lines?|hits?|match(?:es)?|results?|occurrences?|mentions?|times|instances?|files?|scenes?|cards?|sheets?|bullets?|bullet points?|headings?|sections?|paragraphs?|sentences?|pages?|folders?|entries|items|points|documents?|chapters?|older|younger|apart|later|earlier)\b/iu
const TIME = /^\d{1,2}[.:]\d\d$/

export const numbersIn = ({ hidden }: Sentence): readonly string[] =>
  [...withoutPlaces(hidden).replace(PLACED, ' ').matchAll(NUMBER)]
    .filter(({ 0: number, index, input }) => !UNIT.test(input.slice(index + number.trimEnd().length)))
    .map(([number]) => number.trim())
    .filter(number => !TIME.test(number) && (valueOf(number) ?? 0) >= SMALLEST)

const CLOCK = /(?<![\p{L}\p{N}.:])\d{1,2}[.:]\d\d(?![\p{L}\p{N}]|[.:]\d| ?[ap]\.?m\b)/gu
const DATED = worded(
  /\b\d{1,2}(?:st|nd|rd|th)?(?: of)? (January|February|March|April|May|June|July|August|September|October|November|December)\b|\b(January|February|March|April|May|June|July|August|September|October|November|December) \d{1,2}\b/g,
)

/** Times of the day, and the months of dates. */
const timesIn = ({ hidden }: Sentence): readonly string[] => [
  ...(withoutPlaces(hidden).match(CLOCK) ?? []),
  ...[...hidden.matchAll(DATED)].map(match => match[1] ?? match[2] ?? ''),
]

const versionsIn = ({ hidden }: Sentence): readonly string[] =>
  hidden.match(/(?<![\p{L}\p{N}.])\d{1,4}(?:\.\d{1,4}){2,3}(?![\p{L}\p{N}]|\.\d)/gu) ?? []

/** `5.04` may be 17.04. */
function clockForms(time: string): readonly string[] {
  const [hour = '', minute = ''] = time.split(/[.:]/)
  const hours = [hour, String(Number(hour) + 12), String(Number(hour) - 12)]
  return hours.flatMap(each => [`${each}.${minute}`, `${each}:${minute}`])
}

function valueOf(words: string): number | undefined {
  if (/^\d/.test(words)) return Number(words.replace(/,(?=\d{3})/g, ''))
  return readNumber(words)
}

function withoutPlaces(hidden: string): string {
  const places = [...findMentions(hidden), ...findLines(hidden)].toSorted((a, b) => a.start - b.start)
  let [kept, from] = ['', 0]
  for (const { start, end } of places) {
    kept += hidden.slice(from, Math.max(from, start))
    from = Math.max(from, end)
  }
  return kept + hidden.slice(from)
}

export type Known = { readonly words: ReadonlySet<string>; readonly numbers: ReadonlySet<number> }

export function readKnown(text: string): Known {
  const words = new Set(
    (text.toLowerCase().match(/[\p{L}\p{N}]+(?:['’]\p{L}+)?/gu) ?? []).flatMap(word => [
      word,
      word.replace(/['’]s$/, ''),
    ]),
  )
  const numbers = new Set<number>()
  for (const [digits] of text.matchAll(/\d[\d.,]*/g)) {
    for (const part of digits.split(/[.,]/)) numbers.add(Number(part))
    numbers.add(Number(digits.replace(/[.,]$/, '').replace(/[.,](?=\d{3}\b)/g, '')))
  }
  for (const [said] of text.matchAll(ORDINAL)) {
    const value = readOrdinal(said)
    if (value !== undefined) numbers.add(value)
  }
  for (const [said] of text.matchAll(SPELLED)) {
    const value = readNumber(said)
    if (value !== undefined) numbers.add(value)
  }
  return { words, numbers }
}

const ORDINAL =
  /\b(?:(?:twenty|thirty)-(?:first|second|third)|(?:(?:twenty|thirty)-)?(?:fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth|thirteenth|fourteenth|fifteenth|sixteenth|seventeenth|eighteenth|nineteenth|twentieth|thirtieth))\b/gi

const SPELLED =
  /\b(?:(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|dozen)\b(?:[-\s](?:and\s)?)?){1,6}/gi

export function isKnownNumber(word: string, numbers: ReadonlySet<number>): boolean {
  const value = valueOf(word)
  return value !== undefined && numbers.has(value)
}
