import { MAX_READ, firstSentence, hasLines } from './own-words.ts'

/** What a message tells the memory to do, in the person's own words. */
export type MemoryCommand = {
  readonly verb: 'remember' | 'forget'
  /** What they name. Empty where they mean what was said before: "forget that". */
  readonly what: readonly string[]
  /** Where the command ends in the message. What stands in it is no proposal. */
  readonly end: number
  /** The message is nothing but this command, so the person hears when nothing fits. */
  readonly isAlone: boolean
  /** The message is one line with this command alone, and names several words: "remember me" may mean anything. */
  readonly isPlain: boolean
}

const COMMAND = /^\s*(?:please\s+|\/)?(?<verb>remember|forget)(?!\s+to\b)(?=[\s:.,!]|$)/i
const LEADING_TO = /^[\s:,]*(?:(?:that|about)\b[\s:,]*)?/i
const LIST = /^[^\n.!?]{0,40}:[ \t]*\n/
const BEFORE = /^(?:it|this)?$/i
const MAX_LINES = 16
const BULLET = /^[\s*•-]+/

/**
 * A message that begins with "remember" or "forget" (or "/remember", "please forget") is a command. It covers its own
 * sentence; behind "remember:" and a line break, each line of the list.
 */
export function readMemoryCommand(message: string): MemoryCommand | undefined {
  if (message.length > MAX_READ) return undefined
  const found = COMMAND.exec(message)
  const verb = found?.groups?.['verb']?.toLowerCase()
  if (!found || (verb !== 'remember' && verb !== 'forget')) return undefined
  const rest = message.slice(found[0].length)
  const list = LIST.exec(rest)?.[0]
  if (list !== undefined) return listed(verb, message, found[0].length + list.length)
  const { sentence, isQuestion } = firstSentence(rest.replace(LEADING_TO, ''))
  if (isQuestion) return undefined
  const end = message.indexOf(sentence, found[0].length) + sentence.length
  const what = sentence.replace(/(?<![,\s])[,\s]+please$/i, '')
  const isLast = /^[\s.!…]*$/.test(message.slice(end))
  const isPlain = isLast && !hasLines(message) && countWords(what) > 1
  return { verb, what: BEFORE.test(what) ? [] : [what], end, isAlone: isLast && !what.includes(','), isPlain }
}

const countWords = (text: string): number => text.split(/\s+/).filter(word => /[\p{L}\p{N}]/u.test(word)).length

/** The lines of a list, up to an empty one. */
function listed(verb: MemoryCommand['verb'], message: string, from: number): MemoryCommand {
  const [list = ''] = message.slice(from).split(/\n[ \t]*\n/)
  const lines = list.split('\n').map(line => line.replace(BULLET, '').trim())
  const what = lines.filter(line => line !== '').slice(0, MAX_LINES)
  return { verb, what, end: from + list.length, isAlone: true, isPlain: false }
}

const REFUSAL = /\b(?:don['’‘ʼ´]?t|do\s{1,9}not|never)\s{1,9}(?:remember|memori[sz]e|save|store|keep|note)\b/i

/** Somebody who writes "don't remember that" or "never store this" wants nothing of the message kept. */
export const refusesMemory = (message: string): boolean => REFUSAL.test(message)

const YES = /^(?:yes|y|yeah|yep|ok|okay|sure)(?: please)?$/
const NO = /^(?:no|n|nope)(?: thanks| thank you)?$/

/** A plain yes or no; whatever says more than that is no answer. */
export function readConsent(message: string): 'yes' | 'no' | undefined {
  const said = message
    .toLowerCase()
    .replace(/[\s.,!]+/g, ' ')
    .trim()
  return YES.test(said) ? 'yes' : NO.test(said) ? 'no' : undefined
}
