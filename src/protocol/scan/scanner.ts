import * as char from './characters.ts'
import { MAX_DEPTH, type Piece, type PieceKind } from './piece.ts'
import { cutsBrackets, isRaw, isReasoning, isReasoningEnd, tagName } from './tags.ts'

type Mode = 'text' | 'brackets' | 'string' | 'tag' | 'raw' | 'thinking'

const MAX_TAG = 200
const MARKER = /^\[\/?[A-Za-z_]{2,40}\]$/
const NOT_A_TAG = new Set([...'(){}[],;<'].map(character => character.charCodeAt(0)))
const LIST_MARKERS = new Set(['functools']) // written directly before a list of calls

/** Cuts a reply into pieces while it arrives: one pass, no character looked at twice, the same pieces for every split. */
export class Scanner {
  readonly pieces: Piece[] = []
  /** How often an orphan end of reasoning took back all pieces before it. */
  restarts = 0
  private readonly isTool: (name: string) => boolean
  private mode: Mode
  private text = '' // what belongs to no piece yet; it is joined only when a piece ends, so that chunks cost nothing
  private textStart = 0
  private chunkStart = 0
  private before = 0 // the previous character
  // A name or tag that is being read, and the part of it that came with earlier chunks.
  private tokenStart = -1
  private carried = ''
  private ticks = 0
  // Brackets
  private bracketsStart = 0
  private closers: number[] = []
  private significant = 0 // the previous character that was no space
  private colons = 0
  private loose = false
  private callName = ''
  // Strings
  private quote = 0
  private escaped = false
  private stringLength = 0
  private tripled = false
  private quoteRun = 0
  // Tags
  private tagStart = 0
  private tagEnd: number = char.GREATER
  private around: Mode = 'text'
  private rawName = ''
  private rawStart = 0

  constructor(isTool: (name: string) => boolean, startsInReasoning = false) {
    this.isTool = isTool
    this.mode = startsInReasoning ? 'thinking' : 'text'
  }

  write(chunk: string): void {
    this.text = this.text === '' ? chunk : this.text + chunk
    let at = 0
    while (at < chunk.length) at = this.step(chunk, at)
    if (this.tokenStart >= 0) this.carried += chunk.slice(Math.max(0, this.tokenStart - this.chunkStart))
    this.chunkStart += chunk.length
  }

  end(): void {
    const around = this.mode === 'tag' ? this.around : this.mode
    if (around === 'brackets' || around === 'string') this.emit('open', this.bracketsStart, this.chunkStart)
    else if (around === 'raw') this.emit('open', this.rawStart, this.chunkStart)
    else if (around === 'text') this.emit('text', this.textStart, this.chunkStart)
    this.mode = 'text'
  }

  private step(chunk: string, at: number): number {
    switch (this.mode) {
      case 'text':
        return this.scanText(chunk, at)
      case 'brackets':
        return this.scanBrackets(chunk, at)
      case 'string':
        return this.tripled ? this.scanTripled(chunk, at) : this.scanString(chunk, at)
      case 'tag':
        return this.scanTag(chunk, at)
      case 'raw':
        return this.seekTag(chunk, at, char.LESS)
      case 'thinking':
        return this.seekTag(chunk, at, char.BRACKET_OPEN)
    }
  }

  private scanText(chunk: string, from: number): number {
    for (let at = from; at < chunk.length; at++) {
      const code = chunk.charCodeAt(at)
      if (char.isNamePart(code)) {
        if (this.tokenStart < 0) this.startToken(at)
        this.ticks = 0
      } else {
        if (code > char.SINGLE_QUOTE) {
          if (this.opensBrackets(code, chunk, at)) return this.enterBrackets(code, at)
          if (code === char.LESS) return this.enterTag(at, 'text')
          if (code === char.BACKTICK) this.countTick(at)
        }
        this.dropToken()
      }
      this.before = code
    }
    return chunk.length
  }

  private opensBrackets(code: number, chunk: string, at: number): boolean {
    if (code === char.PAREN_OPEN) return this.tokenStart >= 0 && this.isTool(this.token(chunk, at))
    if (code !== char.BRACE_OPEN && code !== char.BRACKET_OPEN) return false
    if (this.tokenStart < 0) return this.before !== 36 && this.before !== 94 // `${x}` and `x^{2}` are no objects
    const name = this.token(chunk, at)
    return this.isTool(name) || (code === char.BRACKET_OPEN && LIST_MARKERS.has(name))
  }

