import type { Json } from '../../core/index.ts'
import * as char from '../scan/characters.ts'
import { MAX_NESTING } from '../scan/piece.ts'
import { readEscape } from './escapes.ts'
import * as note from './notes.ts'
import { numberOf, plainNumberAt } from './numbers.ts'
import * as pattern from './patterns.ts'

/**
 * Reads JSON as small models write it: Python and JavaScript literals, single quotes, bare keys, trailing commas.
 * Each liberty taken is noted by name; what is ambiguous fails. Nothing is closed, evaluated or invented.
 */
export class LiteralParser {
  readonly text: string
  notes: note.Notes = 0
  at = 0
  /** The key because of which reading failed: it stands there twice, or is one that no call may have. */
  forbidden: string | undefined
  private readonly isPlain: boolean
  private readonly rounds: boolean // long numbers, as JSON.parse does; otherwise reading fails there
  private depth = 0
  private tookComma = false
  private endedInComma = false // of the list that was read last

  constructor(text: string, rounds = false) {
    this.text = text
    this.rounds = rounds
    this.isPlain = !pattern.NOT_PLAIN.test(text)
  }

  /** The whole text as one value, or undefined. */
  readAll(): Json | undefined {
    const value = this.value()
    return value !== undefined && this.atEnd() ? value : undefined
  }

  value(): Json | undefined {
    const code = this.peek()
    if (isQuote(code)) return this.string()
    if (code === char.LESS) return this.betweenTokens()
    if (char.isDigit(code) || code === char.MINUS || code === char.PLUS || code === char.DOT) return this.number()
    if (code !== char.BRACE_OPEN && code !== char.BRACKET_OPEN && code !== char.PAREN_OPEN) return this.word()
    if (++this.depth > MAX_NESTING) return undefined
    const value =
      code === char.BRACE_OPEN
        ? this.object()
        : code === char.BRACKET_OPEN
          ? this.list(char.BRACKET_CLOSE)
          : this.tuple()
    this.depth--
    return value
  }

  private object(): Json | undefined {
    const object: Record<string, Json> = {}
    const start = ++this.at
    if (this.text.charCodeAt(start) === char.BRACE_OPEN) return this.doubled()
    for (;;) {
      if (this.take(char.BRACE_CLOSE))
        return Object.keys(object).length === 0 && this.isOnlyComment(start) ? undefined : object
      const key = this.key()
      if (key === undefined || this.isForbidden(key, object) || !this.takeColon()) return undefined
      const value = this.value()
      if (value === undefined || !this.separator(char.BRACE_CLOSE)) return undefined
      object[key] = value
    }
  }

  /** `{{…}}`: doubled braces, as templates write them. */
  private doubled(): Json | undefined {
    const inner = this.value()
    const isDoubled = Object.keys(inner ?? {}).length > 0 && this.text.charCodeAt(this.at++) === char.BRACE_CLOSE
    if (isDoubled) this.notes |= note.STRAY_BRACKETS
    return isDoubled ? inner : undefined
  }

  /** A colon, or the arrow of Ruby and PHP. */
  private takeColon(): boolean {
    if (this.take(char.COLON)) return true
    if (this.looksAt(pattern.ARROW)) this.notes |= note.ARROWS
    return this.match(pattern.ARROW) !== undefined
  }

  /** A repeated key, which two readers could take for different ones, or a key that reaches into prototypes. */
  isForbidden(key: string, object: object): boolean {
    const found = key === '__proto__' || Object.hasOwn(object, key)
    if (found) this.forbidden = key
    return found
  }

  private list(closer: number): Json[] | undefined {
    const items: Json[] = []
    const start = ++this.at
    let comma = false
    for (;;) {
      if (this.take(closer)) {
        if (items.length === 0 && this.isOnlyComment(start)) return undefined
        this.endedInComma = comma
        return items
      }
      const value = this.value()
      if (value === undefined || !this.separator(closer)) return undefined
      comma = this.tookComma
      items.push(value)
    }
  }

