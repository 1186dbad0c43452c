/** A number of three digits or more, or letters and digits in one word: it may open something, whatever the sentence says. */
const VALUE = /\d{3,}|\d(?:[ -]\d){2,}|\b(?=\w*\d)(?=\w*\p{L})\w{3,}/u
/** What may be somebody's name: the first word as well, unless sentences begin with it. */
const NAME =
  /(?<=[\p{L}\p{N},;]\s)(?!I\b|I')\p{Lu}\p{L}+|^(?!(?:I|The|A|An|My|Our|We|All|Every|Each|In|On|At|This|That|These|It|There|No|Some|When|For|To)\b)\p{Lu}/u
const MIXED = /[^\p{Script=Latin}\p{N}\p{P}\p{Z}\p{S}]/u

/** Something that is made, not lived. Of what is said of a life, nearly all that no rule can place is delicate after all. */
const WORK =
  /\b(?:stor(?:y|ies)|scenes?|chapters?|novel|poem|draft|manuscript|plot|character|villain|hero|heroine|narrator|script|screenplay|essay|article|paragraph|outline|project|repo|repository|codebase|module|function|release|website|app|blog|song|lyrics)\b/i
const OF_PEOPLE =
  /^(?:i|we|they|he|she|you|people|somebody|someone|my (?!story|novel|poem|draft|manuscript|script|essay|blog|song|project))\b/i

/**
 * May a fact be kept that no rule has placed, because the person asked for it to be remembered? Only if it speaks of a work, and nothing in
 * it could be a code or the name of somebody: what the rules do not know, they cannot know to be harmless.
 */
export function isOrdinary(text: string, kinds: readonly string[]): boolean {
  if (kinds.length !== 1 || kinds[0] !== 'unplaced' || !WORK.test(text) || OF_PEOPLE.test(text)) return false
  return !VALUE.test(text) && !NAME.test(text) && !MIXED.test(text)
}
