import { type Json, isJsonList, isJsonObject } from '../core/index.ts'
import { keyWords } from './key-words.ts'

const SECRET_WORDS =
  /^(?:pass(?:word|wd|phrase|code)?|pwd|secrets?|tokens?|credentials?|auth|authorization|apikey|cookies?)$/
const SECRET_PAIRS = /\b(?:api|private|access|secret|signing|encryption) keys?\b/

/** What stands under a key that sounds like a secret is replaced by its length: a judge needs to know that it is there, not what it is. */
export function hideSecrets(value: Json): Json {
  if (isJsonList(value)) return value.map(hideSecrets)
  if (!isJsonObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key, isSecretKey(key) ? hide(member) : hideSecrets(member)]),
  )
}

function hide(value: Json): Json {
  if (typeof value === 'string') return `[hidden, ${value.length} characters]`
  return typeof value === 'object' && value !== null ? `[hidden, ${JSON.stringify(value).length} characters]` : value
}

function isSecretKey(key: string): boolean {
  const words = keyWords(key)
  return words.some(word => SECRET_WORDS.test(word)) || SECRET_PAIRS.test(words.join(' '))
}
