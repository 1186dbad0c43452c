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
}

export type Term = { readonly words: string; readonly quoted: boolean }

const HOW = '(?:(?:ever|even|once|actually|explicitly|directly|specifically|really)\\s){0,2}'
const NEVER = `(?:never|does not|doesn['’]t|do not|don['’]t|did not|didn['’]t|has not|hasn['’]t|fails to)\\s${HOW}`
/** Verbs that speak of words, and those that may speak of anything: the second kind counts only where the place is plainly a file. */
const SPEAKS =
  '(?:mention(?:s|ed)?|references?|referenced|refers? to|referred to|uses? the (?:word|term|name)s?|says? the (?:word|name)s?|says? (?:anything|a word) about|talks? about|speaks? (?:of|about)|discuss(?:es)?|alludes? to|brings? up)'
const HAS = '(?:names?|contains?|includes?|features?|has any|have any|holds?)'
const SAYS = `(?:${SPEAKS}|${HAS})`
const SAID = '(?:mentioned|named|referenced|referred to|found|present|discussed|included|spoken of|talked about|brought up)'
const MENTION =
  '(?:mentions?|references?|sign|trace|occurrences?|instances?|match(?:es)?|hits?|results?|lines?|appearances?|record|words?|talk)'
const OF = '(?:of|to|for|about|with|containing|mentioning|that mentions?|matching)'
const LOOKED = '(?:searched|checked|scanned|looked (?:through|in|at)|read|went through)'

type Side = 'scope' | 'term' | 'none'
/** The words around which a sentence turns, and what stands at their left and right. */
type Frame = {
  readonly pivot: RegExp
  readonly left: Side
  readonly right: Side | 'scope says term'
  readonly needsPlace?: true
  readonly isReport?: true
  /** The verb may speak of anything. */
  readonly isLoose?: true
}
const frame = (pivot: string, left: Side, right: Frame['right']): Frame => ({ pivot: new RegExp(pivot, 'i'), left, right })

/** Most telling first; the first that fits is taken. */
const FRAMES: readonly Frame[] = [
  frame(
    `\\b(?:no|not one|not a single|zero|without (?:any|a)|lacks? any|(?:not|n['’]t) (?:see|find|contain|include|have|hold) (?:any|a|a single))\\s(?:\\w{1,12}\\s){0,2}?${MENTION}\\s${OF}\\s`,
    'scope',
    'term',
  ),
  frame('\\s(?:says?|said|tells? us|contains?|has|holds?)\\snothing\\s(?:about|on|of)\\s', 'scope', 'term'),
  frame('\\s(?:is|are)\\s(?:completely |entirely |wholly )?(?:absent|missing)\\sfrom\\s', 'term', 'scope'),
  frame(
    '\\b(?:no|none of(?: the| these| those)?|not one(?: of the)?|not a single|neither of the|nothing in|nobody in|no one in)\\s(?!one\\b|body\\b|longer\\b|more\\b|doubt\\b|wonder\\b|matter\\b)',
    'none',
    'scope says term',
  ),
  frame(`\\bnothing\\s(?:here |there )?(?:ever )?${SPEAKS}\\s`, 'none', 'term'),
  frame('\\s(?:is|stays|remains)\\ssilent\\s(?:about|on)\\s', 'scope', 'term'),
  frame('\\s(?:goes|go|is|are|remains?)\\s(?:completely |entirely )?(?:unmentioned|unnamed)\\b', 'term', 'scope'),
  frame(`\\s(?:is|are|was|were|gets?|has been|have been)(?:\\s(?:not|never|nowhere)|n['’]t)\\s${HOW}${SAID}\\b`, 'term', 'scope'),
  frame(
    `\\s(?:never|does not|doesn['’]t|do not|don['’]t)\\s${HOW}(?:appears?|occurs?|comes? up|shows? up|stands?|turns? up)\\b`,
    'term',
    'scope',
  ),
  frame(`\\s${NEVER}${SPEAKS}\\s`, 'scope', 'term'),
  { ...frame(`\\s${NEVER}${HAS}\\s`, 'scope', 'term'), isLoose: true },
  { ...frame("\\bthere(?:\\s(?:is|are|was|were)|['’]s)\\s(?:no|not any|not a)\\s", 'none', 'term'), needsPlace: true },
  { ...frame('\\s(?:has|have|contains?|includes?|features?|holds?)\\sno\\s', 'scope', 'term'), isLoose: true },
  { ...frame('\\b(?:I|we)\\s(?:found|find|see|saw)\\sno\\s', 'none', 'term'), needsPlace: true },
  {
    ...frame(
      `\\b(?:could not|couldn['’]t|cannot|can['’]t|did not|didn['’]t|won['’]t|will not)\\s(?:find|see|locate)\\s(?:any\\s)?(?:${MENTION}\\sof\\s)?`,
      'none',
      'term',
    ),
    needsPlace: true,
    isReport: true,
  },
]

