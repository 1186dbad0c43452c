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

export type Side = 'scope' | 'term' | 'none'
/** The words around which a sentence turns, and what stands at their left and right. */
export type Frame = {
  readonly pivot: RegExp
  readonly left: Side
  readonly right: Side | 'scope says term' | 'term said scope'
  readonly needsPlace?: true
  readonly isReport?: true
  /** The verb may speak of anything. */
  readonly isLoose?: true
}
const frame = (pivot: string, left: Side, right: Frame['right']): Frame => ({ pivot: new RegExp(pivot, 'i'), left, right })

/** Most telling first; the first that fits is taken. */
export const FRAMES: readonly Frame[] = [
  frame(
    `(?:\\b(?:no|not one|not a single|zero|without (?:any|a)|lacks? any)|(?:\\bnot|n['’]t) (?:(?:see|find|contain|include|have|hold) )?(?:any|a|a single))\\s(?:\\w{1,12}\\s){0,2}?${MENTION}\\s${OF}\\s`,
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
  frame(`\\b(?:nothing|nobody|no one|no-one|none)\\s(?:here |there )?(?:ever )?${SPEAKS}\\s`, 'none', 'term'),
  frame(
    `\\s(?:(?:is|are|was|were)\\s(?:used|${SAID})|appears?|occurs?|stands?)\\sin\\s(?:no|none of(?: the| these| those)?|not one(?: of the)?)\\s`,
    'term',
    'scope',
  ),
  frame('\\bneither\\s', 'none', 'scope says term'),
  frame('\\b(?:not once|nowhere|never|at no point|in no \\w{1,12})\\s(?:is|are|was|were)\\s', 'none', 'term said scope'),
  { ...frame("\\bthere(?:\\s(?:is|was)|['’]s)\\snothing\\s(?:about|on|of)\\s", 'none', 'term'), needsPlace: true },
  frame(`\\s(?:appears?|occurs?|stands?|(?:is|are) (?:used|${SAID}))\\snowhere\\b`, 'term', 'scope'),
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

export const EMPTY_HANDED: RegExp = new RegExp(
  `\\b(?:found|find|there (?:was|were|is|are)|returned|gave|came up with)\\s(?:nothing|none|no ${MENTION})\\b|\\b(?:nothing|none|not) found\\b|\\bno ${MENTION}\\s*(?:[.,)]|$)|:\\s?none\\b`,
  'i',
)
export const LOOKED_FOR: RegExp = new RegExp(`\\b${LOOKED}\\s(.{2,90}?)\\s(?:for|looking for)\\s(.{1,90})$`, 'i')
export const NEGATION: RegExp =
  /\b(?:no|not|never|none|nothing|nobody|neither|nowhere|without|lacks?|absent|missing|fails|zero|cannot)\b|n['’]t\b/i

/** The verb between a place and what it is said not to hold. */
export const SAYS_BETWEEN: RegExp = new RegExp(`\\s(?:ever\\s|even\\s)?${SAYS}\\s`, 'i')

/** "Not once is X mentioned …": what stands between what is missing and the place. */
export const SAID_BETWEEN: RegExp = new RegExp(`\\s(?:ever\\s|even\\s)?${SAID}\\b`, 'i')
