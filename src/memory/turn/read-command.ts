import { firstSentence } from './own-words.ts'

/** What a message tells the memory to do, in the person's own words. */
export type MemoryCommand = {
  readonly verb: 'remember' | 'forget'
  /** What they name. Empty where they mean what was said before: "forget that". */
  readonly what: readonly string[]
  /** Where the command ends in the message. What stands in it is no proposal. */
  readonly end: number
  /** The message is nothing but this command, so the person hears when nothing fits. */
  readonly isAlone: boolean
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
  const found = COMMAND.exec(message)
  const verb = found?.groups?.['verb']?.toLowerCase()
  if (!found || (verb !== 'remember' && verb !== 'forget')) return undefined
  const rest = message.slice(found[0].length)
  const list = LIST.exec(rest)?.[0]
  if (list !== undefined) return listed(verb, message, found[0].length + list.length)
  const { sentence, isQuestion } = firstSentence(rest.replace(LEADING_TO, ''))
  if (isQuestion) return undefined
  const end = message.indexOf(sentence, found[0].length) + sentence.length
  const what = sentence.replace(/[,\s]+please$/i, '')
  const isAlone = /^[\s.!…]*$/.test(message.slice(end)) && !what.includes(',')
  return { verb, what: BEFORE.test(what) ? [] : [what], end, isAlone }
}

/** The lines of a list, up to an empty one. */
function listed(verb: MemoryCommand['verb'], message: string, from: number): MemoryCommand {
  const [list = ''] = message.slice(from).split(/\n[ \t]*\n/)
  const lines = list.split('\n').map(line => line.replace(BULLET, '').trim())
  const what = lines.filter(line => line !== '').slice(0, MAX_LINES)
  return { verb, what, end: from + list.length, isAlone: true }
}

const REFUSAL = /\b(?:don['’]?t|do not) (?:remember|save|store)\b/i

/** Somebody who writes "don't remember that" wants nothing of the message kept. */
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
