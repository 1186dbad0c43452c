import { likely, inAnyCase, worded } from '../../core/index.ts'
import { NEGATION } from './absence-frames.ts'
import type { Term } from './absence-net.ts'
import type { Sentence } from './sentences.ts'

/** Something that is denied of a place in a turn of phrase that has no frame; `except`: all places of the kind but this one are meant. */
export type TurnedAbsence = { readonly terms: readonly Term[]; readonly scope: string; readonly except?: string }

const PLACE =
  "(?:(?:scenes?|chapters?) \\d{1,3}|the (?:first|second|third|last) (?:scene|chapter)|the outline|(?:\\p{Lu}\\p{L}+['’]s|the [\\p{L}-]{3,20}) (?:card|sheet|entry)|(?:all |any of )?the (?:(?:two|three|four|five|six|ten|\\d{1,3}) )?(?:scenes|cards|files))"
const THING =
  '(?:the (?:word|name|term) |any |a |an |the |her |his |their |its )?(?<term>["\\u{e000}]+|[\\p{L}-]{3,30}(?: [\\p{L}-]{3,30}){0,2})'
const MENTIONS = '(?:mentions?|names?|contains?|uses?|speaks of|refers to|has)'
const wording = (words: string): RegExp => inAnyCase(words)

const TURNS: readonly RegExp[] = [
  wording(
    `(?<place>${PLACE}|[\\p{L}\\d_./-]+\\.[a-z]{1,5}) (?:does not|doesn['’]t|never) (?<term>imports?|exports?) anything`,
  ),
  wording(
    `(?<place>${PLACE})(?: \\p{L}+ly)?(?: manages? to)? (?:leaves? out|avoids?|skips?|ignores?|forgets?|fails? to (?:mention|name)|steers clear of|never gets to) ${THING}`,
  ),
  wording(
    `\\bwhat(?:['’]s| is) (?:not|missing|absent|lacking) (?:in|from) (?<place>${PLACE})(?: is|:|,| [–—-]) ${THING}`,
  ),
  wording(`\\b(?:look|search|hunt)(?:ed|s|ing)? for ${THING} in vain (?:in|on|throughout|across) (?<place>${PLACE})`),
  wording(`\\b(?:forgot|forgets|omitted|neglected|failed) to (?:mention|name|include) ${THING}? in (?<place>${PLACE})`),
  wording(
    `\\b(?:expected|hoped for|looked for|wanted) ${THING} in (?<place>${PLACE}),? (?:but|yet) (?:it|they|he|she)(?: (?:is|are)(?:n['’]t| not)|['’]s not| never)`,
  ),
  wording(
    `\\b(?:mentions?|mentioned|named|names|appears?|occurs?|found|there) (?:.{0,40} )?(?:in|on) (?<place>${PLACE}),? but not ${THING}\\W*$`,
  ),
  wording(`(?<place>${PLACE})['’]?s?\\b.{0,60}[;,] no ${THING} (?:there|in it|anywhere)`),
]
const likelyTurns = likely(TURNS, each => each)
const ONE = "(?<place>(?:scene|chapter) \\d{1,3}|\\p{Lu}\\p{L}+['’]s card)"
const STANDS =
  '(?:is|are|was|were)?(?: (?:mentioned|named|used|found|referenced|seen|spelled out))?|appears?|occurs?|comes? up|shows? up|turns? up|stands?'
