/** What the words around a call say about it: that it is made now, that it is only talked about, or nothing. */
export type Stance = 'announces' | 'talks' | 'silent'

const RUN = '(?:run|call|execute|send|invoke|issue|perform|make|use|do)'
const NOT =
  "(?:do not|don['’]t|never|must not|mustn['’]t|should not|shouldn['’]t|will not|won['’]t|would not|wouldn['’]t|cannot|can['’]t|not going to)"
const NEGATED = new RegExp(`\\b${NOT}\\s+(?:\\w+\\s+){0,2}${RUN}\\b(?! (?:any|the other|another))|\\b(?:instead of|rather than)\\b`, 'i')
const POINTS = /\b(?:this|that|these|it|following|below)\W*$/i // `Do not run this.`
const EXAMPLE =
  /\b(?:for example|for instance|e\.g\.|(?:an?|another|some|few|following) (?:[\w-]+ ){0,2}examples?|(?:example|sample) (?:\w+ )?(?:call|request|invocation|usage)s?|hypothetical(?:ly)?|beispiele?|z\. ?b\.|exemples?|ejemplos?|esempio|exemplo)(?![\w-])|^\W*examples?\b|\bexamples?\W*$|例如|比如|示例|例えば/i
const GENERIC =
  /\bsomething like\b|\b(?:an?|any|every|each|such) (?:[\w-]+ ){0,3}(?:call|invocation)s?\b.*\b(?:looks?|written|has|have|consists?)\b/i
const ATTRIBUTED =
  /\b(?:documentation|docs?|readme|manual|logs?|spec(?:ification)?|paper|transcript|history|tutorial|article)\b.{0,40}\b(?:says?|said|contains?|shows?|reads?|states?|has)\b/i
const PERMISSION =
  /\b(?:do you want|would you like|shall i|should i|may i|want me to|is (?:this|that) (?:ok|okay|right|correct|what you))\b[^.!]*\?\W*$/i
const CONDITION =
  /\b(?:if you (?:want|wish|like|confirm|agree|approve|prefer)|once you|(?:after|when|until) you (?:confirm|approve|agree))\b/i
const ANNOUNCED =
  /^(?:(?:ok|okay|sure|alright|great|first|now|next|then|so|and)\b[,.!:\s]*)*(?:i(?:['’]ll| will| am going to|['’]m going to|['’]m| am now)\b|let me\b|let['’]s\b|(?:now )?(?:calling|invoking|running|executing|using)\b)/i
const UNSURE = /\b(?:not|never|would|could|should|might|may|if|once|unless|until|when|after|whether|but|maybe|perhaps|\w+n['’]t)\b/i
const LIST_ITEM = /^(?:[-*•]|\d+[.)])\s/
const ENDED = /[.!]["'”)*]*$/
const SENTENCE_BREAK = /(?<=[.!?])\s+(?=["'“*`]*\p{Lu})/u
const SHOWN_ONLY =
  /^\W*(?:this|that|these|it|the above|the (?:call|block|code|json|yaml) above)\b.{0,60}\b(?:example|illustration|template|placeholder)s?\b/i
const FORBIDS = new RegExp(`\\b(?:do not|don['’]t|never|not to) (?:\\w+ )?${RUN} (?:it|this|that|them|these)\\b`, 'i')
const LONGEST = 400 // characters of prose that can speak about a call next to it

/** By the sentence that leads to the call; a list item speaks for the line that opens its list, too. */
export function stanceOf(before: string): Stance {
  const text = before.slice(-LONGEST).replace(/[`*_>\s]+$/, '')
  if (text === '') return 'silent'
  const lines = text.split('\n').map(line => line.trim())
  const stance = stanceOfSentence(lastSentence(lines.at(-1) ?? ''))
  if (stance !== 'silent' || !LIST_ITEM.test(lines.at(-1) ?? '')) return stance
  const opening = lines.findLast(line => line !== '' && !LIST_ITEM.test(line))
  return opening === undefined ? 'silent' : stanceOfSentence(lastSentence(opening))
}

/** By what follows the block that it stands in. */
export function talksBehind(after: string): boolean {
  const [line = ''] = after.slice(0, LONGEST).trim().split('\n')
  const [first = ''] = line.split(SENTENCE_BREAK)
  return SHOWN_ONLY.test(first) || FORBIDS.test(line) || PERMISSION.test(first)
}

/** Would somebody who says this make the call now, without a doubt or a condition? */
export const announces = (sentence: string): boolean => ANNOUNCED.test(plain(sentence)) && !UNSURE.test(sentence)

function stanceOfSentence(sentence: string): Stance {
  const isEnded = ENDED.test(sentence) && !/\be\.g\.$/i.test(sentence)
  if (NEGATED.test(sentence) && (!isEnded || POINTS.test(sentence))) return 'talks'
  if (announces(sentence)) return 'announces'
  if (PERMISSION.test(sentence) || CONDITION.test(sentence)) return 'talks'
  return !isEnded && [EXAMPLE, GENERIC, ATTRIBUTED].some(pattern => pattern.test(sentence)) ? 'talks' : 'silent'
}

const lastSentence = (line: string): string => line.split(SENTENCE_BREAK).at(-1) ?? ''
const plain = (sentence: string): string => sentence.replace(/^[\s#>*_"'-]+/, '')
