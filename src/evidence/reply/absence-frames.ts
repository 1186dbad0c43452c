const HOW = '(?:(?:ever|even|once|so much as|[a-z]{3,12}ly)\\s){0,3}'
const NEVER = `(?:never|does not|doesn['’]t|do not|don['’]t|did not|didn['’]t|has not|hasn['’]t|fails? to|neglects? to)\\s${HOW}`
/** Verbs that speak of words, and those that may speak of anything: the second kind counts only where the place is plainly a file. */
const SPEAKS =
  '(?:mention(?:s|ed)?|references?|referenced|refers? to|referred to|uses? the (?:word|term|name)s?|says? the (?:word|name)s?|says? (?:anything|a word) about|talks? about|speaks? (?:of|about)|discuss(?:es)?|alludes? to|brings? up|touch(?:es)? (?:up)?on|cites?|writes? about|covers?|address(?:es)?|explains?|describes?|deals? with|goes? into|specif(?:y|ies)|documents?|defines?|lists?|calls? for)'
const HAS = '(?:names?|contains?|includes?|features?|has any|have any|holds?)'
const SAYS = `(?:${SPEAKS}|${HAS})`
const SAID =
  '(?:mentioned|named|referenced|referred to|defined|declared|imported|exported|listed|stated|specified|found|present|discussed|included|spoken of|talked about|brought up|cited|hinted at|alluded to|touched on|to be (?:found|seen))'
const MENTION =
  '(?:mentions?|references?|sign|trace|occurrences?|instances?|match(?:es)?|hits?|results?|lines?|appearances?|record|words?|talk|allusions?|hint|syllable)'
const OF =
  '(?:(?:whatsoever|whatever|at all|anywhere)\\s)?(?:of|to|for|about|with|containing|mentioning|that mentions?|matching)'
/** Comes up, is there. */
const STANDS =
  '(?:appears?|occurs?|comes? up|shows? up|stands?|turns? up|features?|figures?|crops? up|pops? up|surfaces?|exists?|gets? (?:a mention|mentioned|named)|makes? an appearance|makes? it into)'
const LOOKED = '(?:searched|checked|scanned|looked (?:through|in|at)|read|went through)'

export type Side = 'scope' | 'term' | 'none'
/** How what stands behind the pivot is parted. */
export type Order = Side | 'scope says term' | 'term said scope' | 'scope aux term'
/** The words around which a sentence turns, and what stands at their left and right. */
export type Frame = {
  readonly pivot: RegExp
  readonly left: Side
  readonly right: Order
  readonly needsPlace?: true
  readonly isReport?: true
  /** The verb may speak of anything. */
  readonly isLoose?: true
}
const frame = (pivot: string, left: Side, right: Frame['right']): Frame => ({
  pivot: new RegExp(pivot, 'i'),
  left,
  right,
})

