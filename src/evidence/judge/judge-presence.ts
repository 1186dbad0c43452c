import type { EvidenceFinding } from '../../core/index.ts'
import { findTerm } from '../match/find-term.ts'
import { NEGATION } from '../reply/absence-frames.ts'
import { PLACE_PHRASE, placePhrases } from '../reply/place-phrases.ts'
import type { Sentence } from '../reply/sentences.ts'
import { GUESSES } from '../reply/unread-claims.ts'
import { type Case, finding } from './case.ts'
import { openScope } from './open-scope.ts'
import { resolveScope } from './resolve-scope.ts'

/** "In the second", where scenes are spoken of. */
const PLACE = `(?<place>${PLACE_PHRASE}|the (?:first|second|third|fourth|fifth|last)(?=\\s*(?:[.,;!]|$)))`
const MARKED = '(?<marked>"\\u{e000}+")'
const NAME = '(?<name>\\p{Lu}\\p{L}{2,}(?: \\p{Lu}\\p{L}{2,}){0,2})'
const WORD = '(?:[Tt]he (?:exact )?(?:word|name|term|phrase|expression|string)s? )'
const OFTEN = '(?:also |even |only |first |just |explicitly |briefly |indeed |in fact ){0,2}'
const IN = '(?:\\p{L}+ ){0,3}?(?:in|within|throughout|of|on)'
const wording = (words: string): RegExp => new RegExp(words, 'u')

/** Words in quote marks or a name, and the place in which they are said to stand. */
const STANDS: readonly RegExp[] = [
  wording(
    `(?:^|[\\s(])${WORD}?${MARKED} (?:is |are |was |were )?${OFTEN}(?:mentioned|named|used|referenced|found|quoted|written|spelled|appears?|occurs?|comes? up|shows? up|turns? up|stands?|there)?\\b ?${IN} ${PLACE}`,
  ),
  wording(
    `${MARKED}[^.;:]{0,40}?\\b(?:found|located|spotted|saw|see|find) (?:it|them|one|this|that)? ?(?:only |also |once |twice )?(?:in|on) ${PLACE}`,
  ),
  wording(
    `${PLACE} ${OFTEN}(?:mentions?|names?|contains?|uses?|references|refers to|brings up|features|includes?|says|has) ${WORD}?${MARKED}`,
  ),
  wording(
    `${PLACE}(?:['’]s (?:heading|title|name) (?:is|reads)|(?: is|,) (?:called|titled|headed|entitled)) ${MARKED}`,
  ),
  wording(`(?:^|[\\s(])${WORD}?${NAME} (?:is|was) ${OFTEN}(?:mentioned|named|referenced)(?: by name)? ${IN} ${PLACE}`),
  wording(
    `(?:^|[\\s(])${WORD}${NAME} (?:appears|occurs|comes up|shows up|turns up|stands|is used|is found) ${IN} ${PLACE}`,
  ),
  wording(`${PLACE} ${OFTEN}(?:mentions|names) ${WORD}?${NAME}(?!\\p{L}|['’]s)`),
]
const MAY_STAND =
  /\b(?:is|called|titled|in|of|on|within|throughout|mentions?|names?|contains?|uses?|references|refers|brings|features|includes?|says|has)\b/
const TURNED = /\b(?:only in|but|instead of)\b|\b[Ss]earch(?:es|ed)? (?:for|of) "\u{e000}+" (?:in|across)\b/iu
const mayPlace = (hidden: string): boolean =>
  placePhrases(hidden).length > 0 || /\bthe (?:first|second|third|fourth|fifth|last)\s*(?:[.,;!]|$)/.test(hidden)
const LONGEST = 400
const MAX_SENTENCES = 60
const LIMITS = { files: 40, characters: 4_000_000 }

/** What is said to stand in a place by its very word is looked for there, as what is said to be missing is. */
export async function judgePresence(sentences: readonly Sentence[], of: Case): Promise<readonly EvidenceFinding[]> {
  const findings: EvidenceFinding[] = []
  for (const sentence of sentences.slice(0, MAX_SENTENCES)) {
    const { hidden } = sentence
    if (
      hidden.length > LONGEST ||
      !MAY_STAND.test(hidden) ||
      !mayPlace(hidden) ||
      NEGATION.test(hidden) ||
      TURNED.test(hidden) ||
      GUESSES.test(hidden)
    )
      continue
    const match = STANDS.map(each => each.exec(hidden)).find(each => each !== null)
    if (match !== undefined && match !== null) findings.push(...(await lookFor(sentence, match, of)))
  }
  return findings
}

async function lookFor(sentence: Sentence, match: RegExpExecArray, of: Case): Promise<readonly EvidenceFinding[]> {
  const { marked = '', name, place = '' } = match.groups ?? {}
  const at = match.index + match[0].indexOf(marked)
  const term = (name ?? sentence.quotes.find(({ start }) => start === at)?.words ?? '').trim().replace(/[.,;:!?]+$/, '')
  if (term.length < 2 || term.split(/\s+/).length > 4) return []
  const rest = sentence.hidden.slice(match.index + match[0].length)
  const missing = await Promise.all([place, ...alsoIn(rest)].map(each => placeWithout(term, each, of)))
  const names = missing.find(each => each !== undefined)
  return names === undefined
    ? []
    : [finding(sentence.text, 'quote_not_found', `${JSON.stringify(term)} does not stand in ${names}.`)]
}

const ALSO = new RegExp(`^,? (?:and|or|as well as) (?:also )?(?:in |on )?(${PLACE_PHRASE})`, 'u')

/** "in scene 3 and on Ruben's card" */
function alsoIn(rest: string): readonly string[] {
  const also = ALSO.exec(rest)
  return also?.[1] === undefined ? [] : [also[1]]
}

/** The names of the files in none of which the term stands; undefined where it does, or nobody can tell. */
async function placeWithout(term: string, place: string, of: Case): Promise<string | undefined> {
  const scope = await resolveScope(
    /^the \w+$/.test(place) && place !== 'the outline' ? `${place} scene` : place,
    of.shelf,
  )
  const pages = scope === undefined || scope.length === 0 ? undefined : await openScope(scope, of, LIMITS)
  if (pages === undefined || pages.some(({ text }) => findTerm(text, term) !== undefined)) return undefined
  return pages.map(({ path }) => path).join(', ')
}
