import { worded } from '../../core/index.ts'
import { findMentions } from './places.ts'
import type { Quoted } from './quote-marks.ts'
import type { Sentence } from './sentences.ts'

export type Term = { readonly words: string; readonly quoted: boolean }

/** What a sentence denies of a place, if nothing is left of it but a denial, words of being there, a place, and one thing. */
export type DeniedThing = { readonly terms: readonly Term[]; readonly scopes: readonly string[] }

const SUPPOSED =
  /\?\s*$|\b(?:if|unless|would|should|could|might|must|may|let|please|suppose|imagine|why|how|whether|because of|than|too|enough|again|yet to)\b|^\W*(?:don['’]t|do not|never) /i
const NUMBER = '(?:\\d{1,3}|one|two|three|four|five|six|seven|eight|nine|ten)'
const SCENES = worded(
  new RegExp(
    `\\b(?:(?:all|any|none|one|each|every|most)\\s(?:of\\s)?)?(?:(?:the|these|those|your|its)\\s)?(?:(?:first|second|third|fourth|fifth|last|other|whole|single|${NUMBER})\\s){0,2}(?:scenes?|chapters?)(?:\\s${NUMBER}\\b(?:\\s?(?:[-–,]|to|and|or|nor)\\s?(?:scenes?\\s)?${NUMBER}\\b){0,6})?`,
    'gi',
  ),
)
const PAPERS = worded(
  /\b(?:(?:all|any|none|one|each|every)\s(?:of\s)?)?(?:(?:the|your|its|her|his|single)\s|\p{Lu}\p{L}+['’]s\s){0,2}(?:(?:two|three|four|five|six|seven|eight|nine|ten|\d{1,3}|\p{L}{3,})[\s-]){0,3}(?:outline|compendium|manuscript|cards?|sheets?|entry|entries|profiles?|files?|folder|repo|repository|codebase|project|workspace|readme|notes|docs|meetings?|changelog|todo list|budget)\b/giu,
)
const UNCLEAR = worded(
  /^(?:the|this|that|each|every)\s(?:(?:same|whole|entire|next|new|current|given|right|wrong|other|very|previous|following|relevant|single|\d+)\s)?(?:scene|chapter|file|entry|card|sheet|folder|page)$/i,
)

const DENYING =
  'no|not|never|none|nothing|nobody|neither|nowhere|without|lacks?|omits?|omitted|absent|missing|misses|devoid|free|zero|0|cannot|vain|unable|quiet|unmentioned|unnamed|silent|silence|ignores?|avoids?|skips?'
const NEGATION = new RegExp(`^(?:${DENYING})$|n['’]t$`, 'i')
/** Any such word, wherever it stands: without one nothing is denied. */
const MAY_DENY = new RegExp(`(?<![A-Za-z0-9])(?:${DENYING})(?![A-Za-z0-9])|n['’]t`, 'i')
/** Being there, being spoken of, being looked for. */
const PRESENCE =
  /^(?:mention(?:s|ed|ing)?|nam(?:e|es|ed|ing)|called|titled|appear(?:s|ed|ing)?|occur(?:s|red)?|occurrences?|com(?:e|es|ing)|show(?:s|ed)?|turn(?:s|ed)?|crops?|stands?|us(?:e|es|ed|ing)|contain(?:s|ed|ing)?|includ(?:e|es|ed|ing)|featur(?:e|es|ed|ing)|has|have|had|holds?|find|found|finds|see|seen|sees|saw|there|exist(?:s|ed)?|referenc(?:e|es|ed|ing)|refer(?:s|red|ring)?|cit(?:e|es|ed)|speaks?|spoken|say|says|nowhere|tells?|talk(?:s|ed)?|discuss(?:es|ed)?|brings?|brought|absent|missing|misses|silent|silence|quiet|omits?|omitted|leaves?|left|free|devoid|without|lacks?|knows?|given|hits?|results?|match(?:es)?|returns?|gives?|part|place|role|plays?|search(?:es|ed|ing)?|look(?:s|ed|ing)?|vain|trace|sign|word|words|term|names?|character|person|unmentioned|unnamed|ignores?|avoids?|skips?|passes|around|gets?|makes?|instance|mentions|entry|describ(?:e|es|ed)|wording|text|hint(?:ed)?|syllable|talks?|hears?|heard|meets?|learns?|know|reads?)$/i
const FILLER =
  /^(?:i|we|you|them|him|her|us|me|his|their|its|my|your|our|one|he|she|it|they|anyone|anybody|someone|somebody|everyone|is|are|was|were|be|been|being|do|does|did|doing|done|am|will|can|of|to|about|by|on|at|for|from|under|with|into|over|up|out|in|within|throughout|across|inside|and|or|nor|either|neither|that|as|but|so|yes|well|also|even|ever|once|at|all|any|a|an|the|this|these|those|single|such|anything|whatsoever|whatever|anywhere|here|there|itself|very|quite|day|time|point|means|far|mine|unlike|while|until|before|unable|able|ve|t|s|ll|re|like|no|sense|fact|true|not|only|just|altogether|throughout|stays?|remains?|keeps?|goes|go|went|gone|through|read|reading|checked|checking|scanned|skimmed|opened|things?|bit|plenty|much|lots|ever|said|told|explained|warned|noted)$/i
const ADVERB = /^\p{Ll}{3,}ly$/u
const AUXILIARY = /^.{0,5}(?<!\p{L})(?:has|have|had)\s(?:not|been|never|yet|\w+ed)\b|\b(?:I|we|you)\s(?:have|had)\b/iu
const JOINS = /^(?:the|a|an|any|of|word|words|name|term|called|named|character|person|single|any)$/i
const TOKEN = /["\u{e000}]+|[\p{L}\d][\p{L}\d'’-]*/gu
const MOST_WORDS = 3

type Span = { readonly start: number; readonly end: number }
type Place = Span & { readonly words: string }

/** "It leaves Hal out" */
const LEAVES = /\bleaves?(?=\s[^.,;:]{2,40}\sout\b)/i
/** "No, nobody …" denies once. */
const ANSWER = /^\W*(?:no|nope|correct|right|yes|sorry)(?=[,.!:—–-])/i

export function deniedThings(sentence: Sentence, before?: Sentence): readonly DeniedThing[] {
  if (sentence.hidden.length > 300 || !(MAY_DENY.test(sentence.hidden) || LEAVES.test(sentence.hidden))) return []
  const hidden = sentence.hidden
    .replace(ANSWER, word => ' '.repeat(word.length))
    .replace(LEAVES, word => 'omits'.padEnd(word.length).slice(0, word.length))
  if (!MAY_DENY.test(hidden) || SUPPOSED.test(hidden)) return []
  const places = placesIn(hidden)
  const asked = askedIn(before)
  return places.length === 0
    ? []
    : clausesOf({ ...sentence, hidden }).flatMap(clause => deniedIn(clause, places, asked) ?? [])
}

const ASKED = /^\W*(?:and |what about |the )?(\p{L}[\p{L}'’ -]{1,30})\?\s*$/iu
const MARKED = /^\W*(?:and |what about )?["\u{e000}]+\s?[?:]\s*$/iu

/** "Hal? Scene 3 does not know him."; '"hedge"? Zero hits in scene 3.' */
function askedIn(before: Sentence | undefined): Term | undefined {
  const word = ASKED.exec(before?.hidden ?? '')?.[1]
  const marked = MARKED.test(before?.hidden ?? '') ? before?.quotes[0]?.words.trim().replace(/[?.!,]+$/, '') : undefined
  return word === undefined
    ? marked === undefined
      ? undefined
      : { words: marked, quoted: true }
    : { words: word, quoted: false }
}

function deniedIn(clause: Clause, places: readonly Place[], asked: Term | undefined): DeniedThing | undefined {
  const { hidden, start, end } = clause
  const own = places.filter(place => place.start >= start && place.start < end)
  const scopes = scopesOf(hidden, own.length > 0 ? own : places)
  if (scopes.length === 0) return undefined
  const listed = listedIn(hidden.slice(start, end))
  if (listed.length > 1) return { terms: listed, scopes }
  const runs = runsOf(clause, places)
  const label = runs?.length === 0 ? labelBefore(hidden, start) : undefined
  const meant = label === undefined ? asked : { words: label, quoted: false }
  if (runs?.length === 0 && meant !== undefined) return { terms: [meant], scopes }
  const isOne = runs !== undefined && (runs.length === 1 || (runs.length > 1 && runs.every(({ quoted }) => quoted)))
  if (!isOne || !runs.every(({ words }) => words.length <= MOST_WORDS && !GENERAL.test(words.join(' '))))
    return undefined
  return { terms: runs.map(({ words, quoted }) => ({ words: words.join(' '), quoted })), scopes }
}

/** "torch: not in scene 2" */
const labelBefore = (hidden: string, start: number): string | undefined =>
  /^[\s*|-]{0,4}(?:(?:the|a|an)\s)?([\p{L}-]{3,20}(?:\s[\p{L}-]{3,20})?)\s?[:—–]\s?$/iu.exec(
    hidden.slice(0, start),
  )?.[1] ??
  (/^\W*the (?:name|word)\b/i.test(hidden.slice(start))
    ? /(?:^|\s)(\p{Lu}\p{L}{2,})/u.exec(hidden.slice(0, start))?.[1]
    : undefined)

/** Nothing that could be looked for word by word. */
const GENERAL =
  /^(?:answers?|information|details?|passages?|evidence|reasons?|problems?|errors?|mistakes?|slips?|contradictions?|explanations?|descriptions?|clues?|dates?|it|made|more|further|much|lot|need|use|point|doubt|way|idea|sense|end|ending|start|question|thing|person|read|written|done|\S+ed)$/i

type Clause = Sentence & { readonly start: number; readonly end: number }

function clausesOf({ text, hidden, quotes }: Sentence): readonly Clause[] {
  const clauses: Clause[] = []
  let start = 0
  for (const { index } of hidden.matchAll(/[;:—–]|,?\s(?=but (?:no|not an?y?)\s)|$/g)) {
    if (hidden.slice(start, index).trim() !== '') clauses.push({ text, hidden, quotes, start, end: index })
    start = index + 1
  }
  return clauses
}

function placesIn(hidden: string): readonly Place[] {
  const files = findMentions(hidden).map(({ start, end }) => ({ start, end, words: hidden.slice(start, end) }))
  const named = [...hidden.matchAll(SCENES), ...hidden.matchAll(PAPERS)].map(({ index, 0: words }) => ({
    start: index,
    end: index + words.length,
    words,
  }))
  const free = named.filter(each => !files.some(file => each.start < file.end && file.start < each.end))
  return [...files, ...free].toSorted((a, b) => a.start - b.start)
}

const LISTED = worded(
  /^\W*no \p{L}[\p{L}-]*(?:,? (?:and |or )?no \p{L}[\p{L}-]*){1,5}(?: (?:in|on|anywhere in) [^,;:]{3,40})?\W*$/iu,
)

const NEITHER = worded(
  /^\W*neither (?:the )?(\p{L}[\p{L}-]*) nor (?:the )?(\p{L}[\p{L}-]*) (?:is|are|was|were) (?:in|on|part)\b/iu,
)

/** "no torch, no signal"; "neither torch nor signal are in it" */
function listedIn(clause: string): readonly Term[] {
  const both = NEITHER.exec(clause)?.slice(1) ?? []
  const words = LISTED.test(clause)
    ? [...clause.matchAll(/\bno (\p{L}[\p{L}-]*)/giu)].map(match => match[1] ?? '')
    : both
  return words.map(each => ({ words: each, quoted: false }))
}

const DENIES = /\b(?:not|never|nowhere|nor|neither)\s(?:once\s|anywhere\s)?(?:in|from|within)\s$/i
const UNTIL = /\b(?:until|before)\s$/i

/** The one place that is spoken of; of several, those behind "not in". */
function scopesOf(hidden: string, places: readonly Place[]): readonly string[] {
  const denied = places.filter(({ start }) => DENIES.test(hidden.slice(Math.max(0, start - 24), start)))
  const spoken = denied.length > 0 ? denied : places.length === 1 && !/\bonly\b/i.test(hidden) ? places : []
  return spoken.flatMap(({ start, words }) => {
    if (UNCLEAR.test(words)) return []
    const number = Number(/\d{1,3}$/.exec(words)?.[0] ?? 0)
    if (!UNTIL.test(hidden.slice(Math.max(0, start - 12), start))) return [words]
    return number > 1 ? [`scenes 1-${number - 1}`] : []
  })
}

type Run = { readonly words: string[]; readonly quoted: boolean }

/** What is left, in runs; undefined unless something is denied, once, and to be there is what is denied. */
function runsOf(
  { text, hidden, quotes, start: from, end: to }: Clause,
  places: readonly Place[],
): readonly Run[] | undefined {
  const runs: Run[] = []
  const isBare =
    /^\W*(?:no|zero|0|not one|not a single)\s.{2,40}\s(?:in|inside|within|on)\s/i.test(hidden.slice(from, to)) ||
    /:\W*$/.test(hidden.slice(0, from)) ||
    (/^\W*but (?:no|not an?y?)\s/i.test(hidden.slice(from, to)) && saysWhatIsThere(hidden.slice(0, from)))
  let [denials, presences, isOpen] = [0, isBare ? 1 : 0, false]
  for (const { index, 0: token } of hidden.matchAll(TOKEN)) {
    if (index < from || index >= to) continue
    if (places.some(({ start, end }) => index >= start && index < end)) {
      isOpen = false
      if (/^(?:no|none)$/i.test(token)) denials++
      continue
    }
    const quote = token.includes('\u{e000}') || token.startsWith('"') ? quoteAt(quotes, index) : undefined
    const bare = token.replace(/['’](?:s|ve|m|ll|re|d)$/, '')
    if (quote !== undefined) runs.push({ words: [quote.words.trim()], quoted: true })
    else if (!/[\p{L}\d]/u.test(token)) continue
    else if (NEGATION.test(token) && !/^nor$/i.test(token)) denials++
    if (
      quote === undefined &&
      PRESENCE.test(bare) &&
      !AUXILIARY.test(hidden.slice(Math.max(from, index - 5), index + 24))
    )
      presences++
    if (
      quote === undefined &&
      (NEGATION.test(token) || PRESENCE.test(bare) || FILLER.test(bare) || ADVERB.test(bare))
    ) {
      if (!JOINS.test(bare)) isOpen = false
      continue
    }
    if (quote === undefined) {
      const last = runs.at(-1)
      const word = text.slice(index, index + bare.length)
      if (isOpen && last !== undefined && !last.quoted) last.words.push(word)
      else runs.push({ words: [word], quoted: false })
    }
    isOpen = quote === undefined
  }
  return denials === 1 && presences > 0 ? runs : undefined
}

const saysWhatIsThere = (words: string): boolean => (words.match(TOKEN) ?? []).some(word => PRESENCE.test(word))

const quoteAt = (quotes: readonly Quoted[], at: number): Quoted | undefined =>
  quotes.find(({ start, end }) => at >= start && at < end)