/** Most telling first; the first that fits is taken. */
export const FRAMES: readonly Frame[] = [
  frame(
    `(?:\\b(?:no|not one|not a single|zero|0|without (?:any|a)|lacks? (?:any|a)|(?:free|devoid) of (?:any|all))|(?:\\bnot|n['’]t) (?:(?:see|find|contain|include|have|hold) )?(?:any|a|a single))\\s(?:\\w{1,12}\\s){0,2}?${MENTION}\\s(?:(?:is|are|was|were)\\s(?:ever\\s)?made\\s)?(?:at any (?:point|time)\\s)?${OF}\\s`,
    'scope',
    'term',
  ),
  frame(
    '\\s(?:says?|said|tells? us|contains?|has|have|holds?|offers?|gives?)\\snothing\\s(?:[a-z]{2,8}\\s){0,3}?(?:about|on|of|regarding|concerning)\\s',
    'scope',
    'term',
  ),
  frame('\\s(?:is|are)\\s(?:[a-z]{3,12}ly )?(?:absent|missing|gone|left out)\\s(?:from|in|of)\\s', 'term', 'scope'),
  {
    ...frame(
      '\\s(?:is|are|stays?|remains?)\\s(?:[a-z]{3,12}ly )?(?:absent|missing|unmentioned|unnamed)(?=\\s*(?:[.,;:!]|$))',
      'term',
      'none',
    ),
    isLoose: true,
  },
  frame(
    '\\s(?:gets?|receives?|finds?|has|have|earns?)\\sno\\s(?:mention|reference|place|entry|appearance)s?\\b',
    'term',
    'scope',
  ),
  frame(
    '\\sis the only (?:one|scene|chapter|file|card)\\s(?:without|lacking|that lacks|(?:that|which) (?:does not|never) (?:mention|contain|use)s?)\\s',
    'scope',
    'term',
  ),
  frame('\\bnowhere in\\s', 'none', 'scope aux term'),
  frame(
    '\\b(?:at no point|never|nowhere|not once|in no (?:scene|file|chapter))\\s(?:does|do|did)\\s',
    'none',
    'scope says term',
  ),
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
  frame('\\bneither\\s(?!of\\b)', 'none', 'term said scope'),
  { ...frame('\\b(?:look|search|hunt)(?:ed|ing)?\\sin vain for\\s', 'none', 'term'), needsPlace: true },
  frame(
    '\\b(?:not once|nowhere|never|at no point|in no \\w{1,12})\\s(?:is|are|was|were)\\s',
    'none',
    'term said scope',
  ),
  { ...frame("\\bthere(?:\\s(?:is|was)|['’]s)\\snothing\\s(?:about|on|of)\\s", 'none', 'term'), needsPlace: true },
  frame(`\\s(?:appears?|occurs?|stands?|(?:is|are) (?:used|${SAID}))\\snowhere\\b`, 'term', 'scope'),
  { ...frame('\\bnothing\\s(?:about|on|of|regarding|concerning|like)\\s', 'none', 'term'), needsPlace: true },
  frame(`\\s${SAYS}\\sneither\\s`, 'scope', 'term'),
  frame(
    '\\s(?:is|are|stays?|remains?|keeps?)\\s(?:[a-z]{3,12}ly )?(?:silent|quiet|mum)\\s(?:about|on)\\s',
    'scope',
    'term',
  ),
  frame('\\s(?:goes|go|is|are|remains?)\\s(?:completely |entirely )?(?:unmentioned|unnamed)\\b', 'term', 'scope'),
  frame(
    `(?:\\s(?:is|are|was|were|gets?|has been|have been)(?:\\s(?:not|never|nowhere)|n['’]t)|\\s?[|:–—]\\s*(?:not|never))\\s${HOW}${SAID}\\b`,
    'term',
    'scope',
  ),
  frame(
    "\\s(?:cannot|can ?not|can['’]t|could not|couldn['’]t|will not|won['’]t)\\s(?:even\\s)?be\\s(?:found|seen|read|located|spotted)\\b",
    'term',
    'scope',
  ),
  { ...frame('\\s?[|:–—?]\\s*not (?:anywhere )?in\\s', 'term', 'scope'), isLoose: true },
  frame(`\\s${NEVER}${STANDS}\\b`, 'term', 'scope'),
  {
    ...frame(
      `\\s(?:is|are|was|were)(?:\\s(?:not|never)|n['’]t)\\s${HOW}(?=(?:in )?there\\s*(?:[.,;!]|$|either|at all))`,
      'term',
      'scope',
    ),
    isLoose: true,
  },
  {
    ...frame(
      "\\s(?:is|are|was|were)(?:\\s(?:not|never)|n['’]t)\\s(?:anywhere |there |a word |to be (?:found|seen|read) |part ){0,2}(?:in|among|within|of)\\s",
      'term',
      'scope',
    ),
    isLoose: true,
  },
  frame(`\\s${NEVER}${SPEAKS}\\s`, 'scope', 'term'),
  { ...frame('\\b(?:no|not a single|not one|zero)\\s', 'none', 'term said scope'), needsPlace: true },
  { ...frame(`\\s${NEVER}${HAS}\\s`, 'scope', 'term'), isLoose: true },
  {
    ...frame(
      "\\bthere(?:(?:\\s(?:is|are|was|were)|['’]s)\\s(?:no|not any|not a)|\\s(?:is|are|was|were)n['’]t (?:any|an?))\\s",
      'none',
      'term',
    ),
    needsPlace: true,
  },
  {
    ...frame(
      '\\s(?:has|have|contains?|includes?|features?|holds?)\\s(?:no|zero|not (?:a single|one|any))\\s',
      'scope',
      'term',
    ),
    isLoose: true,
  },
  { ...frame(`\\s${NEVER}have\\s`, 'scope', 'term'), isLoose: true },
  {
    ...frame('\\s(?:lacks?|omits?|(?:is|are) (?:devoid|free) of|(?:is|are) without)\\s', 'scope', 'term'),
    isLoose: true,
  },
  { ...frame('\\b(?:I|we)\\s(?:found|find|see|saw)\\sno\\s', 'none', 'term'), needsPlace: true },
  {
    ...frame(
      `\\b(?:could not|couldn['’]t|cannot|can['’]t|did not|didn['’]t|won['’]t|will not|do not|don['’]t)\\s(?:find(?! out)|see|locate|come across|encounter|meet|spot|hear of|read of)\\s(?:any\\s)?(?:${MENTION}\\sof\\s)?`,
      'none',
      'term',
    ),
    needsPlace: true,
    isReport: true,
  },
]

