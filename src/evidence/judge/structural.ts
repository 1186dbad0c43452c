import { linesOf } from '../match/line-counter.ts'
import { type Lines, findLines, findMentions } from '../reply/places.ts'
import { claimingSentences } from '../reply/refusal.ts'
import { readSentences } from '../reply/sentences.ts'

/** A claim about how something is built, which a line or a section can prove. */
const STRUCTURAL =
  /\b(?:scenes?|chapters?|sections?|headings?|headed|titles?|titled|called|lines?|paragraphs?|outline[sd]?|order|structure[ds]?|first|last|opens?|opening|begins?|beginning|starts?|ends?|ending|closes|comes? (?:before|after)|follows|precedes|between|point of view|POV|narrat(?:es?|ed|ors?|ion)|told (?:by|from|in)|first[- ]person|third[- ]person|listed|lists?|entry|entries|planned|drafted|numbered|words|files?|folders?|bullets?|items?|columns?|count|contains? \w+ (?:scenes|lines|words|entries)|placed|located|stands (?:in|on|at)|appears? (?:in|on|at)|hits?|match(?:es)?|results?|there (?:is|are) (?:\d+|one|two|three|four|five|six|seven|eight|nine|ten|no))\b/i

/** Words that say where, in which order and how many; they need not stand in the place itself. */
const OF_PLACES =
  /^(?:scenes?|chapters?|sections?|headings?|headed|titles?|titled|called|named|lines?|paragraphs?|outlines?|order|structured?|opens?|opening|begins?|beginning|starts?|ends?|ending|closes?|comes?|coming|before|after|follows?|following|precedes?|between|point|view|viewpoint|perspective|pov|eyes|seen|narrat\w*|told|person|lists?|listed|listing|entry|entries|planned|drafted|numbered|words?|files?|folders?|directory|bullets?|items?|columns?|counts?|contains?|holds?|includes?|placed|located|location|stands?|appears?|mention(?:s|ed)?|occurs?|found|finds?|given|gives?|says?|said|states?|speaks?|tells?|set|sets|shown|shows?|cards?|sheets?|characters?|locations?|manuscript|compendium|text|document|names?|title|there|here|where|which|that|this|these|those|with|from|through|into|about|and|the|its|his|her|their|she|him|they|them|for|has|have|had|are|was|were|been|being|does|did|not|but|yes|all|each|both|only|also|same|other|next|one|you|your|story|hits?|match(?:es)?|results?|search(?:es|ed)?|checked|tool|returned|returns|output|receipt|current|currently|altogether|total|exactly|itself|see|alone|once|twice|times|final|part|parts|top|bottom|middle|respectively|according|far|yet|still|already|now|merely|just|see|namely|rcpt_\w+)$/i
/** Words that only join or weigh others: a closed class, of which every language has a few dozen. */
const FUNCTION =
  /^(?:again|anyway|besides|indeed|instead|even|ever|quite|rather|very|really|actually|simply|thus|hence|then|though|although|while|since|because|than|such|some|any|most|more|less|least|every|either|another|who|whom|whose|what|when|why|how|too|however|therefore|moreover|meanwhile|otherwise|overall|perhaps|maybe|likewise|always|usually)$/i
const NUMBER =
  /^(?:\d[\d.,]*(?:st|nd|rd|th)?|zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|last|none|no)$/i
/** One look at a word instead of three. */
const SAYS_NOTHING = new RegExp([OF_PLACES, FUNCTION, NUMBER].map(({ source }) => source).join('|'), 'i')
const LOCATES =
  /\b(?:is|are|stands?|appears?|comes?|begins?|starts?|found|located|placed|given|listed|occurs?)\b.{0,24}\b(?:in|on|at|from) (?:the )?lines? \w+/i
/** Order and lists speak of what lies around the place as well. */
const ORDERS = /\b(?:before|after|follows?|precedes?|between|next|listed|items|bullets)\b/i
const IN_ORDER =
  /\b(scene|chapter|part|act) (\d{1,4})\b.{0,24}\b(?:comes? (before|after)|(precedes|follows))\b.{0,16}?\b\1 (\d{1,4})\b/i

/** The cited place, and what lies around it. */
export type Place = {
  readonly words: string
  readonly around: string
  /** The cited lines alone. */
  readonly near?: string
}

export type Stray = { readonly sentence: string; readonly word?: string }

const RECEIPT = /^\s*(?:the |its )?receipts? (?:is|are|id is)?:? ?(?:rcpt_\w+[, ]*(?:and )?)+[.!]?\s*$/i

/**
 * What an answer says that a bare place cannot prove: a sentence that is not about place, order or number, or a word of it that does not stand
 * there. Where something stands is proved by the place; what it says is not.
 */
export function findStray(answer: string, place: Place): Stray | undefined {
  const there = stemsOf(place.words)
  let near: ReadonlySet<string> | undefined
  const isNear = (word: string): boolean => stands(word, (near ??= stemsOf(place.around)))
  for (const { text, hidden } of claimingSentences(readSentences(answer))) {
    if (RECEIPT.test(hidden)) continue // whether there is such a receipt is looked up elsewhere
    if (isOutOfOrder(hidden)) return { sentence: text.trim() }
    if (!STRUCTURAL.test(hidden) && !isWholePlace(text, place)) return { sentence: text.trim() }
    if (LOCATES.test(hidden)) continue
    const word = contentWords(text).find(each => !stands(each, there) && !(ORDERS.test(hidden) && isNear(each)))
    if (word !== undefined) return { sentence: text.trim(), word }
    if (!ORDERS.test(hidden) && isPutTogether(text, hidden, place.words)) return { sentence: text.trim() }
  }
  return undefined
}