/** In one place and no other of its kind. */
const ONLY: readonly RegExp[] = [
  wording(`^\\W*(?:it(?:['’]s| is) )?only ${ONE}(?: that)? ${MENTIONS} ${THING}\\W*$`),
  wording(
    `^\\W*${ONE} is the only (?:one|scene|chapter|card|place|file)(?: (?:that|which))?(?: to)? ${MENTIONS} ${THING}\\W*$`,
  ),
  wording(
    `^\\W*${THING} (?:${STANDS}) (?:only|just|solely|exclusively|nowhere but|nowhere except) (?:in|on) ${ONE}\\W*$`,
  ),
  wording(`^\\W*${THING} (?:only|just|solely) (?:${STANDS}) (?:in|on) ${ONE}\\W*$`),
  wording(
    `^\\W*${THING} (?:${STANDS}) (?:in|on) ${ONE},? (?:only|alone|and nowhere else|and in no other(?: \\p{L}+)?)\\W*$`,
  ),
]
const likelyOnly = likely(ONLY, each => each)
const ASKED = wording(
  `^\\W*(?:(?:is|are) (?:there )?|there(?:['’]s| is| are) )?${THING} in (?<place>${PLACE})\\s*\\?\\s*$`,
)
/** "Not a word about money. No pence, nothing." */
const AND_NONE = worded(/^\W*no \p{L}[\p{L}-]{2,}(?:,? (?:and |or )?(?:no \p{L}[\p{L}-]{2,}|nothing|none)){1,4}\W*$/iu)
const DOES_IT = wording(
  `^\\W*(?:does|do|did) (?<place>${PLACE}|[\\p{L}\\d_./-]+\\.[a-z]{1,5}) (?:mention|name|contain|use|have|speak of|refer to|include) ${THING}\\s*\\?\\s*$`,
)
const LISTED = worded(
  wording(
    `^\\W*(?<list>[\\p{L}][\\p{L} '’-]*(?:, (?:and |or )?[\\p{L}][\\p{L} '’-]*)+)\\s?[:—–-] (?:none|nothing|not one) of (?:that|these|those|them|it|which) (?:is|are|appears?|occurs?|comes? up|turns? up|shows? up|stands?|can be found) (?:\\p{L}+ )?(?:in|on) (?<place>${PLACE})`,
  ),
)
const ANSWERED = /^\W*(?:no|nope)\b[,.!]?(?:\s(?:it|he|she|they)\b.{0,20}(?:n['’]t|not)\b)?/i

export function turnedAbsences(
  { text, hidden, quotes }: Sentence,
  before: Sentence | undefined,
): readonly TurnedAbsence[] {
  if (hidden.length > 300) return []
  const turned = likelyTurns(hidden)
    .map(turn => turn.exec(hidden))
    .filter(match => match !== null)
  const claims: TurnedAbsence[] = turned.map(match => ({
    terms: termOf(match, { text, quotes }),
    scope: match.groups?.['place'] ?? '',
  }))
  const only = likelyOnly(hidden)
    .map(each => each.exec(hidden))
    .find(match => match !== null)
  const place = only?.groups?.['place'] ?? ''
  if (only)
    claims.push({
      terms: termOf(only, { text, quotes }),
      scope: /card/i.test(place) ? 'all cards' : 'all scenes',
      except: place,
    })
  const { list, place: nowhere } = LISTED.exec(hidden)?.groups ?? {}
  if (list !== undefined && nowhere !== undefined)
    claims.push({
      terms: list.split(/, (?:and |or )?/).map(words => ({ words: words.trim(), quoted: false })),
      scope: nowhere,
    })
  const asked =
    before !== undefined && ANSWERED.test(hidden) ? (ASKED.exec(before.hidden) ?? DOES_IT.exec(before.hidden)) : null
  if (asked !== null && before !== undefined)
    claims.push({ terms: termOf(asked, before), scope: asked.groups?.['place'] ?? '' })
  if (before !== undefined && AND_NONE.test(hidden) && NEGATION.test(before.hidden))
    claims.push({
      terms: [...hidden.matchAll(/\bno ([\p{L}-]+)/giu)].map(match => ({ words: match[1] ?? '', quoted: false })),
      scope: before.hidden,
    })
  return claims.filter(({ terms, scope }) => terms.length > 0 && scope !== '')
}

function termOf(match: RegExpExecArray, from: Pick<Sentence, 'text' | 'quotes'>): readonly Term[] {
  const term = match.groups?.['term'] ?? ''
  const at = match.index + match[0].indexOf(term)
  const quote = from.quotes.find(({ start, end }) => at >= start && at < end)
  if (quote !== undefined) return [{ words: quote.words.trim(), quoted: true }]
  const words = from.text
    .slice(at, at + term.length)
    .replace(/\s(?:entirely|completely|altogether|at all|anywhere|in|there)\b.*$/i, '')
  return words === '' ? [] : [{ words, quoted: false }]
}

const NEXT_PLACE = /[,;]\s(?:and|nor|but|while)\s(?=(?:scene|chapter)\s\d|the outline\b)/i

/** "Scene 2 does not name X, and scene 3 does not name Y": each place has its own. */
export function clausesWithPlaces(sentence: Sentence): readonly Sentence[] {
  const { text, hidden, quotes } = sentence
  const cut = NEXT_PLACE.exec(hidden)
  if (cut === null || !NEGATION.test(hidden.slice(0, cut.index)) || !NEGATION.test(hidden.slice(cut.index)))
    return [sentence]
  const at = cut.index + cut[0].length
  const rest = quotes
    .filter(({ start }) => start >= at)
    .map(quote => ({ ...quote, start: quote.start - at, end: quote.end - at }))
  return [
    {
      text: text.slice(0, cut.index),
      hidden: hidden.slice(0, cut.index),
      quotes: quotes.filter(({ end }) => end <= cut.index),
    },
    { text: text.slice(at), hidden: hidden.slice(at), quotes: rest },
  ]
}
