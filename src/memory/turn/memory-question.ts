import { sameText } from '../subject.ts'
import { searchWords, stem, wordsOf } from '../book/search-words.ts'
import type { Pending } from '../fact.ts'

const MAX_ASKED = 5
const ASKS =
  /\b(?:should i|shall i|may i|can i|could i|do you want me to|would you like me to|want me to|is it (?:ok|okay|fine|alright) (?:if i|to|for me to))\b[^?\n]{0,40}?\b(?:remember|memori[sz]e|save|store|keep|note|make a note)\b/gi
const QUOTED = /“[^“”]*”|"[^"]*"/g
/** Says when or where it is kept, not what. */
const KEPT_FOR = /,? (?:for|in) (?:the |our |your |my )?(?:future|later|next|memory|reference|other|coming)\b.*$/i
const MAX_QUESTION = 600
const MAX_AFTER = 80

/** What is put to the person at the end of an answer, in the form in which his reply is understood. */
export function memoryQuestion(asked: readonly Pick<Pending, 'text'>[]): string {
  const quoted = asked.slice(0, MAX_ASKED).map(({ text }) => `“${text}”`)
  return quoted.length === 0 ? '' : `Should I remember ${quoted.join(' and ')}?`
}

/** What the last question of a text would like to remember; undefined if it asks for something else. */
export function askedIn(text: string): string | undefined {
  const mark = text.lastIndexOf('?')
  if (mark < 0 || text.length - mark > MAX_AFTER) return undefined
  const line =
    text
      .slice(Math.max(0, mark - MAX_QUESTION), mark)
      .split('\n')
      .at(-1) ?? ''
  const start = [...line.matchAll(ASKS)].at(-1)
  if (!start) return undefined
  const what = line.slice(start.index + start[0].length)
  // Another sentence has begun since, so the mark belongs to that one.
  if (/[.?!]\s/.test(what.replace(QUOTED, ''))) return undefined
  return what.replace(KEPT_FOR, '')
}

/** Does the question speak of this fact? Half of its telling words must stand there. */
export function speaksOf(question: string, text: string): boolean {
  if (sameText(question).includes(sameText(text))) return true
  const asked = new Set(wordsOf(question).map(stem))
  const telling = [...new Set(searchWords(text).telling.map(stem))]
  const shared = telling.filter(word => asked.has(word)).length
  return shared > 0 && shared * 2 >= telling.length
}

const YES =
  /^(?:yes|yeah|yep|yup|y|sure|ok|okay|please do|go ahead|do it|do that|of course|absolutely|definitely|certainly|by all means|sounds good|please remember it|remember it)(?: (?:please|thanks|thank you|do|do it|do so|do that|go ahead|remember it|remember that|remember this|remember them|save it|store it|keep it|note it|you can|you may|you should|that's fine|please do|of course|sure|all|both|them|all of them|both of them|yes)){0,4}$/
const NO =
  /^(?:no|nope|nah|n|don't|do not|rather not|please don't|better not|never|never mind|not now|no need|forget it|i'd rather not)(?: (?:thanks|thank you|please|don't|do not|remember it|remember that|remember this|save it|store it|keep it|it|that|this|not|need|way|no)){0,4}$/
const TURNS_BACK = /\b(?:no|not|don't|do not|but|except|only|actually|wait|instead|rather|stop|just)\b/

/** A plain yes or no; whatever says more than that is no answer. `words` must be the user's own. */
export function replyIn(words: string): 'yes' | 'no' | undefined {
  const lower = words
    .slice(0, MAX_QUESTION)
    .toLowerCase()
    .replace(/[’‘ʼ´]/g, "'")
    .trim()
  const [first = '', ...others] = lower.split(/[.!?\n]+/).map(part => part.replace(/[,;\s]+/g, ' ').trim())
  const rest = others.join(' ')
  if (NO.test(first)) return /\b(?:yes|yeah|please remember|actually|wait)\b/.test(rest) ? undefined : 'no'
  return YES.test(first) && !TURNS_BACK.test(rest) ? 'yes' : undefined
}
