import { type KeywordAutomaton, buildKeywordAutomaton } from './keyword-automaton.ts'
import { otherReadings } from './other-readings.ts'
import type { SecretSpan } from './span.ts'

const SHORTEST_KNOWN = 8 // shorter values stand in ordinary text by chance
const KEYWORD_LENGTH = 8

/** One way to write a known value. A `loose` end shares bits with its neighbour, so one more character goes with it. */
type WrittenForm = {
  readonly text: string
  readonly value: string
  readonly looseStart: boolean
  readonly looseEnd: boolean
}

export type KnownValues = {
  readonly add: (value: string) => void
  readonly find: (text: string, onSpan: (span: SecretSpan) => void) => void
}

/** Finds exact values, also in (wrapped) base64, hex, and the escapes of URLs, JSON and programs, whole or in part. */
export function createKnownValues(values: readonly string[]): KnownValues {
  const all = new Set<string>()
  let built: Built | undefined
  const add = (value: string): void => {
    const trimmed = value.trim()
    if (trimmed.length < SHORTEST_KNOWN || all.has(trimmed)) return
    all.add(trimmed)
    built = undefined
  }
  for (const value of values) add(value)
  return {
    add,
    find: (text, onSpan) => {
      if (all.size === 0) return
      built ??= buildForms([...all])
      findForms(built, text, onSpan)
      for (const { text: other, startOf, endOf } of otherReadings(text))
        findForms(built, other, span => onSpan({ ...span, start: startOf(span.start), end: endOf(span.end) }))
    },
  }
}

type Built = { readonly automaton: KeywordAutomaton; readonly formsOf: readonly (readonly WrittenForm[])[] }

function buildForms(values: readonly string[]): Built {
  const byKeyword = new Map<string, WrittenForm[]>()
  for (const form of values.flatMap(formsOf)) {
    const keyword = form.text.slice(0, KEYWORD_LENGTH)
    byKeyword.set(keyword, [...(byKeyword.get(keyword) ?? []), form])
  }
  return { automaton: buildKeywordAutomaton([...byKeyword.keys()]), formsOf: [...byKeyword.values()] }
}

function findForms({ automaton, formsOf: forms }: Built, text: string, onSpan: (span: SecretSpan) => void): void {
  automaton.scan(text, (keyword, end) => {
    for (const form of forms[keyword] ?? []) {
      const start = end - Math.min(KEYWORD_LENGTH, form.text.length)
      if (text.startsWith(form.text, start)) onSpan(spanOf(form, text, start))
    }
  })
}

function spanOf({ text: form, value, looseStart, looseEnd }: WrittenForm, text: string, at: number): SecretSpan {
  const start = looseStart && isBase64(text.charCodeAt(at - 1)) ? at - 1 : at
  const stop = at + form.length
  const end = looseEnd && isBase64(text.charCodeAt(stop)) ? stop + 1 : stop
  return { start, end, category: 'known_value', rule: 'known_value', rank: 0, value }
}

const isBase64 = (code: number): boolean => code < 128 && /[A-Za-z0-9+/_-]/.test(String.fromCharCode(code))

function formsOf(value: string): readonly WrittenForm[] {
  const hex = Buffer.from(value).toString('hex')
  const percent = percentForms(value)
  const composed = [value.normalize('NFC'), value.normalize('NFD')]
  const exact = new Set([value, ...composed, JSON.stringify(value).slice(1, -1), hex, hex.toUpperCase(), ...percent])
  return [...[...exact].map(text => ({ text, value, looseStart: false, looseEnd: false })), ...base64Forms(value)]
}

/** A lone surrogate has no percent form. */
function percentForms(value: string): readonly string[] {
  if (!value.isWellFormed()) return []
  const encoded = encodeURIComponent(value)
  return [encoded, encoded.replaceAll(/%[0-9A-F]{2}/g, hex => hex.toLowerCase()), encoded.replaceAll('%20', '+')]
}

/** A value's base64 form depends on how many bytes precede it; only whole characters of it are compared. */
function base64Forms(value: string): readonly WrittenForm[] {
  const bytes = Buffer.from(value)
  return [0, 1, 2].flatMap(before => {
    const encoded = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64')
    const bits = (before + bytes.length) * 8
    const text = encoded.slice(Math.ceil((before * 8) / 6), Math.floor(bits / 6))
    const form = { value, looseStart: before > 0, looseEnd: bits % 6 !== 0 }
    const forUrls = text.replaceAll('+', '-').replaceAll('/', '_')
    return [text, ...(forUrls === text ? [] : [forUrls])].map(each => ({ ...form, text: each }))
  })
}
