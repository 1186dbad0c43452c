import { likely } from '../../core/index.ts'
import { readTerms } from './absence-claims.ts'
import { readNumber } from './number-words.ts'
import { PLACE_PHRASE, placePhrases } from './place-phrases.ts'
import { findMentions } from './places.ts'
import type { Sentence } from './sentences.ts'

/** A sentence that says how often something stands in a place, in how many places it stands, or how many parts a place has. */
export type CountClaim = {
  readonly claim: string
  readonly kind: 'times' | 'places' | 'parts'
  /** Infinity: all of them. */
  readonly number: number
  /** What is counted; undefined for parts. */
  readonly term: string | undefined
  /** The parts or places that are counted: `scenes`, `lines`. */
  readonly noun: string | undefined
  readonly scope: string | undefined
}

const NUMBER =
  '(?<number>\\d{1,3}(?:,\\d{3})+|\\d{1,7}|(?:a )?(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred)(?:(?:-| and | )(?:one|two|three|four|five|six|seven|eight|nine|hundred|ten|eleven|twelve|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety))?)'
const TIMES = `(?:exactly |only |just |precisely )?(?:${NUMBER} times|(?<word>once|twice|thrice))`
const STANDS =
  '(?:(?:is|are|was|were|gets) (?:mentioned|named|used|referenced|referred to|found|brought up|cited)|appears?|occurs?|comes? up|shows? up|stands?|turns? up)(?: by name)?'
const SAYS = '(?:mentions?|names?|uses?|contains?|has|have|includes?|references?|refers? to|speaks? of|says?|features?)'
const PLACES =
  '(?<noun>(?:characters? |locations? |lore |scene )?(?:scenes|files|chapters|cards|sheets|documents|notes|profiles|entries|pages))'
const PARTS =
  '(?<noun>(?:characters? |locations? |lore |scene )?(?:scenes|files|chapters|cards|sheets|documents|profiles)|headings|sections|lines|words|bullets|bullet points)'
const MANY = `(?:${NUMBER}(?: of the)?|(?<every>all(?: of the)?(?: (?:two|three|four|five|six|seven|eight|nine|ten|\\d{1,4}))?|both))`
const IN = '(?:in|across|throughout|within)'

type Reading = { readonly kind: CountClaim['kind']; readonly wording: RegExp }
const reading = (kind: CountClaim['kind'], wording: string): Reading => ({ kind, wording: new RegExp(wording, 'i') })

const READINGS: readonly Reading[] = [
  reading('times', `(?<term>[^,;:]{1,60}?)\\s${STANDS} ${TIMES},? ${IN} (?<scope>[^,;:]{2,80})`),
  reading('times', `(?<term>[^,;:]{1,60}?)\\s${STANDS} ${IN} (?<scope>[^,;:]{2,60}?) ${TIMES}`),
  reading('times', `${IN} (?<scope>[^,;:]{2,60}?),? (?<term>[^,;:]{1,60}?)\\s${STANDS} ${TIMES}`),
  reading('times', `(?<scope>[^,;:]{2,80}?)\\s${SAYS} (?<term>[^,;:]{1,60}?) ${TIMES}(?=[\\s.,;:!]|$)`),
  reading(
    'times',
    `${NUMBER} (?:mentions?|occurrences?|instances?|references?|appearances?) (?:of|to) (?<term>[^,;:]{1,60}?) ${IN} (?<scope>[^,;:]{2,80})`,
  ),
  reading('places', `\\b${MANY} ${PLACES} ${SAYS} (?<term>[^,;:]{1,60})`),
  reading(
    'places',
    `\\b(?<every>every|each) (?<noun>scene|file|chapter|card|sheet|document|note)\\s${SAYS} (?<term>[^,;:]{1,60})`,
  ),
  reading('places', `\\b${NUMBER} ${PLACES} (?:that|which) ${SAYS} (?<term>[^,;:]{1,60})`),
  reading('places', `(?<term>[^,;:]{1,60}?)\\s${STANDS} ${IN} (?:only |just |exactly )?${MANY}(?: the)? ${PLACES}`),
  reading(
    'parts',
    `\\bthere (?:is|are|were) (?:exactly |only |just )?${NUMBER} ${PARTS}(?! (?:that|which|in which|where|with|about|of|long))(?: ${IN} (?<scope>[^,;:]{2,60}))?`,
  ),
  reading(
    'parts',
    `(?<scope>[^,;:]{2,60}?)\\s(?:have|list|contain|include|hold|comprise|consists of|runs to|is divided into|[a-z]{2,11}s) (?:exactly |only |just )?${NUMBER} ${PARTS}(?! (?:that|which|in which|where|with|about|of))(?: ${IN} (?<where>[^,;:]{2,60}))?`,
  ),
]
const likelyReadings = likely(READINGS, ({ wording }) => wording)

