import { BracketScanner } from './bracket-scanner.ts'
import * as char from './characters.ts'
import type { Piece, PieceKind } from './piece.ts'
import { PieceWriter } from './piece-writer.ts'
import { TaggedValues, type ToolParameters } from './tagged-values.ts'
import { cutsBrackets, isRaw, isReasoning, isReasoningEnd, tagName } from './tags.ts'

/** `closing`: behind a tag that may end a value; what follows it decides. */
type Mode = 'text' | 'brackets' | 'tag' | 'raw' | 'closing' | 'thinking'

const MAX_TAG = 200
const MARKER = /^\[(?!(?:true|false|null)\])\/?[A-Za-z_]{2,40}\]$/

/** Cuts a reply into pieces while it arrives: in one pass, with the same pieces for every split. */
export class Scanner {
  readonly pieces: readonly Piece[]
  /** How often an orphan end of reasoning took back all pieces before it. */
  restarts = 0
  /** The reply ended before its reasoning did. */
  unfinishedReasoning = false
  private readonly parametersOf: ToolParameters
  private readonly tagged: TaggedValues
  private readonly brackets: BracketScanner = new BracketScanner()
  private readonly writer: PieceWriter
  private mode: Mode
  private chunkStart = 0
  private ticks = 0
  private lastTick = -1
  private carried = '' // the end of earlier chunks that belongs to a name or tag which goes on in this one
  private bracketsStart = 0
  private callName = ''
  private tagStart = 0
  private tagEnd: number = char.GREATER
  private tagQuote = 0
  private around: Mode = 'text'
  private rawName = ''
  private rawStart = 0
  private closing = { text: '', start: 0, end: 0 }

  /** Brackets were nested deeper than any call may be. */
  get tooDeep(): boolean {
    return this.brackets.tooDeep
  }

  constructor(parametersOf: ToolParameters, startsInReasoning = false) {
    this.parametersOf = parametersOf
    this.tagged = new TaggedValues(parametersOf)
    this.writer = new PieceWriter(piece => this.tagged.take(piece))
    this.pieces = this.writer.pieces
    this.mode = startsInReasoning ? 'thinking' : 'text'
  }

  write(chunk: string): void {
    this.writer.write(chunk)
    let at = 0
    while (at < chunk.length) at = this.step(chunk, at)
    this.carry(chunk)
    this.tagged.keep(chunk, this.chunkStart)
    this.chunkStart += chunk.length
  }

  end(): void {
    const around = this.mode === 'tag' ? this.around : this.mode
    if (around === 'closing') this.closeValue()
    if (around === 'brackets') this.emit('open', this.bracketsStart, this.chunkStart)
    else if (around === 'raw') this.emit('open', this.rawStart, this.chunkStart)
    else if (around === 'thinking') this.unfinishedReasoning = true
    else this.writer.emitRest(this.chunkStart)
    this.mode = 'text'
    for (const at of this.tagged.inDoubt()) this.writer.tear(at)
  }

  /** What has been cut so far, and the text after it as if it ended here. */
  piecesSoFar(): readonly Piece[] {
    return this.mode === 'text' ? this.writer.withRest() : this.pieces
  }

  private step(chunk: string, at: number): number {
    switch (this.mode) {
      case 'text':
        return this.scanText(chunk, at)
      case 'brackets':
        return this.scanBrackets(chunk, at)
      case 'tag':
        return this.scanTag(chunk, at)
      case 'raw':
        return this.scanRaw(chunk, at)
      case 'closing':
        return this.scanClosing(chunk, at)
      case 'thinking':
        return this.scanThinking(chunk, at)
    }
  }