/** A cited line that is hardly more than what the answer names, under the heading that it names: "MIT" under "Licence". */
function isWholePlace(sentence: string, { words, near = '' }: Place): boolean {
  const cited = (near.match(WORDS) ?? []).length
  const named = contentWords(sentence)
  const there = stemsOf(`${words} ${near}`)
  return (
    cited > 0 && cited <= 6 && named.length > 0 && named.length < SAYS_MUCH && named.every(word => stands(word, there))
  )
}

const SAYS_MUCH = 4 // words of the place; fewer name a thing or two, more tell a story
const NEGATED = /\b(?:not|no|never|nor|none|nobody|nothing|neither|without|hardly)\b|n['’]t\b/i

/** The place's own words in another order, or without its "not", may say what it does not. */
function isPutTogether(sentence: string, hidden: string, place: string): boolean {
  const words = contentWords(sentence)
  if (words.length < SAYS_MUCH) return false
  if (NEGATED.test(hidden) !== NEGATED.test(place)) return true
  const there = (place.match(WORDS) ?? []).map(stemOf)
  let at = -1
  for (const word of words) {
    at = there.indexOf(stemOf(word), at + 1)
    if (at < 0) return true
  }
  return false
}

/** Numbered scenes come in the order of their numbers. */
function isOutOfOrder(hidden: string): boolean {
  const [, , first, comes, goes, second] = IN_ORDER.exec(hidden) ?? []
  if (first === undefined) return false
  const isBefore = comes?.toLowerCase() === 'before' || goes?.toLowerCase() === 'precedes'
  return isBefore ? Number(first) > Number(second) : Number(first) < Number(second)
}

/** Where the answer says in which line something stands, and it is another one. */
export function findMisplaced(answer: string, text: string, ranges: readonly Lines[]): Stray | undefined {
  let counts: ReadonlyMap<string, number> | undefined
  const isInOneLine = (word: string): boolean => (counts ??= countLinesOf(text)).get(stemOf(word)) === 1
  const cited = stemsOf(ranges.map(range => linesOf(text, range) ?? '').join('\n'))
  for (const { text: sentence, hidden } of claimingSentences(readSentences(answer))) {
    if (!LOCATES.test(hidden)) continue
    const said = findLines(hidden).flatMap(each => each.lines)
    if (said.length > 0 && !said.some(each => ranges.some(range => each[0] <= range[1] && range[0] <= each[1])))
      return { sentence }
    const words = contentWords(sentence)
    const word = /\blist/i.test(hidden) || words.some(each => stands(each, cited)) ? undefined : words.find(isInOneLine)
    if (word !== undefined) return { sentence, word }
  }
  return undefined
}

/** In how many lines each word stands. */
function countLinesOf(text: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const line of text.split('\n')) for (const stem of stemsOf(line)) counts.set(stem, (counts.get(stem) ?? 0) + 1)
  return counts
}

const WORDS = /[\p{L}\p{N}_]+(?:['’](?=\p{L}{3})\p{L}+)?/gu
const LEAST = 3

/** "In your book" means all of it; an entry's own name is looked up elsewhere. */
const WHOLE_WORK =
  /\b(?:in|of|throughout) (?:the|your|this|our) (?:whole |entire )?(?:book|novel|drafts?|project|workspace|repo)\b|\b\p{L}+(?=\s(?:entry|item)\b)/giu

/** "Right after", "immediately below" */
const HOW_NEAR =
  /\b(?:right|just|straight|shortly|soon|\p{L}{4,}ly)(?=\s(?:after|before|behind|below|above|under|beneath)\b)/giu
/** Both are tried at every word, and most sentences have none that they end with. */
const MAY_SAY_WHERE =
  /entry|item|book|novel|draft|project|workspace|repo|after|before|behind|below|above|under|beneath/iu

/** Names of files are looked for as a whole elsewhere. */
export function contentWords(sentence: string): readonly string[] {
  let [plain, from] = ['', 0]
  for (const { start, end } of findMentions(sentence)) {
    plain += `${sentence.slice(from, start)} `
    from = end
  }
  plain += sentence.slice(from)
  const said = MAY_SAY_WHERE.test(plain) ? plain.replace(WHOLE_WORK, ' ').replace(HOW_NEAR, ' ') : plain
  const words = said.match(WORDS) ?? []
  return words.filter(word => word.length >= LEAST && !SAYS_NOTHING.test(word))
}

const ENDING = /(?<=\p{L}{3})(?:ing|ied|ies|ed|es|ly|s|e|y)$/u
const DOUBLED = /([b-df-hj-np-tv-z])\1$/

/** A look at the last letters comes first: most words have no ending. */
export function stemOf(word: string): string {
  const small = word.toLowerCase()
  const stem = 'gdsye'.includes(small.slice(-1)) ? small.replace(ENDING, '') : small
  return stem.at(-1) === stem.at(-2) ? stem.replace(DOUBLED, '$1') : stem
}

export function stemsOf(text: string): ReadonlySet<string> {
  const stems = new Set<string>()
  for (const word of text.match(WORDS) ?? []) stems.add(word.toLowerCase()).add(stemOf(word))
  return stems
}

const stands = (word: string, stems: ReadonlySet<string>): boolean =>
  stems.has(word.toLowerCase()) || stems.has(stemOf(word))
