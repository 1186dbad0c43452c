import { type Json, type JsonObject, isJsonList, isJsonObject } from '../core/index.ts'

const MAX_WORD = 64 // longer ones are cut on both sides, so they still meet
const MAX_QUERY_WORDS = 256 // a pasted page is searched by its beginning
// Of Latin, Greek and Cyrillic; in other scripts a mark may be half of the word.
const ACCENTS = /[\u0300-\u036f]/g
const SCRIPTS_WITHOUT_SPACES = ['Han', 'Hiragana', 'Katakana', 'Thai', 'Lao', 'Khmer', 'Myanmar']
const UNSPACED = SCRIPTS_WITHOUT_SPACES.map(script => String.raw`\p{scx=${script}}`).join('')
// In scripts without spaces each character is a word, because a search may begin anywhere.
const WORDS = new RegExp(String.raw`(?=[\p{L}\p{N}\p{M}])[${UNSPACED}]|(?:(?![${UNSPACED}])[\p{L}\p{N}\p{M}])+`, 'gu')

/** The words of a text in one form: without case, accents and signs. Both indexes use these, so they find the same. */
export function indexWords(text: string): readonly string[] {
  const plain = text.normalize('NFKD').replace(ACCENTS, '').normalize('NFKC')
  // By way of capitals, because only they know that ß is ss.
  const folded = plain.toUpperCase().toLowerCase()
  return (folded.match(WORDS) ?? []).map(word =>
    word.length > MAX_WORD ? word.slice(0, MAX_WORD).toWellFormed() : word,
  )
}

/** Each different word once. */
export const queryWords = (query: string): readonly string[] =>
  [...new Set(indexWords(query))].slice(0, MAX_QUERY_WORDS)

/** Of the text and of every string in the fields, at any depth. */
export function searchedWords(text: string, fields: JsonObject = {}): readonly string[] {
  const strings = [text]
  collectStrings(fields, strings)
  return strings.flatMap(indexWords)
}

function collectStrings(value: Json, into: string[]): void {
  if (typeof value === 'string') into.push(value)
  else if (isJsonList(value)) for (const item of value) collectStrings(item, into)
  else if (isJsonObject(value)) for (const member of Object.values(value)) collectStrings(member, into)
}
