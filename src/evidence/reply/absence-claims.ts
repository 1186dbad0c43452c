import {
  AUX_BETWEEN,
  EMPTY_HANDED,
  FRAMES,
  type Frame,
  LOOKED_FOR,
  NEGATION,
  SAID_BETWEEN,
  SAYS_BETWEEN,
  SEARCH_FOR,
  type Order,
  type Side,
  isExcused,
} from './absence-frames.ts'
import { type Term, deniedThings } from './absence-net.ts'
import { clausesWithPlaces, turnedAbsences } from './absence-turns.ts'
import { placePhrases } from './place-phrases.ts'
import { inEnglish } from './foreign-absences.ts'
import type { Sentence } from './sentences.ts'

/** A sentence that says that something stands nowhere in some place. */
export type AbsenceClaim = {
  readonly claim: string
  readonly terms: readonly Term[]
  /** The place in the reply's own words; undefined when none is named. */
  readonly scope: string | undefined
  /** It only reports what was not found, which may be said without proof. */
  readonly isReport: boolean
  /** Said with a verb that may speak of anything, so that it counts only if its own scope is one of files. */
  readonly isLoose: boolean
  /** Read by what is left of the sentence, not by a known wording: told only if it is false. */
  readonly isCaught?: true
  /** A place of the scope that is not meant. */
  readonly except?: string
}

export type { Term } from './absence-net.ts'

export function findAbsences(whole: readonly Sentence[]): readonly AbsenceClaim[] {
  const sentences = whole.flatMap(clausesWithPlaces)
  return sentences.flatMap((sentence, index) => {
    if (/\?\s*$/.test(sentence.hidden.slice(-4))) return []
    const before = sentences[index - 1]
    const mayDeny = NEGATION.test(sentence.hidden) || inEnglish(sentence) !== undefined
    const read = mayDeny ? readAbsence(sentence, before) : undefined
    const denied = [...(read === undefined ? [] : [read]), ...caught(sentence, before), ...turned(sentence, before)]
    return denied.length === 0 || isExcused(sentence.hidden) ? [] : denied
  })
}

function readAbsence(sentence: Sentence, before: Sentence | undefined): AbsenceClaim | undefined {
  const claim =
    notThere(sentence, before) ??
    absenceIn(inEnglish(sentence) ?? withTopic(sentence)) ??
    absenceIn(withName(sentence, before)) ??
    absenceIn(withAntecedent(sentence))
  return claim && { ...claim, claim: sentence.text.trim(), scope: namedScope(claim.scope, sentence, before) }
}

function caught(sentence: Sentence, before: Sentence | undefined): readonly AbsenceClaim[] {
  const claim = sentence.text.trim()
  return deniedThings(sentence, before).flatMap(({ terms, scopes }) =>
    scopes.map(scope => ({ claim, terms, scope, isReport: false, isLoose: true, isCaught: true as const })),
  )
}

const turned = (sentence: Sentence, before: Sentence | undefined): readonly AbsenceClaim[] =>
  turnedAbsences(sentence, before).map(each => ({
    ...each,
    claim: sentence.text.trim(),
    isReport: false,
    isLoose: true,
    isCaught: true,
  }))

/** "Vinegar? Not in scene 3." and "Scene 3? No vinegar there." */
function notThere({ text, hidden }: Sentence, before: Sentence | undefined): AbsenceClaim | undefined {
  const asked = before?.text.trim().endsWith('?') === true ? before.text.trim().slice(0, -1) : ''
  const scope =
    /^\W{0,4}(?:(?:it|that|he|she)(?:['’]s| is) |they(?:['’]re| are) )?not (?:anywhere |once |(?:a|one|even a|even one) (?:single )?\w{2,12} (?:of (?:it|them|him|her|that) )?)?(?:in|on)\s([^,;:]{2,60}?)[.!]?\s*$/i.exec(
      hidden,
    )?.[1]
  const term = /^\W{0,4}no (?:sign of |mention of )?([^,;:]{2,60}?) (?:there|here|in it|in that one)[.!]?\s*$/i.exec(
    text,
  )?.[1]
  const none =
    /^\W{0,4}(?:not (?:an?|one|a single) \w{3,12}|nothing|no \w{3,12}) (?:of|about|on|to) ([^,;:]{2,60}?)[.!]?\s*$/i.exec(
      text,
    )?.[1]
  const terms = asked === '' ? [] : readTerms(scope === undefined ? (term ?? none ?? '') : asked)
  return terms.length === 0
    ? undefined
    : { claim: text.trim(), terms, scope: scope ?? asked, isReport: false, isLoose: false }
}