const EMPTY_HANDED = new RegExp(
  `\\b(?:found|find|there (?:was|were|is|are)|returned|gave|came up with)\\s(?:nothing|none|no ${MENTION})\\b|\\b(?:nothing|none|not) found\\b|\\bno ${MENTION}\\s*(?:[.,)]|$)|:\\s?none\\b`,
  'i',
)
const LOOKED_FOR = new RegExp(`\\b${LOOKED}\\s(.{2,90}?)\\s(?:for|looking for)\\s(.{1,90})$`, 'i')
const NEGATION = /\b(?:no|not|never|none|nothing|nobody|neither|nowhere|without|lacks?|absent|missing|fails|zero|cannot)\b|n['’]t\b/i

export function findAbsences(sentences: readonly Sentence[]): readonly AbsenceClaim[] {
  return sentences.flatMap(sentence =>
    /\?\s*$/.test(sentence.hidden.slice(-4)) || !NEGATION.test(sentence.hidden) ? [] : (absenceIn(sentence) ?? []),
  )
}

function absenceIn(sentence: Sentence): AbsenceClaim | undefined {
  const searched = searchedInVain(sentence)
  if (searched) return searched
  for (const each of FRAMES) {
    const match = each.pivot.exec(sentence.hidden)
    const claim = match && readFrame(sentence, each, [match.index, match.index + match[0].length])
    if (claim) return claim
  }
  return undefined
}

type Cut = readonly [start: number, end: number]

/** "I searched all files for X and found nothing." */
function searchedInVain({ text, hidden }: Sentence): AbsenceClaim | undefined {
  const vain = EMPTY_HANDED.exec(hidden)
  if (vain === null) return undefined
  const from = Math.max(0, vain.index - 260)
  const looked = LOOKED_FOR.exec(hidden.slice(from, vain.index).replace(/[\s,:;—–-]{0,4}(?:and|but)?(?:\s(?:I|it|there))?\s*$/, ''))
  if (looked === null) return undefined
  const termStart = from + looked.index + looked[0].length - (looked[2]?.length ?? 0)
  const terms = readTerms(text.slice(termStart, termStart + (looked[2]?.length ?? 0)))
  return terms.length === 0 ? undefined : { claim: text.trim(), terms, scope: looked[1]?.trim(), isReport: false, isLoose: false }
}

const RIGHT_END =
  /[;:!?)—–]|,\s(?!(?:or|and|nor)\s)|[.,]\s*$|\s(?:and I|but|so|because|although|though|either|neither|since|while|until)\b/i
const PLACE = /\s(?:in|within|inside|across|throughout|anywhere in|among|from)\s/i
const LEFT_START = /[,;:(]\s?|\b(?:that|but|so|as|since|because|while|however)\s/gi
const LONGEST_SIDE = 160

function readFrame(
  { text, hidden }: Sentence,
  { left, right, needsPlace, isReport, isLoose }: Frame,
  [from, to]: Cut,
): AbsenceClaim | undefined {
  const start = Math.max(0, from - LONGEST_SIDE)
  const before: Cut = [start + lastEnd(hidden.slice(start, from)), from]
  const rest = hidden.slice(to, to + LONGEST_SIDE)
  const after: Cut = [to, to + (RIGHT_END.exec(rest)?.index ?? rest.length)]
  const parts = right === 'scope says term' ? splitSays(hidden, after) : splitPlace(hidden, after, right)
  if (parts === undefined) return undefined
  const words = (cut: Cut | undefined): string => (cut === undefined ? '' : text.slice(...cut).trim())
  const terms = readTerms(words(left === 'term' ? before : parts.term))
  if (terms.length === 0 || (needsPlace && parts.scope === undefined)) return undefined
  const scope = [left === 'scope' ? words(before) : '', words(parts.scope)].filter(each => each !== '').join(' in ')
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
  return place === null ? { term: [from, to] } : { term: [from, from + place.index], scope: [from + place.index + place[0].length, to] }
}

const SAYS_BETWEEN = new RegExp(`\\s(?:ever\\s|even\\s)?${SAYS}\\s`, 'i')

function splitSays(hidden: string, [from, to]: Cut): Parts | undefined {
  const says = SAYS_BETWEEN.exec(hidden.slice(from, to))
  if (says === null) return undefined
  const rest = splitPlace(hidden, [from + says.index + says[0].length, to], 'term')
  return { ...(rest.term && { term: rest.term }), scope: [from, from + says.index] }
}

const anywhere = (hidden: string): string | undefined => /\b(?:anywhere|nowhere|everywhere|all files|the workspace)\b/i.exec(hidden)?.[0]

const LEADING =
  /^(?:(?:any|a|an|the|its|some|such|either|single|further|other|explicit|direct|thing|anything|something|someone|anyone|anybody|about|of|to|that|character|person|place|words?|terms?|names?|phrases?|strings?|called|named|titled|referred to as)\s+)+/i
const TRAILING =
  /(?:\s+(?:anywhere|at all|by name|either|explicitly|directly|itself|yet|so far|whatsoever|in it|there|here|or similar|in these words)|[\s.,)*_])+$/i
const UNSEARCHABLE =
  /^(?:what|how|why|who|whom|whose|when|where|whether|that|which|if|it|him|her|them|this|these|those|he|she|they|us|me|you|anything|everything|nothing|someone|anyone|one|so|much|more)\b|^$/i

/** What is said to be missing: words in quote marks as they stand, others without article; "dragons or wizards" are two. */
export function readTerms(words: string): readonly Term[] {
  const quoted = [...words.matchAll(/["“„«‘]([^"“”„«»]{1,100}?)["”“»’](?![\p{L}\p{N}])/gu)].map(match => ({
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
  const bare = part.trim().replace(/^[\s*_'`]{1,4}|[\s*_'`]{1,4}$/g, '')
  const cut = /\s(?:in|within|across|throughout|inside|during|on|at|from|until|before|after|while|as)\s/i.exec(` ${bare}`)
  return (cut === null ? bare : bare.slice(0, Math.max(0, cut.index - 1))).replace(LEADING, '').replace(TRAILING, '')
}