const NOTHING = `(?:nothing|none|empty|zero|(?:no|0|zero) (?:[a-z]{3,12} )?${MENTION})`
export const EMPTY_HANDED: RegExp = new RegExp(
  `\\b(?:found|finds?|got|had|produced|brought(?: up)?|revealed|there (?:was|were|is|are)|return(?:s|ed)|gave|gives|yield(?:s|ed)|show(?:s|ed)|turn(?:s|ed) up|c[ao]mes? (?:up|back)(?: with)?)\\s${NOTHING}\\b|\\b(?:nothing|none|not) found\\b|\\bnothing (?:came|turned|comes|turns) up\\b|\\bdr[ae]ws? a blank\\b|\\b(?:in vain|to no avail|without success)\\b|\\b(?:no|0|zero) ${MENTION}\\s*(?:[.,)]|$)|[:,–—-]\\s?(?:none|nothing|zero|0)(?=\\s*(?:[.,;)]|$))`,
  'i',
)
/** "searched S for X", and "a search for X in S". */
export const LOOKED_FOR: RegExp = new RegExp(
  `\\b(?:${LOOKED}|searching|checking|scanning)\\s(.{2,90}?)\\s(?:for|looking for)\\s(.{1,90})$`,
  'i',
)
export const SEARCH_FOR: RegExp =
  /\b(?:search(?:es|ing|ed)?|look(?:ed|ing)?|grep(?:ped|ping)?|quer(?:y|ied)|scan(?:ned)?|checked)\s(?:for\s)?(.{1,60}?)\s(?:in|across|throughout|within|over)\s(.{2,90})$/i
export const NEGATION: RegExp =
  /\b(?:no|not|never|none|nothing|nobody|neither|nowhere|without|lacks?|omits?|absent|missing|devoid|free of|fails|neglects|zero|0|cannot|empty|blank|vain|avail|unmentioned|unnamed|silent|gone|left out)\b|n['’]t\b/i

const BETWEEN = '(?:ever\\s|even\\s|so much as\\s|[a-z]{3,12}ly\\s){0,2}'
/** The verb between a place and what it is said not to hold. */
export const SAYS_BETWEEN: RegExp = new RegExp(`\\s${BETWEEN}${SAYS}\\s`, 'i')

/** "Not once is X mentioned …", "no X appears in …": what stands between what is missing and the place. */
export const SAID_BETWEEN: RegExp = new RegExp(
  `\\s(?:(?:is|are|was|were|gets?) )?${BETWEEN}(?:${SAID}|${STANDS})\\b`,
  'i',
)

/** "Nowhere in S will you find X", "nowhere in S is X mentioned". */
export const AUX_BETWEEN: RegExp =
  /,?\s(?:(?:will|can|do|did|could|would) (?:you|we|I|one|they)\s(?:find|see|read (?:of|about)|hear (?:of|about)|come across|meet|spot)|is|are|was|were|does|do)\s/i

/** "never uses the word X for Dorrit" says what for, and may use it for others. */
const QUALIFIED = /"\u{e000}+" (?:for|about|as) (?:\p{Lu}|her\b|him\b|it\b|them\b)/u

const CONDITION =
  /^\W*(?:if|unless|suppose|imagine)\b[^,;:]{0,120}\b(?:not|no|never|without)\b|^\W*(?:if|unless|suppose|imagine)\b[^,;:]{0,120}n['’]t\b/i

/** Supposed, or denied for some use only: then nothing is said to be missing. */
export const isExcused = (hidden: string): boolean => QUALIFIED.test(hidden) || CONDITION.test(hidden)