  private enterBrackets(code: number, at: number): number {
    const isCall = code === char.PAREN_OPEN
    this.bracketsStart = isCall ? this.tokenStart : this.chunkStart + at
    this.callName = isCall ? this.lastToken : ''
    this.dropToken()
    this.closers = [closerOf(code)]
    this.colons = 0
    this.loose = false
    this.significant = code
    this.mode = 'brackets'
    return at + 1
  }

  private scanBrackets(chunk: string, from: number): number {
    for (let at = from; at < chunk.length; at++) {
      const code = chunk.charCodeAt(at)
      if (code <= char.SPACE) continue
      const quote = char.closingQuote(code)
      if (quote !== 0 && this.opensString(code, at)) return at + 1
      if (code === char.COLON) this.colons++
      else if (code === char.LESS) return this.enterTag(at, 'brackets')
      else if (code === char.BRACE_OPEN || code === char.BRACKET_OPEN || code === char.PAREN_OPEN) {
        this.closers.push(closerOf(code))
        if (code === char.PAREN_OPEN) this.loose = true
        if (this.closers.length > MAX_DEPTH) return this.endBrackets('broken', at + 1)
      } else if (code === char.BRACE_CLOSE || code === char.BRACKET_CLOSE || code === char.PAREN_CLOSE) {
        if (this.closers.pop() !== code) return this.endBrackets('broken', at + 1)
        if (this.closers.length === 0) return this.endBrackets(this.callName === '' ? 'value' : 'call', at + 1)
      }
      this.significant = code
    }
    return chunk.length
  }

  /** A quote opens a string only where a value can stand: `don't` in a list does not. */
  private opensString(code: number, at: number): boolean {
    const tripled = this.quoteRun === this.chunkStart + at && this.quote === code
    if (!tripled && !precedesValue(this.significant)) return false
    this.quote = char.closingQuote(code)
    if (code !== char.DOUBLE_QUOTE) this.loose = true
    this.tripled = tripled
    this.escaped = false
    this.stringLength = 0
    this.quoteRun = 0
    this.mode = 'string'
    return true
  }

  private scanString(chunk: string, from: number): number {
    for (let at = from; at < chunk.length; at++) {
      const code = chunk.charCodeAt(at)
      if (this.escaped) this.escaped = false
      else if (code === char.BACKSLASH) this.escaped = true
      else if (code === this.quote) {
        if (this.stringLength + at === from) this.quoteRun = this.chunkStart + at + 1
        return this.closeString(at)
      }
    }
    this.stringLength += chunk.length - from
    return chunk.length
  }

  private scanTripled(chunk: string, from: number): number {
    for (let at = from; at < chunk.length; at++) {
      const code = chunk.charCodeAt(at)
      if (this.escaped) this.escaped = false
      else if (code === char.BACKSLASH) this.escaped = true
      this.quoteRun = code === this.quote ? this.quoteRun + 1 : 0
      if (this.quoteRun === 3) return this.closeString(at)
    }
    return chunk.length
  }

  private closeString(at: number): number {
    this.significant = this.quote
    this.tripled = false
    this.mode = 'brackets'
    return at + 1
  }

  private endBrackets(kind: PieceKind, at: number): number {
    const end = this.chunkStart + at
    this.mode = 'text'
    this.before = char.BRACE_CLOSE
    const piece = this.emit(kind, this.bracketsStart, end)
    if (kind === 'value' && MARKER.test(piece.text)) {
      this.pieces.pop()
      this.takeTag(piece.text, end)
    }
    return at
  }

  private enterTag(at: number, around: Mode): number {
    this.around = around
    this.tagStart = this.chunkStart + at
    this.startToken(at)
    this.mode = 'tag'
    this.tagEnd = char.GREATER
    return at + 1
  }

  /** Inside raw text and reasoning only a tag matters; reasoning may also end in square brackets. */
  private seekTag(chunk: string, from: number, alsoFrom: number): number {
    for (let at = from; at < chunk.length; at++) {
      const code = chunk.charCodeAt(at)
      if (code !== char.LESS && code !== alsoFrom) continue
      this.enterTag(at, this.mode)
      if (code === char.BRACKET_OPEN) this.tagEnd = char.BRACKET_CLOSE
      return at + 1
    }
    return chunk.length
  }

