import { readNumber, readOrdinal } from '../reply/number-words.ts'
import { stemOf } from './structural.ts'

/** A number, and the words to which it belongs: those behind it, and those before it. */
export type Slot = {
  readonly kind: 'count' | 'date' | 'time'
  readonly value: string
  readonly behind: readonly string[]
  readonly before: readonly string[]
  /** Nothing else stands in its part of the text: a cell of a table. */
  readonly isAlone: boolean
  /** "Once", "twice". */
  readonly isOften?: true
}

const TOKEN = /\d[\d.,:]*\d(?:st|nd|rd|th)?|\d(?:st|nd|rd|th)?|[\p{L}][\p{L}'’]*(?:-\p{L}+)*|[.;:!?,()|—–"“”\n]/gu
const BREAK = /^[.;:!?,()|—–"“”\n]$/
const UNITS =
  /^(?:a|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)(?:-\p{L}+)?|hundred|thousand|dozen)$/iu
const MONTH = /^(?:January|February|March|April|May|June|July|August|September|October|November|December)$/i
const CLOCK = /^\d{1,2}[.:]\d\d$/
/** They bind words together and say nothing by themselves. */
export const OF_NOTHING: RegExp =
  /^(?:an?|the|this|that|these|those|of|in|on|at|to|by|with|for|from|into|as|than|and|or|but|nor|so|if|because|while|when|where|which|who|whom|whose|what|how|it|its|he|she|they|we|i|you|his|her|their|my|your|our|him|them|me|us|there|here|not|no|only|just|also|even|still|all|both|each|every|about|around|per|out|up|over|under|between|after|before|until|since|through|during|one|some|any|other|another|more|most|less|last|next)$/i
export const AUXILIARY: RegExp =
  /^(?:is|are|was|were|be|been|being|has|have|had|do|does|did|will|would|can|could|should|may|might|must)$/i
const REACH = 3

/** Most sentences hold no number, and this tells it sooner. */
export const mayCount = (text: string): boolean =>
  /\d|one|two|three|four|fi[vf]|six|seven|eight|nin|ten|eleven|twel|thir|twen|hundred|thousand|dozen|once|thrice|first|second/i.test(
    text,
  )

/** The numbers of a text, in order. */
export function slotsIn(text: string): readonly Slot[] {
  const tokens = text.match(TOKEN) ?? []
  const slots: Slot[] = []
  for (let at = 0; at < tokens.length; at++) {
    const read = readSlot(tokens, at)
    if (read === undefined) continue
    const end = at + read.length
    const [previous, next] = [tokens[at - 1], tokens[end]]
    const isAlone = (previous === undefined || BREAK.test(previous)) && (next === undefined || BREAK.test(next))
    slots.push({ ...read, behind: wordsBehind(tokens, end), before: wordsBefore(tokens, at), isAlone })
    at = end - 1
  }
  return slots
}

type Read = Pick<Slot, 'kind' | 'value' | 'isOften'> & { readonly length: number }

function readSlot(tokens: readonly string[], at: number): Read | undefined {
  const token = tokens[at] ?? ''
  const isDated = MONTH.test(tokens[at + 1] ?? '') || MONTH.test(tokens[at - 1] ?? '')
  if (/^\d/.test(token)) return readFigures(token, isDated)
  if (UNITS.test(token)) return readSpelled(tokens, at)
  const often = ['once', 'twice', 'thrice'].indexOf(token.toLowerCase())
  if (often >= 0) return { kind: 'count', value: String(often + 1), isOften: true, length: 1 }
  const order = /(?:th|first|second|third)$/i.test(token) ? readOrdinal(token) : undefined
  return order === undefined ? undefined : { kind: 'date', value: String(order), length: 1 }
}

function readFigures(token: string, isDated: boolean): Read | undefined {
  const plain = token.replace(/(?:st|nd|rd|th)$/, '')
  if (CLOCK.test(plain)) return { kind: 'time', value: plain.replace(':', '.'), length: 1 }
  const value = Number(plain.replace(/,(?=\d{3})/g, ''))
  const isYear = /^(?:1[5-9]|20)\d\d$/.test(plain)
  return Number.isFinite(value)
    ? { kind: isYear || isDated || plain !== token ? 'date' : 'count', value: String(value), length: 1 }
    : undefined
}

function readSpelled(tokens: readonly string[], at: number): Read | undefined {
  let end = at
  while (
    UNITS.test(tokens[end] ?? '') ||
    (end > at && tokens[end] === 'and' && /^(?:hundred|thousand)$/i.test(tokens[end - 1] ?? ''))
  )
    end++
  const words = tokens.slice(at, end)
  const value = words.every(word => /^(?:a|and)$/i.test(word)) ? undefined : readNumber(words.join(' '))
  return value === undefined ? undefined : { kind: 'count', value: String(value), length: words.length }
}

/** As far as the words belong together; an auxiliary may stand before the first. */
function wordsBehind(tokens: readonly string[], from: number): readonly string[] {
  const words: string[] = []
  let at = from
  while (AUXILIARY.test(tokens[at] ?? '')) at++
  for (; at < tokens.length && words.length < REACH; at++) {
    const token = tokens[at] ?? ''
    if (BREAK.test(token) || OF_NOTHING.test(token) || AUXILIARY.test(token) || isNumber(token)) break
    words.push(wordStem(token))
  }
  return words
}

function wordsBefore(tokens: readonly string[], from: number): readonly string[] {
  const words: string[] = []
  for (let at = from - 1; at >= 0 && words.length < REACH && from - at <= 2 * REACH; at--) {
    const token = tokens[at] ?? ''
    if (BREAK.test(token) || isNumber(token)) break
    if (!OF_NOTHING.test(token) && !AUXILIARY.test(token)) words.push(wordStem(token))
  }
  return words
}

const PLURALS: Readonly<Record<string, string>> = {
  people: 'person',
  men: 'man',
  women: 'woman',
  children: 'child',
  feet: 'foot',
  pence: 'penny',
}

const wordStem = (word: string): string => stemOf(PLURALS[word.toLowerCase()] ?? word)

const isNumber = (token: string): boolean =>
  /^\d/.test(token) || (UNITS.test(token) && !/^a$/i.test(token)) || MONTH.test(token)

const shares = (some: readonly string[], other: readonly string[]): boolean => some.some(word => other.includes(word))

/** What is said with another number than it has there: "two red bands" where it says one. */
export function findOtherwise(
  said: readonly Slot[],
  shown: readonly Slot[],
): { readonly value: string; readonly word: string } | undefined {
  for (const slot of said) {
    const word = otherwise(slot, shown)
    if (word !== undefined && !said.some(other => isShown(other, slot, shown))) return { value: slot.value, word }
  }
  return undefined
}

/** "First hand, second hand": who says what is shown as well speaks of both. */
const isShown = (other: Slot, slot: Slot, shown: readonly Slot[]): boolean =>
  other.kind === slot.kind &&
  shares(other.behind, slot.behind) &&
  shown.some(each => each.kind === other.kind && each.value === other.value && shares(each.behind, other.behind))

function otherwise({ kind, value, behind, before }: Slot, shown: readonly Slot[]): string | undefined {
  const own = shown.filter(each => each.value === value)
  if (own.some(each => each.isAlone)) return undefined
  if (behind.length > 0) {
    const alike = shown.filter(each => each.kind === kind && shares(each.behind, behind))
    return alike.length > 0 && alike.every(each => each.value !== value)
      ? alike[0]?.behind.find(word => behind.includes(word))
      : undefined
  }
  if (kind === 'count') return undefined
  const alike = shown.filter(each => each.kind === kind && shares(each.before, before))
  const isKept = own.some(each => shares(each.before, before))
  return alike.length > 0 && !isKept ? alike[0]?.before.find(word => before.includes(word)) : undefined
}