const ROUGHLY =
  /\b(?:about|around|roughly|approximately|at (?:least|most)|more than|over|under|fewer than|less than|nearly|almost|up to|some|another|other|next|first|last|if|would|could|should|not|n['’]t|even|ever|so much as|(?:none|neither|not one|some|most|few|half) of(?: the| these| those| your)?)\s(?:all )?$/i
const GUESSED = /\?\s*$|\b(?:if|unless|suppose|imagine|would|could|should|might|will|may|want|plan)\b/i

const MAY_COUNT =
  /\b(?:times|once|twice|thrice|mentions?|occurrences?|instances?|references?|appearances?|scenes?|files?|chapters?|cards?|sheets?|documents?|notes?|profiles?|entries|pages|headings|sections|lines|words|bullets?)\b/i
const LONGEST = 400 // characters; who counts says so in a short sentence

export function findCounts(sentences: readonly Sentence[]): readonly CountClaim[] {
  return sentences.flatMap(sentence =>
    sentence.hidden.length > LONGEST || !MAY_COUNT.test(sentence.hidden) || GUESSED.test(sentence.hidden)
      ? []
      : countsIn(sentence),
  )
}

const ALSO = new RegExp(
  `(?:,|;|\\band\\b|\\bwhile\\b)\\s(?:and )?(?<scope>${PLACE_PHRASE})(?: [a-z]{2,8})? (?:only |just )?${NUMBER}(?=\\s*(?:[.,;!]|$))`,
  'u',
)

/** "Scene 2 has 43 lines, scene 3 has 51": the second of its kind leaves the noun out. */
function countsIn(sentence: Sentence): readonly CountClaim[] {
  const first = countIn(sentence)
  if (first?.kind !== 'parts') return first === undefined ? [] : [first]
  const { scope, number = '' } = ALSO.exec(sentence.hidden)?.groups ?? {}
  const second = numberOf({ number })
  return scope === undefined || second === undefined ? [first] : [first, { ...first, scope, number: second }]
}

function countIn({ text, hidden }: Sentence): CountClaim | undefined {
  for (const { kind, wording } of likelyReadings(hidden)) {
    const match = wording.exec(hidden)
    if (match === null || ROUGHLY.test(hidden.slice(0, match.index)) || isRough(match)) continue
    const { term, noun, where } = match.groups ?? {}
    const scope = where ?? match.groups?.['scope']
    const number = numberOf(match.groups ?? {})
    const terms = term === undefined ? [] : readTerms(text.slice(...placeOf(match, term)))
    if (number === undefined || (kind !== 'parts' && terms.length !== 1)) continue
    return {
      claim: text.trim(),
      kind,
      number,
      term: terms[0]?.words,
      noun,
      scope: scopeOf(scope?.trim(), hidden),
    }
  }
  return undefined
}

const PRONOUN = /^(?:it|this|that|which|they|he|she|there)$/i

/** "I listed Story/Scenes: it holds three files": it is the place that was named before. */
function scopeOf(scope: string | undefined, hidden: string): string | undefined {
  const [place, other] = placePhrases(hidden)
  if (scope !== undefined && place !== undefined && other === undefined && place.startsWith(scope)) return place // "scene" of "scene 2"
  if (scope === undefined || !PRONOUN.test(scope.replace(/[.!]$/, ''))) return scope
  return findMentions(hidden)[0]?.path ?? placePhrases(hidden)[0]
}

const isRough = (match: RegExpExecArray): boolean => {
  const at = match[0].indexOf(match.groups?.['number'] ?? match.groups?.['word'] ?? match.groups?.['every'] ?? '')
  return ROUGHLY.test(match[0].slice(0, at))
}

function placeOf(match: RegExpExecArray, term: string): readonly [number, number] {
  const start = match.index + match[0].indexOf(term)
  return [start, start + term.length]
}

function numberOf({ number, word, every }: Readonly<Record<string, string | undefined>>): number | undefined {
  if (every !== undefined) return Number.POSITIVE_INFINITY
  if (word !== undefined) return ['once', 'twice', 'thrice'].indexOf(word.toLowerCase()) + 1
  if (number === undefined) return undefined
  return /^\d/.test(number) ? Number(number.replaceAll(',', '')) : readNumber(number)
}
