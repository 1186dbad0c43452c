import { worded } from '../../core/index.ts'

/** A piece of a message that states, asks or wants one thing, and where it stands. */
export type Clause = {
  readonly start: number
  readonly end: number
  readonly text: string
  readonly asked: boolean
  /** It only plays with the thought: "if", "imagine", "let's say". */
  readonly supposed: boolean
  /** The first of its sentence; only that one can turn into a command. */
  readonly first: boolean
  readonly paragraph: number
}

const MAX_CLAUSES = 400
// Every repetition is bounded, so that no text makes it slow.
const SENTENCE_END = /[.!?…]{1,10}["'”’)\]]{0,3}(?=\s|$)|[;\n]/g
const ABBREVIATION = /(?:^|[\s(])(?:mr|mrs|ms|dr|st|prof|no|vs|etc|e\.g|i\.e|a\.m|p\.m|approx|dept|jr|sr|[a-z])$/i
const SUPPOSED = worded(
  /\b(?:if|unless|suppose|supposing|imagine|imagining|pretend|pretending|hypothetically|what if|let's say|lets say|let us say|let’s say|assume|assuming|say that i|wish|would be|were to|might|maybe|perhaps|role-?play|in the story|in my dream|in a story|once upon)\b/i,
)
/** A polite end, and no condition. */
const HARMLESS_IF = worded(
  /,?\s{0,3}(?:if (?:that|it) (?:helps|matters|is useful)|if you (?:want|wonder|need|like|must know)|if you're wondering)\b[^.!?\n]*/gi,
)
const TAG = /,\s*(?:right|correct|no|yes|isn't it|don't i|do i|am i not|aren't i|isn't he|isn't she|remember)\s*\?/i
/** Where a second statement of the user, or a request or question, begins within a sentence. */
const JOINT =
  /(?:,\s{0,3}|\s{1,3})(?:and|but|so|because|since|though|although|while|as)\s{1,3}(?=(?:i|i'm|i’m|i've|i’ve|my|we|we're|our|remember|please|can|could|would|what|which|who|how|where|when|why)\b)|(?<!\b(?:from now on|from today on|going forward|in future|in the future|henceforth)),\s{1,3}(?=(?:so|please|can|could|would|will|what|what's|which|who|how|where|when|why|is|are|do|does|did|just so|if|any|i|i'm|i’m|my|we|our|remember|keep|make|thanks|tell|help|give|write|show)\b)/gi

const LEADING = /[\s,;:.!?…"'”’)\]*•-]/
const TRAILING = /[\s,;:.!?…]/

export function clausesOf(text: string): readonly Clause[] {
  const clauses: Clause[] = []
  let paragraph = 0
  for (const [start, end] of sentencesOf(text)) {
    if (clauses.length >= MAX_CLAUSES) break
    if (text.slice(Math.max(0, start - 2), start).includes('\n\n')) paragraph++
    addClauses(clauses, { text, start, end, paragraph })
  }
  return clauses
}

function sentencesOf(text: string): readonly (readonly [number, number])[] {
  const found: (readonly [number, number])[] = []
  let from = 0
  for (const { index, 0: mark } of text.matchAll(SENTENCE_END)) {
    if (mark === '.' && ABBREVIATION.test(text.slice(Math.max(from, index - 10), index)) && index + 1 < text.length)
      continue
    found.push([from, index + mark.length])
    from = index + mark.length
  }
  if (from < text.length) found.push([from, text.length])
  return found
}

type Sentence = { readonly text: string; readonly start: number; readonly end: number; readonly paragraph: number }

function addClauses(into: Clause[], { text, start, end, paragraph }: Sentence): void {
  const sentence = text.slice(start, end)
  const asks = /\?["'”’)\]]*\s*$/.test(sentence)
  const supposed = SUPPOSED.test(sentence.replace(HARMLESS_IF, ''))
  const tagged = TAG.test(sentence)
  const cuts = [...sentence.matchAll(JOINT)]
  let from = 0
  for (const [at, cut] of [...cuts, undefined].entries()) {
    const to = cut?.index ?? sentence.length
    const piece = trimmed(sentence, from, to)
    const last = at === cuts.length
    if (piece)
      into.push({
        start: start + piece.from,
        end: start + piece.to,
        text: piece.text,
        asked: tagged || (asks && last),
        supposed,
        first: at === 0,
        paragraph,
      })
    from = cut ? cut.index + cut[0].length : to
  }
}

function trimmed(
  text: string,
  from: number,
  to: number,
): { readonly from: number; readonly to: number; readonly text: string } | undefined {
  let [first, last] = [from, to]
  while (first < last && LEADING.test(text.charAt(first))) first++
  while (first < last && TRAILING.test(text.charAt(last - 1))) last--
  return first === last ? undefined : { from: first, to: last, text: text.slice(first, last) }
}