  /** Only five characters matter in text; what stands before a bracket is looked at when there is one. */
  private scanText(chunk: string, from: number): number {
    for (let at = from; at < chunk.length; at++) {
      const code = chunk.charCodeAt(at)
      if (!char.mattersInText(code)) continue
      if (code === char.LESS) return this.enterTag(at, 'text', char.GREATER)
      if (code === char.BACKTICK) this.countTick(at)
      else if (code !== char.PAREN_OPEN) return this.enterBrackets(code, '', at)
      else {
        const name = this.nameBefore(chunk, at)
        if (name !== '' && this.parametersOf(name) !== undefined) return this.enterBrackets(code, name, at)
      }
    }
    return chunk.length
  }

  private nameBefore(chunk: string, at: number): string {
    const start = char.nameStart(chunk, at)
    if (start > 0) return chunk.slice(start, at)
    return this.carried === '' ? chunk.slice(0, at) : this.carried + chunk.slice(0, at)
  }

  private enterBrackets(code: number, name: string, at: number): number {
    this.bracketsStart = this.chunkStart + at - name.length
    this.callName = name
    this.carried = ''
    this.brackets.begin(code)
    this.mode = 'brackets'
    return at + 1
  }

  /** A name or tag that a chunk breaks off is put together in the next. */
  private carry(chunk: string): void {
    if (this.mode === 'tag') {
      this.carried += chunk.slice(Math.max(0, this.tagStart - this.chunkStart))
    } else if (this.mode === 'text') {
      const start = char.nameStart(chunk, chunk.length)
      this.carried = start > 0 ? chunk.slice(start) : this.carried + chunk
    }
  }

  private scanBrackets(chunk: string, from: number): number {
    const at = this.brackets.scan(chunk, from)
    switch (this.brackets.stop) {
      case 'chunk':
        return at
      case 'less':
        return this.enterTag(at - 1, 'brackets', char.GREATER)
      case 'broken':
        return this.endBrackets('broken', at)
      case 'closed':
        return this.endBrackets(this.callName === '' ? 'value' : 'call', at)
    }
  }

  private endBrackets(kind: PieceKind, at: number): number {
    const end = this.chunkStart + at
    this.mode = 'text'
    const piece = this.emit(kind, this.bracketsStart, end)
    if (kind === 'value' && piece.text.length < MAX_TAG && MARKER.test(piece.text)) {
      this.writer.takeBack(1, end)
      this.takeTag(piece.text, end)
    }
    return at
  }

  private enterTag(at: number, around: Mode, tagEnd: number): number {
    this.around = around
    this.tagEnd = tagEnd
    this.tagQuote = 0
    this.tagStart = this.chunkStart + at
    this.carried = ''
    this.mode = 'tag'
    return at + 1
  }

  private scanRaw(chunk: string, from: number): number {
    const at = chunk.indexOf('<', from)
    return at < 0 ? chunk.length : this.enterTag(at, 'raw', char.GREATER)
  }

  /** Reasoning may also end in square brackets. */
  private scanThinking(chunk: string, from: number): number {
    for (let at = from; at < chunk.length; at++) {
      const code = chunk.charCodeAt(at)
      if (code === char.LESS) return this.enterTag(at, 'thinking', char.GREATER)
      if (code === char.BRACKET_OPEN) return this.enterTag(at, 'thinking', char.BRACKET_CLOSE)
    }
    return chunk.length
  }

  /** Behind a tag that may end a value: if words follow, it was a part of the value. */
  private scanClosing(chunk: string, from: number): number {
    let at = from
    while (at < chunk.length && char.isSpace(chunk.charCodeAt(at))) at++
    if (chunk.charCodeAt(at) === char.LESS) return this.enterTag(at, 'closing', char.GREATER)
    if (at < chunk.length) this.mode = 'raw'
    return at
  }

  private scanTag(chunk: string, from: number): number {
    for (let at = from; at < chunk.length; at++) {
      const code = chunk.charCodeAt(at)
      const length = this.chunkStart + at - this.tagStart
      if (code === this.tagEnd) return this.endTag(this.tag(chunk, at + 1), at + 1)
      if (this.isQuoted(code) && char.isHarmless(code) && length <= MAX_TAG) continue
      if (length > MAX_TAG || !char.isTagPart(code) || (length === 1 && !char.startsTag(code))) return this.leaveTag(at)
    }
    return chunk.length
  }