  private scanTag(chunk: string, from: number): number {
    for (let at = from; at < chunk.length; at++) {
      const code = chunk.charCodeAt(at)
      const length = this.chunkStart + at - this.tagStart
      if (code === this.tagEnd) return this.endTag(this.token(chunk, at + 1), at + 1)
      const isStart = length > 1 || char.isWordPart(code) || code === char.SLASH || code === char.PIPE || code === char.FULLWIDTH_PIPE
      if (!isStart || code === char.NEWLINE || length > MAX_TAG || NOT_A_TAG.has(code)) return this.leaveTag(at)
    }
    return chunk.length
  }

  /** It was only a `<`: what surrounds it goes on, starting with the character that showed it. */
  private leaveTag(at: number): number {
    this.dropToken()
    this.before = char.LESS
    this.significant = char.LESS
    this.mode = this.around
    return at
  }

  private endTag(tag: string, at: number): number {
    const name = tagName(tag)
    const end = this.chunkStart + at
    this.dropToken()
    this.mode = this.around
    if (this.around === 'thinking') {
      if (isReasoningEnd(name)) this.forget(end)
    } else if (this.around === 'text') {
      this.emit('text', this.textStart, this.tagStart)
      this.forgetTag(tag, end)
    } else if (this.around === 'brackets' ? cutsBrackets(name) : name === `/${this.rawName}` || name === this.rawName || cutsBrackets(name)) {
      if (this.around === 'brackets') this.emit('broken', this.bracketsStart, this.tagStart)
      else this.emit('raw', this.rawStart, this.tagStart)
      this.forgetTag(tag, end)
    }
    return at
  }

  private forgetTag(tag: string, end: number): void {
    this.cutTo(end)
    this.takeTag(tag, end)
  }

  private takeTag(tag: string, end: number): void {
    const name = tagName(tag)
    this.mode = isReasoning(name) ? 'thinking' : isRaw(name) ? 'raw' : 'text'
    this.before = char.GREATER
    if (isReasoningEnd(name)) {
      this.pieces.length = 0 // an orphan: all that came before was reasoning
      this.restarts++
    } else if (!isReasoning(name)) {
      this.pieces.push({ kind: 'tag', text: tag, name, colons: 0, loose: false })
      this.rawName = name
      this.rawStart = end
    }
  }

  private forget(end: number): void {
    this.cutTo(end)
    this.mode = 'text'
    this.before = char.GREATER
  }

  private countTick(at: number): void {
    this.ticks++
    if (this.ticks < 3) return
    this.ticks = 0
    const end = this.chunkStart + at + 1
    this.emit('fence', end - 3, end)
  }

  private emit(kind: PieceKind, start: number, end: number): Piece {
    const gap = start - this.textStart
    if (gap > 0) this.pieces.push({ kind: 'text', text: this.text.slice(0, gap), name: '', colons: 0, loose: false })
    const piece = { kind, text: this.text.slice(gap, end - this.textStart), name: this.callName, colons: this.colons, loose: this.loose }
    if (end > start) this.pieces.push(piece)
    this.cutTo(end)
    return piece
  }

  private cutTo(end: number): void {
    this.text = this.text.slice(end - this.textStart)
    this.textStart = end
  }

  private lastToken = ''
  private token(chunk: string, end: number): string {
    const start = this.tokenStart - this.chunkStart
    this.lastToken = start >= 0 ? chunk.slice(start, end) : this.carried + chunk.slice(0, end)
    return this.lastToken
  }

  private startToken(at: number): void {
    this.tokenStart = this.chunkStart + at
    this.carried = ''
  }

  private dropToken(): void {
    this.tokenStart = -1
  }
}

const closerOf = (code: number): number => (code === char.PAREN_OPEN ? char.PAREN_CLOSE : code + 2)

const precedesValue = (code: number): boolean =>
  code === char.COMMA ||
  code === char.COLON ||
  code === char.EQUALS ||
  code === char.BRACE_OPEN ||
  code === char.BRACKET_OPEN ||
  code === char.PAREN_OPEN ||
  code === char.PLUS
