import * as char from './characters.ts'
import { MAX_NESTING } from './piece.ts'

/** Why scanning stopped: the brackets closed, do not match, a `<` needs a look, or the chunk is used up. */
export type BracketStop = 'closed' | 'broken' | 'less' | 'chunk'

/** Follows brackets to their end, knowing strings: what stands in one counts for nothing. */
export class BracketScanner {
  stop: BracketStop = 'chunk'
  /** How many `:` stand outside strings. */
  colons = 0
  /** Something that JSON does not know was seen. */
  loose = false
  tooDeep = false
  private closers: number[] = []
  private significant = 0 // the previous character that was no space
  private inString = false
  private quote = 0
  private escaped = false
  private length = 0 // characters of the string so far
  private emptyBefore = false // an empty string ended right before this character: a third quote makes it a long one
  private tripled = false
  private quoteRun = 0
  private backslashIn = '' // the next backslash, looked for once in a chunk
  private backslashAt = -1

  begin(code: number): void {
    this.closers = [closerOf(code)]
    this.colons = 0
    this.loose = false
    this.significant = code
    this.inString = false
    this.emptyBefore = false
  }

  /** Returns the place after the last character used. */
  scan(chunk: string, from: number): number {
    let at = from
    this.stop = 'chunk'
    while (at < chunk.length && this.stop === 'chunk')
      at = this.inString ? this.scanString(chunk, at) : this.scanOutside(chunk, at)
    return at
  }

  /** The `<` that stopped the scan was no token. */
  resume(): void {
    this.significant = char.LESS
  }

  private scanOutside(chunk: string, from: number): number {
    let before = this.significant
    for (let at = from; at < chunk.length; at++) {
      const code = chunk.charCodeAt(at)
      const role = char.roleInBrackets(code)
      if (role === char.PLAIN) before = code
      else if (role !== char.BLANK) {
        this.significant = before
        if (role === char.QUOTE ? this.opensString(code) : this.takeMark(code)) return at + 1
        before = this.significant
      }
      this.emptyBefore = false
    }
    this.significant = before
    return chunk.length
  }

  /** A quote opens a string only where a value can stand: `don't` in a list does not. */
  private opensString(code: number): boolean {
    const close = char.closingQuote(code)
    this.tripled = this.emptyBefore && this.quote === close
    const opens = this.tripled || precedesValue(this.significant)
    this.significant = code
    if (!opens) return false
    if (code !== char.DOUBLE_QUOTE || this.tripled) this.loose = true
    this.quote = close
    this.escaped = false
    this.length = 0
    this.quoteRun = 0
    this.inString = true
    return true
  }

  /** True when scanning must stop after this character. */
  private takeMark(code: number): boolean {
    this.significant = code
    if (code === char.COLON) this.colons++
    else if (code === char.LESS) this.stop = 'less'
    else if (code === char.BRACE_OPEN || code === char.BRACKET_OPEN || code === char.PAREN_OPEN) this.open(code)
    else this.close(code)
    return this.stop !== 'chunk'
  }

  private open(code: number): void {
    this.closers.push(closerOf(code))
    if (code === char.PAREN_OPEN) this.loose = true
    if (this.closers.length <= MAX_NESTING) return
    this.tooDeep = true
    this.stop = 'broken'
  }

  private close(code: number): void {
    if (this.closers.pop() !== code) this.stop = 'broken'
    else if (this.closers.length === 0) this.stop = 'closed'
  }

  private scanString(chunk: string, from: number): number {
    const end = this.tripled || this.escaped ? -1 : this.plainEnd(chunk, from)
    if (end >= 0) return this.closeString(end, this.length + end === from)
    for (let at = from; at < chunk.length; at++) {
      const code = chunk.charCodeAt(at)
      if (this.escaped) this.escaped = false
      else if (code === char.BACKSLASH) this.escaped = true
      else if (code !== this.quote) this.quoteRun = 0
      else if (!this.tripled || ++this.quoteRun === 3) return this.closeString(at, this.length + at === from)
    }
    this.length += chunk.length - from
    return chunk.length
  }

  /** Where the string ends in this chunk, if no escape comes first; -1 leaves it to the slow path. */
  private plainEnd(chunk: string, from: number): number {
    const end = chunk.indexOf(this.quote === char.DOUBLE_QUOTE ? '"' : String.fromCharCode(this.quote), from)
    if (end < 0) return -1
    if (this.backslashIn !== chunk || this.backslashAt < from) {
      this.backslashIn = chunk
      const found = chunk.indexOf('\\', from)
      this.backslashAt = found < 0 ? chunk.length : found
    }
    return this.backslashAt > end ? end : -1
  }

  private closeString(at: number, isEmpty: boolean): number {
    this.emptyBefore = isEmpty && !this.tripled
    this.significant = this.quote
    this.inString = false
    return at + 1
  }
}

const closerOf = (code: number): number => (code === char.PAREN_OPEN ? char.PAREN_CLOSE : code + 2)

const precedesValue = (code: number): boolean => code < 128 && VALUE_FOLLOWS[code] === 1
const VALUE_FOLLOWS = new Uint8Array(128)
for (const code of [
  char.COMMA,
  char.COLON,
  char.EQUALS,
  char.GREATER,
  char.BRACE_OPEN,
  char.BRACKET_OPEN,
  char.PAREN_OPEN,
  char.PLUS,
])
  VALUE_FOLLOWS[code] = 1