const SHORT = 5

/** "Hal? He is not mentioned …": the pronoun gives way to the name before it. */
function withName({ text, hidden, quotes }: Sentence, before: Sentence | undefined): Sentence {
  const name = before?.text.trim().replace(/[?.!:,]+$/, '') ?? ''
  const pronoun = /^\s*(?:He|She|It|They|That|This)\b/.exec(hidden)?.[0]
  if (pronoun === undefined || name === '' || name.split(/\s+/, SHORT).length >= SHORT) return { text, hidden, quotes }
  return { text: name + text.slice(pronoun.length), hidden: name + hidden.slice(pronoun.length), quotes }
}

const SUBJECT = /\b(?:he|she|it|they)\s(?=(?:is|are|was|were|never|does|do)\b)/i
const NAME = /(?:^|[^.!?\s]\s)["“]?(\p{Lu}[\p{L}'’-]{1,30}(?:\s\p{Lu}[\p{L}'’-]{1,30}){0,2})|("[^"]{1,60}")/gu
const SCENE = /\b(?:scenes?|chapters?) \d{1,4}\b/i

/** "If you are after Carly, scene 3 will not help: she is not mentioned there." */
function withAntecedent({ text, hidden }: Sentence): Sentence {
  const pronoun = SUBJECT.exec(hidden)
  const before = text.slice(0, pronoun?.index ?? 0)
  const name = [...before.matchAll(NAME)].at(-1)
  const scene = SCENE.exec(before)?.[0]
  if (pronoun === null || name === undefined || scene === undefined) return { text: '', hidden: '', quotes: [] }
  const rest = hidden.slice(pronoun.index + pronoun[0].length).replace(/\b(?:there|in it)\b/, `in ${scene}`)
  const words = `${name[1] ?? name[2] ?? ''} ${rest}`
  return { text: words, hidden: words, quotes: [] }
}

const TOPIC = /^[\s*_-]{0,4}(?:as (?:for|to)|regarding|concerning|about)\s([^,;:]{2,60})[,:]\s/i
const IT =
  /\b(?:(bring)s? (?:it|them|him|her) up|(?:(mention|reference|name|discuss|cite|contain|include|use|have|has|hold|list|give|show|say)(?:s|es)?|(refer)s? to|(speak)s? of) (?:it|them|him|her)\b)/i

/** "As for X, S does not mention it", "X is in scene 2; scene 3 never names it": the pronoun gives way to what is spoken of. */
function withTopic(sentence: Sentence): Sentence {
  const it = IT.exec(sentence.hidden)
  const before = sentence.text.slice(0, it?.index ?? 0)
  const topic = TOPIC.exec(before)
  const name =
    topic?.[1] ?? /^[\s*_-]{0,4}(\p{Lu}[\p{L}'’-]{1,30}(?:\s\p{Lu}[\p{L}'’-]{1,30}){0,2})\s(?!\d)/u.exec(before)?.[1]
  if (it === null || name === undefined || (topic === null && !/[;:,]/.test(before))) return sentence
  const from = topic === null ? (/[^;:,]*$/.exec(before)?.index ?? 0) : topic[0].length
  const turn = (text: string): string =>
    `${text.slice(from, it.index)}mention ${name}${text.slice(it.index + it[0].length)}`
  return { text: turn(sentence.text), hidden: turn(sentence.hidden), quotes: [] }
}

