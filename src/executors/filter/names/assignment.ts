import type { ValueStyle } from './secret-value.ts'
import { type Assignment, QUOTE_SOURCE, type ValueReader } from './value-reader.ts'

export type NameAt = { readonly start: number; readonly end: number }

const LONGEST_NAME = 80

/** From the name to its value: `": "`, ` = `, `=>`, `%3D`, `("`, `", "`, ` | `, ` is `. */
const SEPARATOR = new RegExp(
  String.raw`${QUOTE_SOURCE}?\]?[?!]?\*{0,2}[ \t]{0,24}(?:` +
    [
      String.raw`(?<sign>:=|=>|->|={1,3}|:(?!:)|%3[ad])`,
      String.raw`(?<call>\((?=${QUOTE_SOURCE}))`,
      String.raw`(?<pair>,(?=[ \t]{0,4}${QUOTE_SOURCE}))`,
      String.raw`(?<cell>\|)`,
      String.raw`(?<gap>(?<=[ \t])(?=${QUOTE_SOURCE}))`,
      String.raw`(?<verb>(?:is|was|to|as)(?=[: \t]):?)`,
    ].join('|') +
    String.raw`)[ \t]{0,24}\*{0,2}[ \t]{0,4}`,
  'iy',
)
/** `name: X` with the value in a member, attribute or element of its own. */
const PAIRED = new RegExp(
  String.raw`${QUOTE_SOURCE}?,?\s{0,40}${QUOTE_SOURCE}?(?:` +
    String.raw`(?:value|default|content)${QUOTE_SOURCE}?\s{0,8}[:=]\s{0,8}|</(?:key|name)>\s{0,40}<(?:string|value)>)`,
  'iy',
)
const BLOCK = /["']?\s{0,8}\{\s{1,40}(?:[a-z_]{1,20}\s{0,8}=[^\n]{0,80}\n\s{0,40}){0,4}default\s{0,8}=\s{0,8}/y
const TYPE = /[ \t]{0,4}&?(?:'static )?[A-Za-z_][\w.<>[\]| ?]{0,40}?[ \t]{0,8}=[ \t]{0,8}(?=[rbuf@]{0,2}["'`])/iy
const YAML_BLOCK = /[|>][-+]?[ \t]{0,8}\r?\n[ \t]{1,40}/y
const FLAG_SPACE = /[ \t]{1,8}(?!-)/y
const LINE_START =
  /(?:^|[\n\r]|\\n)[ \t]{0,40}(?:(?:export|setx?|env|arg|-e|--env|-|#|\/\/)[ \t=]{1,4}|\$env:|[\w.-]{0,40}\.)?["']?$/i
const LOOK_BACK = 96
const CAPITALS = /^[A-Z][A-Z0-9_]+$/

const isNameCode = (code: number): boolean =>
  (code >= 97 && code <= 122) ||
  (code >= 65 && code <= 90) ||
  (code >= 48 && code <= 57) ||
  code === 95 ||
  code === 45 ||
  code === 36

const DOT = 46
const isDotInName = (text: string, at: number): boolean =>
  text.charCodeAt(at) === DOT && isNameCode(text.charCodeAt(at - 1))

/** The whole identifier around a keyword, as in `spring.datasource.password`; undefined when it is too long. */
export function nameAround(text: string, from: number, to: number): NameAt | undefined {
  let [start, end] = [from, to]
  const [first, last] = [Math.max(0, from - LONGEST_NAME), Math.min(text.length, to + LONGEST_NAME)]
  while (start > first && (isNameCode(text.charCodeAt(start - 1)) || isDotInName(text, start - 1))) start--
  while (end < last && isNameCode(text.charCodeAt(end))) end++
  return end - start > LONGEST_NAME ? undefined : { start, end }
}

/** What may follow a name that is given a value; most names in code are followed by something else. */
const FOLLOWS = new Set(Array.from('"\'`\\]?!* \t:=>(,%|&<\r\n', char => char.charCodeAt(0)))

/** Wherever the text says so: code, JSON, YAML, ini, XML, a flag, a query, a table, a sentence. */
export function readAssignment(text: string, name: NameAt, values: ValueReader): Assignment | undefined {
  if (!FOLLOWS.has(text.charCodeAt(name.end))) return undefined
  if (text[name.end] === '>' && isTagName(text, name.start)) return values.readElement(name.end + 1)
  const flag = isFlag(text, name.start) ? endOf(FLAG_SPACE, text, name.end) : undefined
  if (flag !== undefined) return values.read(flag, 'line')
  const paired = endOf(PAIRED, text, name.end) ?? endOf(BLOCK, text, name.end)
  if (paired !== undefined) return values.read(paired, 'setting')
  return readSigned(text, name, values)
}

function readSigned(text: string, name: NameAt, values: ValueReader): Assignment | undefined {
  SEPARATOR.lastIndex = name.end
  const groups = SEPARATOR.exec(text)?.groups
  if (groups === undefined) return undefined
  const after = SEPARATOR.lastIndex
  const isBare = isNameCode(text.charCodeAt(name.start - 1)) || !/["'`\\]/.test(text[name.end] ?? '')
  if (groups['pair'] !== undefined && isBare) return undefined
  if (groups['call'] !== undefined && !isBare) return undefined
  const from = groups['sign'] === ':' ? (endOf(TYPE, text, after) ?? endOf(YAML_BLOCK, text, after) ?? after) : after
  if (groups['verb'] !== undefined) return values.read(from, 'said')
  if (groups['gap'] !== undefined) return readApposed(text, from, values)
  return values.read(from, groups['sign'] === undefined ? 'loose' : styleAt(text, name, groups['sign']))
}

/** `--token VALUE`, and a Dockerfile's `ENV TOKEN VALUE`. */
const isFlag = (text: string, start: number): boolean =>
  text[start] === '-' || /^(?:ENV|ARG) $/.test(text.slice(Math.max(0, start - 4), start))

function endOf(pattern: RegExp, text: string, from: number): number | undefined {
  pattern.lastIndex = from
  return pattern.test(text) ? pattern.lastIndex : undefined
}

const isTagName = (text: string, start: number): boolean =>
  /<(?:[\w.-]{1,40}:)?$/.test(text.slice(Math.max(0, start - 42), start))

/** A parameter, a flag, `NAME=` in capitals or at a line's start is a setting; elsewhere it may be code. */
function styleAt(text: string, name: NameAt, sign: string): ValueStyle {
  const before = text[name.start - 1]
  if (before === '?' || before === '&' || before === '=' || text[name.start] === '-') return 'setting'
  const isTight = text[name.end] === sign && sign === '='
  if (isTight && CAPITALS.test(text.slice(name.start, name.end))) return 'setting'
  if (!LINE_START.test(text.slice(Math.max(0, name.start - LOOK_BACK), name.start))) return 'signed'
  return isTight ? 'setting' : 'line'
}

/** `PASSWORD 'x'`; the quote may as well be the end of a text, and then code follows it. */
function readApposed(text: string, from: number, values: ValueReader): Assignment | undefined {
  const value = values.read(from, 'said')
  return value === undefined || /[\s,;()]/.test(text.slice(value.start, value.end)) ? undefined : value
}
