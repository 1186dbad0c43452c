/** Words of the person in one of their messages. */
export type OwnWords = {
  readonly text: string
  readonly start: number
  readonly end: number
  /** Whole sentences of a short message of one line that quotes nobody, so nothing was torn out of its context. */
  readonly isPlain: boolean
}

export const MAX_READ = 20_000 // characters; a longer message was not typed
const MAX_PLAIN = 600 // characters; a longer message may hold a text that was pasted
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]/u

/** Behind a line break may stand a text that was pasted. */
export const hasLines = (message: string): boolean => /[\n\r\v\f\u0085\u2028\u2029]/.test(message.trim())

/** Code, quoted lines and quotations: words of somebody else. */
const QUOTED: readonly RegExp[] = [
  /^[ \t]*(?<fence>`{3,}|~{3,})[^]*?(?:^[ \t]*\k<fence>|$(?![^]))/gm,
  /^[ \t]*>.*$/gm,
  /`[^`\n]*`|"[^"\n]*"|“[^“”\n]*”|«[^«»\n]*»|„[^„“”\n]*[“”]/g,
  /(?<![\p{L}\p{N}’'])['‘][^'‘\n]*?['’](?![\p{L}\p{N}])/gu,
]
const blank = (text: string): string => text.replace(/[^\n]/g, '\0')

/** A dot behind a word without a vowel ("Dr.", "Mrs.", "J.") ends no sentence. */
const FULL_STOP = String.raw`(?<!(?<![\p{L}\p{N}])[b-df-hj-np-tv-xz]{1,4})\.`
const SENTENCE_END = new RegExp(String.raw`(?:${FULL_STOP}|[!?…]){1,10}(?=\s|$)|[。！？\n]`, 'iu')
const BEFORE_SENTENCE = new RegExp(String.raw`(?:^|[!?…。！？\n]|${FULL_STOP})[\s*•-]{0,20}$`, 'iu')
const BEHIND_SENTENCE = /^[.!…]{0,10}[ \t]*(?:\n|$)|^[.!…]{1,10}\s|^[。！]/
const BEHIND_QUESTION = /^\s*[?？]/
const BEHIND_COLON = /:\s/ // what follows is material to work on

/** The first sentence of a text, without what ends it. */
export function firstSentence(text: string): { readonly sentence: string; readonly isQuestion: boolean } {
  const end = SENTENCE_END.exec(text)
  return { sentence: text.slice(0, end?.index).trim(), isQuestion: /[?？]/.test(end?.[0] ?? '') }
}

/**
 * Finds words in a message: not in a quotation, not as a question, not behind a colon. Case, spaces and the kind of
 * apostrophe do not matter.
 */
export function findOwnWords(wanted: string, message: string): OwnWords | undefined {
  if (message.length > MAX_READ || wanted.length > MAX_READ) return undefined
  const words = wanted.replace(/^[\s\p{P}]+|(?<![\s\p{P}])[\s\p{P}]+$/gu, '').split(/\s+/)
  const isStatement = words.length > 1 || UNSPACED.test(wanted) // "yes" is no fact
  if (!isStatement) return undefined
  const own = QUOTED.reduce((text, pattern) => text.replace(pattern, blank), message)
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])${words.map(spelling).join('\\s+')}(?![\\p{L}\\p{N}])`, 'iu')
  const found = pattern.exec(own)
  if (!found) return undefined
  const [start, end] = [found.index, found.index + found[0].length]
  const [before, behind] = [own.slice(0, start), own.slice(end)]
  if (BEHIND_QUESTION.test(behind) || BEHIND_COLON.test(before)) return undefined
  const isWhole = BEFORE_SENTENCE.test(before) && BEHIND_SENTENCE.test(behind)
  const isPlain = isWhole && own === message && message.length <= MAX_PLAIN && !hasLines(message)
  return { text: message.slice(start, end), start, end, isPlain }
}

const spelling = (word: string): string =>
  word.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`).replace(/['’‘ʼ´]/g, "['’‘ʼ´]")