const FRONTED =
  /^[\s*_-]{0,4}(?:in|within|throughout|across|inside|as far as|going by|judging by|according to|(?:going|looking|leafing|reading) through|(?:having |after )?read(?:ing)?)\s([\w./-]+\.\w{1,5}(?=\s)|[^,;:]{2,80}?)(?:(?:\s(?:is|are) concerned|\sgoes|\sgo)?,\s|\sthe (?:word|name|term|phrase)s?\s|\s(?="|the\s))/i
const PRONOUN =
  /^(?:it|this|that|they|he|she|(?:in )?(?:there|here|it)(?: (?:either|at all|anywhere))?[.!]?|the (?:scene|chapter|file|text|document|story)|this (?:scene|chapter|file|text|document))$/i

const SAME = /^([^,;:]{4,80}(?:outline|sheet|card|entry|file|scene|chapter|compendium|manuscript)[^,;:]{0,60})[,;:]/i

/** "In scene 2, …" names the scope at the front; "it" is what the sentence before speaks of. */
function namedScope(scope: string | undefined, { hidden }: Sentence, before: Sentence | undefined): string | undefined {
  if (scope !== undefined && !PRONOUN.test(scope)) return scope
  const own = scope === undefined ? undefined : SAME.exec(hidden)?.[1]
  return FRONTED.exec(hidden)?.[1] ?? own ?? (scope === undefined ? undefined : (before?.hidden ?? scope))
}

function absenceIn(sentence: Sentence): AbsenceClaim | undefined {
  const searched = searchedInVain(sentence)
  if (searched) return searched
  return framedIn(sentence) ?? quotedIn(sentence)
}

function framedIn(sentence: Sentence): AbsenceClaim | undefined {
  for (const each of FRAMES) {
    const match = each.pivot.exec(sentence.hidden)
    const claim = match && readFrame(sentence, each, [match.index, match.index + match[0].length])
    if (claim) return claim
  }
  return undefined
}

const PRESENCE =
  /\b(?:find|found|appears?|occurs?|come across|see|seen|contains?|uses?|used|mentions?|mentioned|includes?|features?|words?|names?|terms?|phrases?)\b/i
const PLACED =
  /\b(?:in|within|throughout|across|of)\s((?:the |any of the |all )?(?:[\w'’-]{1,20} ){0,3}?(?:scenes?|chapters?|files?|outline|compendium|manuscript|sheets?|cards?|entry|entries)(?: \d{1,4}(?:\s?[-–]\s?\d{1,4})?)?)/i

/** In words that no frame knows: a word in quote marks, a place, and a denial that it is there. */
function quotedIn({ text, hidden, quotes }: Sentence): AbsenceClaim | undefined {
  const place = PLACED.exec(hidden)?.[1]
  const short = quotes.filter(({ words }) => words.trim().split(/\s+/).length <= 4)
  if (place === undefined || short.length !== quotes.length || short.length === 0 || !PRESENCE.test(hidden))
    return undefined
  if (/\b(?:only|just|alone|but)\b/i.test(hidden)) return undefined
  const terms = short.map(({ words }) => ({ words: words.trim(), quoted: true }))
  return { claim: text.trim(), terms, scope: place, isReport: false, isLoose: true }
}

type Cut = readonly [start: number, end: number]

/** "I searched all files for X and found nothing." */
function searchedInVain({ text, hidden }: Sentence): AbsenceClaim | undefined {
  const vain = EMPTY_HANDED.exec(hidden)
  if (vain === null) return undefined
  const from = Math.max(0, vain.index - 260)
  const before = hidden.slice(from, vain.index).replace(/[\s,:;—–-]{0,4}(?:and|but)?(?:\s(?:I|it|there))?\s*$/, '')
  const looked = LOOKED_FOR.exec(before)
  if (looked === null) return searchInVain(text, from, SEARCH_FOR.exec(before))
  const termStart = from + looked.index + looked[0].length - (looked[2]?.length ?? 0)
  const terms = readTerms(text.slice(termStart, termStart + (looked[2]?.length ?? 0)))
  return terms.length === 0
    ? undefined
    : { claim: text.trim(), terms, scope: looked[1]?.trim(), isReport: false, isLoose: false }
}

/** "A search for X in S returned nothing." */
function searchInVain(text: string, from: number, match: RegExpExecArray | null): AbsenceClaim | undefined {
  if (match === null) return undefined
  const [, term = '', scope = ''] = match
  const start = from + match.index + match[0].lastIndexOf(term, match[0].length - scope.length - term.length)
  const terms = readTerms(text.slice(start, start + term.length))
  return terms.length === 0
    ? undefined
    : { claim: text.trim(), terms, scope: scope.trim(), isReport: false, isLoose: false }
}

const RIGHT_END =
  /[;:!?)—–]|,\s(?!(?:or|and|nor)\s)|[.,]\s*$|\s(?:and I|but|so(?! much)|because|although|though|either|neither|since|while|until)\b/i
const PLACE = /\s(?:in|within|inside|across|throughout|anywhere in|among|from)\s/i
const LEFT_START = /[,;:(|]\s?|\b(?:that|but|so|as|since|because|while|however)\s/gi
const LONGEST_SIDE = 160

function readFrame(
  { text, hidden }: Sentence,
  { left, right, needsPlace, isReport, isLoose }: Frame,
  [from, to]: Cut,
): AbsenceClaim | undefined {
  const start = Math.max(0, from - LONGEST_SIDE)
  const fronted = FRONTED.exec(hidden)?.[0].length ?? 0
  const before: Cut = [Math.max(start + lastEnd(hidden.slice(start, from)), fronted < from ? fronted : 0), from]
  const rest = hidden.slice(to, to + LONGEST_SIDE)
  const after: Cut = [to, to + (RIGHT_END.exec(rest)?.index ?? rest.length)]
  const parts = splitRight(hidden, after, right)
  if (parts === undefined) return undefined
  const words = (cut: Cut | undefined): string => (cut === undefined ? '' : text.slice(...cut).trim())
  const terms = readTerms(words(left === 'term' ? before : parts.term))
  if (terms.length === 0 || (needsPlace && parts.scope === undefined)) return undefined
  const [said, placed] = [left === 'scope' ? words(before) : '', words(parts.scope)]
  const isPlaced =
    placePhrases(placed).length > 0 && placePhrases(said).length === 0 && /^\p{Lu}\p{L}+(?: \p{Lu}\p{L}+)?$/u.test(said)
  const scope = (isPlaced ? [placed] : [said, placed]).filter(each => each !== '').join(' in ')
  if (/^other\b/i.test(scope)) return undefined
  return {
    claim: text.trim(),
    terms,
    scope: scope === '' ? anywhere(hidden) : scope,
    isReport: isReport === true,
    isLoose: isLoose === true || needsPlace === true,
  }
}

function lastEnd(words: string): number {
  let end = 0
  for (const match of words.matchAll(LEFT_START)) end = match.index + match[0].length
  return end
}

type Parts = { readonly term?: Cut; readonly scope?: Cut }

function splitPlace(hidden: string, [from, to]: Cut, right: Side): Parts {
  const place = PLACE.exec(hidden.slice(from, to))
  if (right === 'scope')
    return place === null
      ? hidden.slice(from, to).trim() === ''
        ? {}
        : { scope: [from, to] }
      : { scope: [from + place.index + place[0].length, to] }
  return place === null
    ? { term: [from, to] }
    : { term: [from, from + place.index], scope: [from + place.index + place[0].length, to] }
}

function splitRight(hidden: string, after: Cut, right: Order): Parts | undefined {
  if (right === 'scope says term') return splitSays(hidden, after, SAYS_BETWEEN)
  if (right === 'scope aux term') return splitSays(hidden, after, AUX_BETWEEN)
  return right === 'term said scope' ? splitSaid(hidden, after) : splitPlace(hidden, after, right)
}

function splitSaid(hidden: string, [from, to]: Cut): Parts | undefined {
  const said = SAID_BETWEEN.exec(hidden.slice(from, to))
  if (said === null) return undefined
  return { ...splitPlace(hidden, [from + said.index + said[0].length, to], 'scope'), term: [from, from + said.index] }
}

function splitSays(hidden: string, [from, to]: Cut, between: RegExp): Parts | undefined {
  const says = between.exec(hidden.slice(from, to))
  if (says === null) return undefined
  const rest = splitPlace(hidden, [from + says.index + says[0].length, to], 'term')
  return { ...(rest.term && { term: rest.term }), scope: [from, from + says.index] }
}

const anywhere = (hidden: string): string | undefined =>
  /\b(?:anywhere|nowhere|everywhere|all files|the workspace)\b/i.exec(hidden)?.[0]

const LEADING =
  /^(?:(?:(?:is|are)(?=\s(?:any|a|an|the)\b)|(?:mentions?|references?|signs?|traces?|words?)\s(?:of|to|about)|any|a|an|the|its|some|such|either|single|further|other|explicit|direct|thing|anything|something|someone|anyone|anybody|about|of|to|that|character|person|place|words?|terms?|names?|phrases?|strings?|(?:years?|dates?|numbers?|figures?|sums?|amounts?)(?=\s(?:of\s)?(?:\d|(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thir|fif|twen|for|hundred|thousand)))|called|named|titled|referred to as)\s+)+/i
const TRAILING =
  /(?:\s+(?:anywhere|at all|by name|either|explicitly|directly|itself|yet|so far|whatsoever|in it|there|here|or similar|in these words|section|block|field|key|entry|heading|paragraph|chapter|part)|[\s.,)*_])+$/i
const CLAUSE =
  /\s(?:is|are|was|were|has|have|had|can|could|will|would|to be|being|exists?|occurs?|appears?|made|given|mentioned|named|referenced|found|come up|comes up|turn up|show up)\b.*$/i
const UNSEARCHABLE =
  /^(?:what|how|why|who|whom|whose|when|where|whether|that|which|if|it|him|her|them|this|these|those|he|she|they|us|me|you|anything|everything|nothing|someone|anyone|one|so|much|more|out|answers?|information|anything)\b|^$/i

/** What is said to be missing: words in quote marks as they stand, others without article; "dragons or wizards" are two. */
export function readTerms(words: string): readonly Term[] {
  const quoted = [...words.matchAll(/["“„«‘]([^"“”„«»]{1,100}?)["”“»’](?![\p{L}\d])/gu)].map(match => ({
    words: (match[1] ?? '').trim(),
    quoted: true,
  }))
  if (quoted.length > 0) return quoted.filter(term => term.words !== '')
  return words
    .slice(0, 120)
    .split(/\s(?:or|nor|and)\s|,\s/)
    .map(part => cleanTerm(part))
    .filter(term => !UNSEARCHABLE.test(term))
    .map(term => ({ words: term, quoted: false }))
}

function cleanTerm(part: string): string {
  const bare = part.trim().replace(/^[\s*_'`|]{1,4}|[\s*_'`|]{1,4}$/g, '')
  const cut = /\s(?:in|within|across|throughout|inside|during|on|at|from|until|before|after|while|as)\s/i.exec(
    ` ${bare}`,
  )
  return (cut === null ? bare : bare.slice(0, Math.max(0, cut.index - 1)))
    .replace(LEADING, '')
    .replace(CLAUSE, '')
    .replace(TRAILING, '')
}