  /** Inside a quoted attribute. The start of a call ends the tag even there, or it would be lost with the tag. */
  private isQuoted(code: number): boolean {
    if (code === char.DOUBLE_QUOTE || code === char.SINGLE_QUOTE)
      this.tagQuote = this.tagQuote === 0 ? code : this.tagQuote === code ? 0 : this.tagQuote
    return this.tagQuote !== 0
  }

  /** It was only a `<`: what surrounds it goes on, starting with the character that showed it. */
  private leaveTag(at: number): number {
    this.carried = this.carried.slice(char.nameStart(this.carried, this.carried.length))
    this.brackets.resume()
    this.mode = this.around === 'closing' ? 'raw' : this.around
    return at
  }

  private endTag(tag: string, at: number): number {
    const name = tagName(tag)
    const end = this.chunkStart + at
    this.carried = ''
    this.mode = this.around === 'thinking' && isReasoningEnd(name) ? 'text' : this.around
    if (this.around === 'thinking') this.writer.cutTo(end)
    else if (this.around === 'raw' || this.around === 'closing') this.endTagInValue(tag, name, end)
    else if (this.around === 'brackets' && !cutsBrackets(name)) this.brackets.resume()
    else {
      if (this.around === 'brackets') this.emit('broken', this.bracketsStart, this.tagStart)
      this.takeTag(tag, end)
    }
    return at
  }

  /** The last closing tag before the next part of the call ends the value. */
  private endTagInValue(tag: string, name: string, end: number): void {
    const isClosing = name === `/${this.rawName}`
    if (isClosing) this.closing = { text: tag, start: this.tagStart, end }
    if (isClosing && this.tagged.isValue(this.rawName)) this.mode = 'closing'
    else if (isClosing) this.closeValue()
    else if (this.around === 'closing' && this.tagged.mayFollow(name)) {
      this.closeValue()
      this.takeTag(tag, end)
    } else this.mode = 'raw'
  }

  private closeValue(): void {
    const { text, start, end } = this.closing
    const name = this.rawName
    const { text: value } = this.emit('raw', this.rawStart, start)
    this.tagged.takeValue({ name, piece: this.pieces.length - 1, start: this.rawStart, end }, value)
    this.writer.emitTag(text, `/${name}`, end)
    this.mode = 'text'
  }

  private takeTag(tag: string, end: number): void {
    const name = tagName(tag)
    this.writer.emitRest(end - tag.length)
    const isContent = isRaw(name) || this.tagged.isKey(tag, name)
    this.rawName = name
    this.rawStart = end
    this.mode = isContent ? 'raw' : isReasoning(name) ? 'thinking' : 'text'
    if (this.mode === 'thinking') this.writer.cutTo(end)
    else if (isReasoningEnd(name)) this.takeBack(end)
    else {
      this.writer.emitTag(tag, name, end)
      if (!isContent) this.tagged.takeTag(tag, name)
    }
  }

  /** An orphan end of reasoning: all that came before was reasoning. */
  private takeBack(end: number): void {
    this.writer.takeBack(this.pieces.length, end)
    this.tagged.forget()
    this.restarts++
  }

  private countTick(at: number): void {
    const place = this.chunkStart + at
    this.ticks = place === this.lastTick + 1 ? this.ticks + 1 : 1
    this.lastTick = place
    if (this.ticks < 3) return
    this.ticks = 0
    this.emit('fence', place - 2, place + 1)
  }

  private emit(kind: PieceKind, start: number, end: number): Piece {
    const { colons, loose } = this.brackets
    const name = kind === 'fence' || kind === 'raw' ? '' : this.callName
    return this.writer.emit(kind, { start, end, facts: { name, colons, loose } })
  }

  private tag(chunk: string, end: number): string {
    const start = this.tagStart - this.chunkStart
    return start >= 0 ? chunk.slice(start, end) : this.carried + chunk.slice(0, end)
  }
}
