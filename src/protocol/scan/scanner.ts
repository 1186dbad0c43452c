import { BracketScanner } from './bracket-scanner.ts'
import * as char from './characters.ts'
import type { Piece, PieceKind } from './piece.ts'
import { cutsBrackets, isRaw, isReasoning, isReasoningEnd, tagName } from './tags.ts'

type Mode = 'text' | 'brackets' | 'tag' | 'raw' | 'thinking'

const MAX_TAG = 200
const MARKER = /^\[(?!(?:true|false|null)\])\/?[A-Za-z_]{2,40}\]$/

/** Cuts a reply into pieces while it arrives: in one pass, with the same pieces for every split. */
export class Scanner {
  readonly pieces: Piece[] = []
  /** How often an orphan end of reasoning took back all pieces before it. */
  restarts = 0
  /** The reply ended before its reasoning did. */
  unfinishedReasoning = false
  private readonly isTool: (name: string) => boolean
  private readonly brackets: BracketScanner = new BracketScanner()
  private mode: Mode
  private text = '' // what belongs to no piece yet; it is joined only when a piece ends, so that chunks cost nothing
  private textStart = 0
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

  /** Brackets were nested deeper than any call may be. */
  get tooDeep(): boolean {
    return this.brackets.tooDeep
  }

  constructor(isTool: (name: string) => boolean, startsInReasoning = false) {
    this.isTool = isTool
    this.mode = startsInReasoning ? 'thinking' : 'text'
  }

  write(chunk: string): void {
    this.text = this.text === '' ? chunk : this.text + chunk
    let at = 0
    while (at < chunk.length) at = this.step(chunk, at)
    this.carry(chunk)
    this.chunkStart += chunk.length
  }

  end(): void {
    const around = this.mode === 'tag' ? this.around : this.mode
    if (around === 'brackets') this.emit('open', this.bracketsStart, this.chunkStart)
    else if (around === 'raw') this.emit('open', this.rawStart, this.chunkStart)
    else if (around === 'text') this.emit('text', this.textStart, this.chunkStart)
    else this.unfinishedReasoning = true
    this.mode = 'text'
  }

  /** What has been cut so far, and the text after it as if it ended here. */
  piecesSoFar(): readonly Piece[] {
    if (this.mode !== 'text' || this.text === '') return this.pieces
    return [...this.pieces, { kind: 'text', text: this.text, name: '', colons: 0, loose: false }]
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
        return this.seekTag(chunk, at, char.LESS)
      case 'thinking':
        return this.seekTag(chunk, at, char.BRACKET_OPEN)
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
        if (name !== '' && this.isTool(name)) return this.enterBrackets(code, name, at)
      }
    }
    return chunk.length
  }

  private nameBefore(chunk: string, at: number): string {
    const start = nameStart(chunk, at)
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
      const start = nameStart(chunk, chunk.length)
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
      this.pieces.pop()
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

  /** Inside raw text and reasoning only a tag matters; reasoning may also end in square brackets. */
  private seekTag(chunk: string, from: number, alsoFrom: number): number {
    for (let at = from; at < chunk.length; at++) {
      const code = chunk.charCodeAt(at)
      if (code === char.LESS) return this.enterTag(at, this.mode, char.GREATER)
      if (code === alsoFrom) return this.enterTag(at, this.mode, char.BRACKET_CLOSE)
    }
    return chunk.length
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

  /**
   * Inside a quoted attribute. The start of a call ends the tag even there: it would be lost if the tag never ended.
   */
  private isQuoted(code: number): boolean {
    if (code === char.DOUBLE_QUOTE || code === char.SINGLE_QUOTE)
      this.tagQuote = this.tagQuote === 0 ? code : this.tagQuote === code ? 0 : this.tagQuote
    return this.tagQuote !== 0
  }

  /** It was only a `<`: what surrounds it goes on, starting with the character that showed it. */
  private leaveTag(at: number): number {
    this.carried = this.carried.slice(nameStart(this.carried, this.carried.length))
    this.brackets.resume()
    this.mode = this.around
    return at
  }

  private endTag(tag: string, at: number): number {
    const name = tagName(tag)
    const end = this.chunkStart + at
    this.carried = ''
    this.mode = this.around
    if (this.around === 'thinking') {
      if (isReasoningEnd(name)) this.endReasoning(end)
    } else if (this.endsSurroundings(name)) {
      this.emitBefore(this.tagStart)
      this.cutTo(end)
      this.takeTag(tag, end)
    } else this.brackets.resume()
    return at
  }

  private endsSurroundings(name: string): boolean {
    if (this.around === 'text') return true
    return this.around === 'raw' ? name === `/${this.rawName}` : cutsBrackets(name)
  }

  private emitBefore(tagStart: number): void {
    if (this.around === 'brackets') this.emit('broken', this.bracketsStart, tagStart)
    else if (this.around === 'raw') this.emit('raw', this.rawStart, tagStart)
    else this.emit('text', this.textStart, tagStart)
  }

  private takeTag(tag: string, end: number): void {
    const name = tagName(tag)
    this.mode = isReasoning(name) ? 'thinking' : isRaw(name) ? 'raw' : 'text'
    if (isReasoningEnd(name)) {
      this.pieces.length = 0 // an orphan: all that came before was reasoning
      this.restarts++
    } else if (!isReasoning(name)) {
      this.pieces.push({ kind: 'tag', text: tag, name, colons: 0, loose: false })
      this.rawName = name
      this.rawStart = end
    }
  }

  private endReasoning(end: number): void {
    this.cutTo(end)
    this.mode = 'text'
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
    const gap = start - this.textStart
    if (gap > 0) this.pieces.push({ kind: 'text', text: this.text.slice(0, gap), name: '', colons: 0, loose: false })
    const name = kind === 'text' || kind === 'fence' || kind === 'raw' ? '' : this.callName
    const piece = {
      kind,
      text: this.text.slice(gap, end - this.textStart),
      name,
      colons: this.brackets.colons,
      loose: this.brackets.loose,
    }
    if (end > start || kind === 'raw') this.pieces.push(piece)
    this.cutTo(end)
    return piece
  }

  private cutTo(end: number): void {
    this.text = this.text.slice(end - this.textStart)
    this.textStart = end
  }

  private tag(chunk: string, end: number): string {
    const start = this.tagStart - this.chunkStart
    return start >= 0 ? chunk.slice(start, end) : this.carried + chunk.slice(0, end)
  }
}

/** Where the name begins that ends here. */
function nameStart(text: string, end: number): number {
  let start = end
  while (start > 0 && char.isNamePart(text.charCodeAt(start - 1))) start--
  return start
}
