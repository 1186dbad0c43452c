import { readSentences } from '../reply/sentences.ts'
import { headingsOf } from './sections.ts'

const ORDERS = /\b(before|after|precedes|follows)\b/i
const PARTS =
  /^(?<one>.{3,80}?)\s(?:(?:comes?|is|stands?|takes place|plays|happens)\s(?:\w+\s){0,2}?)?(?<order>before|after|precedes|follows)\s(?<two>.{3,80}?)(?:,?\sand\s(?:comes?\s)?(?<then>before|after|precedes|follows)\s(?<three>.{3,80}?))?[.!]?$/iu
const NUMBERED = /\b(?:scene|chapter|part|act|section) \d{1,4}\b/i

/** Of two headings the one that is named by its number or its title; a title that is named by a word of it may be any. */
function lineOf(name: string, headings: ReturnType<typeof headingsOf>): number | undefined {
  const number = NUMBERED.exec(name)?.[0].toLowerCase()
  const said = name.toLowerCase()
  const meant = headings.filter(({ title }) => {
    const lower = title.toLowerCase()
    const own = lower.replace(/^[^:]*:\s*/, '').replace(/\s*\(.*$/, '')
    return number === undefined ? own.length > 3 && said.includes(own) : new RegExp(`\\b${number}\\b`).test(lower)
  })
  return meant.length === 1 ? meant[0]?.line : undefined
}

const isEarlier = (order: string): boolean => /^(?:before|precedes)$/i.test(order)

/** "Scene 2 comes after The Harbour Office", where it stands before it: the sentence. */
export function outOfOrder(answer: string, text: string): string | undefined {
  const headings = ORDERS.test(answer) ? headingsOf(text) : []
  for (const { text: sentence } of headings.length < 2 ? [] : readSentences(answer)) {
    const { one = '', order = '', two = '', then, three } = PARTS.exec(sentence.trim())?.groups ?? {}
    const first = lineOf(one, headings)
    const compared = [[order, two] as const, ...(then === undefined ? [] : [[then, three ?? ''] as const])]
    const isTurned = compared.some(([how, other]) => {
      const second = lineOf(other, headings)
      return first !== undefined && second !== undefined && first !== second && isEarlier(how) !== first < second
    })
    if (isTurned) return sentence.trim()
  }
  return undefined
}