  /** A list that holds only a remark such as "your answers" is a blank to fill in. */
  private isOnlyComment(start: number): boolean {
    return /^\s*[/#]/.test(this.text.slice(start, this.at)) && (this.notes & note.COMMENTS) !== 0
  }

  /** `(1, 2)` is a list; `(1)` is just 1 in brackets. */
  private tuple(): Json | undefined {
    const items = this.list(char.PAREN_CLOSE)
    this.notes |= note.PYTHON_LITERALS
    return items?.length !== 1 || this.endedInComma ? items : items[0]
  }

  /** After a member: a comma, or the closer, which stays. A comma directly before the closer is a liberty. */
  private separator(closer: number): boolean {
    this.tookComma = this.take(char.COMMA)
    if (!this.tookComma) return this.peek() === closer || this.lacksComma(closer)
    if (this.peek() === closer) this.notes |= note.TRAILING_COMMA
    return true
  }

  /** A member follows all the same: in an object a key with its colon, in a list another object. */
  private lacksComma(closer: number): boolean {
    const follows = this.looksAt(closer === char.BRACE_CLOSE ? pattern.NEXT_KEY : pattern.NEXT_OBJECT)
    if (follows) this.notes |= note.MISSING_COMMA
    return follows
  }

  private key(): string | undefined {
    if (isQuote(this.peek())) return this.string()
    if (this.looksAt(pattern.SYMBOL)) this.at++
    const key = this.name()
    if (key !== undefined) this.notes |= note.UNQUOTED_KEYS
    return key
  }

  /** A bare name, with markdown's `\_` undone. */
  name(): string | undefined {
    this.space()
    let end = this.at
    while (end < this.text.length && char.isNamePart(this.text.charCodeAt(end))) end++
    if (end === this.at) return undefined
    const written = this.text.slice(this.at, end)
    this.at = end
    if (!written.includes('\\')) return written
    this.notes |= note.UNESCAPE_MARKDOWN
    return written.replaceAll('\\_', '_')
  }

  string(): string | undefined {
    const quote = this.text.charCodeAt(this.at)
    if (quote !== char.DOUBLE_QUOTE) this.notes |= quote === char.SINGLE_QUOTE ? note.SINGLE_QUOTES : note.SMART_QUOTES
    const close = char.closingQuote(quote)
    const plain = this.isPlain ? this.plainString(quote) : undefined
    if (plain !== undefined) return plain
    const width = isTripled(this.text, this.at, close) ? 3 : 1
    this.at += width
    let from = this.at
    let read = ''
    let [kept, control] = [false, false]
    for (; this.at < this.text.length; this.at++) {
      const code = this.text.charCodeAt(this.at)
      if (code === char.BACKSLASH) {
        const escape = readEscape(this.text, this.at)
        this.notes |= escape.notes
        if (escape.length === 1) kept = true
        else if (escape.text < ' ') control = true
        read += this.text.slice(from, this.at) + escape.text
        this.at += escape.length - 1
        from = this.at + 1
      } else if (code < char.SPACE) this.notes |= note.RAW_NEWLINES
      else if (code === char.SINGLE_QUOTE && close === code && this.isApostrophe()) this.notes |= note.INNER_APOSTROPHE
      else if (code === close && (width === 1 || isTripled(this.text, this.at, close))) {
        if (kept && control) return undefined // `C:\Users\bob`: are its backslashes escapes or not?
        const rest = this.text.slice(from, this.at)
        this.at += width
        return read === '' ? rest : read + rest
      }
    }
    return undefined
  }

  /** `<escape>Bern<escape>`: some families put a token where others put quotes. */
  private betweenTokens(): string | undefined {
    const token = pattern.STRING_TOKENS.find(one => this.text.startsWith(one, this.at))
    const start = this.at + (token?.length ?? 0)
    const end = token === undefined ? -1 : this.text.indexOf(token, start)
    if (token === undefined || end < 0) return undefined
    this.at = end + token.length
    return this.text.slice(start, end)
  }

  /** The usual string, without escapes and line breaks: it ends at the next quote, unless that is an apostrophe. */
  private plainString(quote: number): string | undefined {
    if (quote > 127) return undefined
    const end = this.text.indexOf(quote === char.DOUBLE_QUOTE ? '"' : "'", this.at + 1)
    const isInside = quote === char.SINGLE_QUOTE && char.isWordPart(this.text.charCodeAt(end + 1))
    if (end < 0 || end === this.at + 1 || isInside) return undefined
    const read = this.text.slice(this.at + 1, end)
    this.at = end + 1
    return read
  }

  /** In `It's late` the mark cannot end a string: no value may go on with a word. `'it's'` stays a doubt, and fails. */
  private isApostrophe(): boolean {
    return char.isWordPart(this.text.charCodeAt(this.at - 1)) && this.looksAt(pattern.CONTRACTION)
  }

  private number(): number | undefined {
    const digits = plainNumberAt(this.text, this.at)
    if (digits !== undefined) {
      this.at += digits.length
      return Number(digits)
    }
    const written = this.match(pattern.NUMBER)
    if (written === undefined || char.isNamePart(this.text.charCodeAt(this.at))) return undefined
    if (!pattern.JSON_NUMBER.test(written)) this.notes |= note.PYTHON_LITERALS
    return this.rounds ? Number(written) : numberOf(written)
  }

  private word(): Json | undefined {
    const start = this.at
    const short = this.name()
    const known = short === undefined ? undefined : pattern.WORDS.get(short)
    if (known !== undefined && char.endsValue(this.peek())) {
      if (short !== 'true' && short !== 'false' && short !== 'null') this.notes |= note.PYTHON_LITERALS
      return known
    }
    this.at = start
    const bare = this.match(pattern.BARE_WORD)
    if (bare !== undefined) this.notes |= note.BARE_WORDS
    return bare?.trimEnd().replaceAll('\\_', '_')
  }

  /** Passes over white space and comments. */
  space(): void {
    for (; this.at < this.text.length; this.at++) {
      const code = this.text.charCodeAt(this.at)
      if (char.isSpace(code)) continue
      const blockEnd =
        code === char.SLASH && this.looksAt(pattern.BLOCK_COMMENT) ? this.text.indexOf('*/', this.at + 2) : -1
      if (blockEnd < 0 && !this.startsComment(code)) return
      this.notes |= note.COMMENTS
      const lineEnd = blockEnd < 0 ? this.text.indexOf('\n', this.at) : blockEnd + 1
      this.at = lineEnd < 0 ? this.text.length - 1 : lineEnd
    }
  }

  /** `// so` after a space is a comment; `10//2` is arithmetic. */
  private startsComment(code: number): boolean {
    if (code === char.HASH) return this.at === 0 || !char.isNamePart(this.text.charCodeAt(this.at - 1))
    const isFree = this.at === 0 || char.isSpace(this.text.charCodeAt(this.at - 1))
    return code === char.SLASH && isFree && this.looksAt(pattern.LINE_COMMENT)
  }

  atEnd(): boolean {
    this.space()
    return this.at >= this.text.length
  }

  peek(): number {
    const code = this.text.charCodeAt(this.at)
    if (code > char.HASH && code < 128 && code !== char.SLASH) return code // most often there is no space to pass over
    this.space()
    return this.text.charCodeAt(this.at)
  }

  take(code: number): boolean {
    if (this.peek() !== code) return false
    this.at++
    return true
  }

  /** Does a sticky pattern match here? Nothing is consumed. */
  looksAt(sought: RegExp): boolean {
    sought.lastIndex = this.at
    return sought.test(this.text)
  }

  match(sought: RegExp): string | undefined {
    this.space()
    sought.lastIndex = this.at
    const found = sought.exec(this.text)
    if (found === null) return undefined
    this.at += found[0].length
    return found[0]
  }
}

const isTripled = (text: string, at: number, quote: number): boolean =>
  [0, 1, 2].every(step => text.charCodeAt(at + step) === quote)

const isQuote = (code: number): boolean => char.closingQuote(code) !== 0
