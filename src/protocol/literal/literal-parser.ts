import type { Json } from '../../core/index.ts'
import * as char from '../scan/characters.ts'
import { MAX_DEPTH } from '../scan/piece.ts'
import { readEscape } from './escapes.ts'

const PYTHON_WORDS = new Map<string, Json>([
  ['True', true],
  ['False', false],
  ['None', null],
])
const JSON_WORDS = new Map<string, Json>([
  ['true', true],
  ['false', false],
  ['null', null],
])
const NUMBER = /[+-]?(?:\d[\d_]*\.?[\d_]*|\.\d+)(?:[eE][+-]?\d+)?/y
const JSON_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/
const BARE = /[\p{L}_](?:[\p{L}\p{N}_ ./'&@-]|\\_)*/uy
const KEY = /[A-Za-z_$](?:[\w$.-]|\\_)*/y

/**
 * Reads JSON as small models write it: Python and JavaScript literals, single quotes, bare keys, trailing commas.
 * Each liberty taken is noted by name; what is ambiguous fails. Nothing is closed, evaluated or invented.
 */
export class LiteralParser {
  readonly text: string
  readonly notes: Set<string> = new Set()
  at = 0
  #depth = 0

  constructor(text: string) {
    this.text = text
  }

  /** The whole text as one value, or undefined. */
  readAll(): Json | undefined {
    const value = this.value()
    this.space()
    return value !== undefined && this.at === this.text.length ? value : undefined
  }

  value(): Json | undefined {
    this.space()
    const code = this.text.charCodeAt(this.at)
    if (code === char.BRACE_OPEN) return this.#nested(() => this.#object())
    if (code === char.BRACKET_OPEN) return this.#nested(() => this.#list(char.BRACKET_CLOSE))
    if (code === char.PAREN_OPEN) return this.#nested(() => this.#tuple())
    if (closingQuote(code) !== 0) return this.string()
    if (char.isDigit(code) || code === char.MINUS || code === char.PLUS || code === char.DOT) return this.#number()
    return this.#word()
  }

  #nested(read: () => Json | undefined): Json | undefined {
    if (++this.#depth > MAX_DEPTH) return undefined
    const value = read()
    this.#depth--
    return value
  }

  #object(): Json | undefined {
    const object: Record<string, Json> = {}
    this.at++
    for (;;) {
      if (this.take(char.BRACE_CLOSE)) return object
      const key = this.#key()
      if (key === undefined || key === '__proto__' || Object.hasOwn(object, key) || !this.take(char.COLON)) return undefined
      const value = this.value()
      if (value === undefined) return undefined
      object[key] = value
      if (!this.#separator(char.BRACE_CLOSE)) return undefined
    }
  }

  #list(closer: number): Json[] | undefined {
    const items: Json[] = []
    this.at++
    for (;;) {
      if (this.take(closer)) return items
      const value = this.value()
      if (value === undefined) return undefined
      items.push(value)
      if (!this.#separator(closer)) return undefined
    }
  }

  /** `(1, 2)` is a list; `(1)` is just 1 in brackets. */
  #tuple(): Json | undefined {
    const items = this.#list(char.PAREN_CLOSE)
    this.notes.add('python_literals')
    const isTuple = items?.length !== 1 || this.notes.has('trailing_comma')
    return isTuple ? items : items[0]
  }

  /** After a member: a comma, or the closer, which stays. A comma directly before the closer is a liberty. */
  #separator(closer: number): boolean {
    if (!this.take(char.COMMA)) return this.peek() === closer
    if (this.peek() === closer) this.notes.add('trailing_comma')
    return true
  }

  #key(): string | undefined {
    const code = this.peek()
    if (closingQuote(code) !== 0) return this.string()
    const key = this.name()
    if (key !== undefined) this.notes.add('unquoted_keys')
    return key
  }

  /** A bare name, with markdown's `\_` undone. */
  name(): string | undefined {
    const written = this.match(KEY)
    if (!written?.includes('\\')) return written
    this.notes.add('unescape_markdown')
    return written.replaceAll('\\_', '_')
  }

  string(): string | undefined {
    const open = this.text.charCodeAt(this.at)
    if (open !== char.DOUBLE_QUOTE) this.notes.add(open === char.SINGLE_QUOTE ? 'single_quotes' : 'smart_quotes')
    const mark = String.fromCharCode(closingQuote(open))
    const end = this.text.startsWith(mark.repeat(3), this.at) ? mark.repeat(3) : mark
    this.at += end.length
    let from = this.at
    let read = ''
    for (; this.at < this.text.length; this.at++) {
      const code = this.text.charCodeAt(this.at)
      if (code === char.BACKSLASH) {
        const escape = readEscape(this.text, this.at)
        if (escape.note !== undefined) this.notes.add(escape.note)
        read += this.text.slice(from, this.at) + escape.text
        this.at += escape.length - 1
        from = this.at + 1
      } else if (code < char.SPACE) this.notes.add('raw_newlines')
      else if (this.text.startsWith(end, this.at)) {
        read += this.text.slice(from, this.at)
        this.at += end.length
        return read
      }
    }
    return undefined
  }

  #number(): number | undefined {
    const written = this.match(NUMBER)
    if (written === undefined || char.isNamePart(this.text.charCodeAt(this.at))) return undefined
    if (!JSON_NUMBER.test(written)) this.notes.add('python_literals')
    const number = Number(written.replaceAll('_', ''))
    return Number.isFinite(number) ? number : undefined
  }

  #word(): Json | undefined {
    const word = this.match(BARE)?.trimEnd().replaceAll('\\_', '_')
    if (word === undefined) return undefined
    const known = JSON_WORDS.get(word)
    if (known !== undefined) return known
    const python = PYTHON_WORDS.get(word)
    this.notes.add(python === undefined ? 'bare_words' : 'python_literals')
    return python === undefined ? word : python
  }

  space(): void {
    for (; this.at < this.text.length; this.at++) {
      const code = this.text.charCodeAt(this.at)
      if (char.isSpace(code)) continue
      const isComment = code === char.HASH || (code === char.SLASH && this.text.charCodeAt(this.at + 1) === char.SLASH)
      if (!isComment) return
      this.notes.add('comments')
      const lineEnd = this.text.indexOf('\n', this.at)
      this.at = lineEnd < 0 ? this.text.length - 1 : lineEnd
    }
  }

  peek(): number {
    this.space()
    return this.text.charCodeAt(this.at)
  }

  take(code: number): boolean {
    if (this.peek() !== code) return false
    this.at++
    return true
  }

  match(pattern: RegExp): string | undefined {
    this.space()
    pattern.lastIndex = this.at
    const found = pattern.exec(this.text)
    if (found === null) return undefined
    this.at += found[0].length
    return found[0]
  }
}

const closingQuote = (code: number): number => {
  if (code === char.DOUBLE_QUOTE || code === char.SINGLE_QUOTE) return code
  return code === 0x201c || code === 0x2018 ? code + 1 : 0
}
