import { type CallRequest, type Fixup, type Json, type Toolbox, isJsonList } from '../core/index.ts'
import type { Dialect, PieceReading, ReadCall, Waiting } from './dialects/dialect.ts'
import { namesTool } from './dialects/tagged-arguments.ts'
import { NO_VALUE, decode } from './literal/decode.ts'
import { hasCallWords } from './call-words.ts'
import type { Piece, PieceKind } from './scan/piece.ts'
import { isResult } from './scan/tags.ts'

/** Calls written together, and the pieces they take up. Without requests: a call that cannot be read. */
export type FoundCalls = {
  readonly requests: readonly CallRequest[]
  readonly from: number
  readonly through: number
  /** How much of the text right before them belongs to the first call, such as its name. */
  readonly lead: number
  /** Calls of the same piece that need the result of another one. */
  readonly left: readonly CallRequest[]
  /** Its form is one in which several calls stand one behind the other. */
  readonly isSeveral: boolean
  /** Of what cannot be read: was it written as code, which may be a sample? */
  readonly isCode: boolean
  /** It fills its fence, or the reply: nothing around it makes it talk. */
  readonly isWhole: boolean
  /** It may as well be no call: the model is asked. */
  readonly isDoubtful: boolean
}

type Finding = Pick<FoundCalls, 'requests' | 'from' | 'through'> & Partial<FoundCalls>

/** All findings have one shape, which V8 reads fastest. */
const toFound = ({
  requests,
  from,
  through,
  lead = 0,
  left = NO_REQUESTS,
  isSeveral = false,
  isCode = false,
  isWhole = false,
  isDoubtful = false,
}: Finding): FoundCalls => ({ requests, from, through, lead, left, isSeveral, isCode, isWhole, isDoubtful })

const NO_REQUESTS: readonly CallRequest[] = []

/** Pieces as they arrive; a restart means that all before it were taken back. */
export type PieceSource = { readonly pieces: readonly Piece[]; readonly restarts: number }

const READABLE: ReadonlySet<PieceKind> = new Set(['value', 'call', 'tag', 'broken'])

export type FinderSettings = {
  readonly dialects: readonly Dialect[]
  readonly tools: Toolbox
  readonly isFinished: boolean
  /** What was done to the reply as a whole before it was read. */
  readonly known: readonly Fixup[]
}

/** Asks the dialects about each piece, once, as far as the reply has come. */
export class CallFinder {
  readonly findings: FoundCalls[] = []
  private readonly source: PieceSource
  private readonly dialects: readonly Dialect[]
  private readonly tools: Toolbox
  isFinished: boolean // may become known only at the end
  private readonly known: readonly Fixup[]
  private next = 0
  private restarts = 0
  private resultTag: string | undefined
  private resultAt = 0
  private resultsFrom = 0 // tags of results before this piece are only words
  private amongRubble = false // after brackets that do not match: what follows may be a part of them
  private waiting: { tag: string | undefined; from: number } | undefined

  constructor(source: PieceSource, { dialects, tools, isFinished, known }: FinderSettings) {
    this.source = source
    this.dialects = dialects
    this.tools = tools
    this.isFinished = isFinished
    this.known = known
  }

  /** Reads what has arrived. A call that spans pieces is read when its end is there, or when nothing more will come. */
  advance(ended: boolean): void {
    if (this.restarts !== this.source.restarts) this.startOver()
    if (!ended && this.isWaiting()) return
    while (this.next < this.source.pieces.length) {
      const found = this.readAt(this.next, ended)
      if (found !== undefined && 'waitsFor' in found) {
        this.waiting = { tag: found.waitsFor, from: this.source.pieces.length }
        return
      }
      if (found !== undefined) this.findings.push(found)
      this.next = (found?.through ?? this.next) + 1
    }
    if (ended && this.resultTag !== undefined) this.rereadAsText()
    else if (ended && this.findings.length === 0) this.readWhole()
  }

  private readWhole(): void {
    const { pieces } = this.source
    for (const dialect of this.dialects) {
      const reading = dialect.readReply?.({ pieces, tools: this.tools, isFinished: this.isFinished })
      if (reading === undefined) continue
      const { calls, from = 0, through, isDoubtful = false } = reading
      const requests = withNotes(toRequests(calls, dialect.name), this.known)
      this.findings.push(toFound({ requests, from, through, isWhole: true, isDoubtful }))
      return
    }
  }

  /** An orphan end of reasoning took back all pieces before it. */
  private startOver(): void {
    this.restarts = this.source.restarts
    this.findings.length = 0
    this.amongRubble = false
    this.resultTag = undefined
    this.waiting = undefined
    this.next = 0
  }

  /** A token begins something new; the tag of a result makes all data up to its end. */
  private enter(tag: string): void {
    if (tag.startsWith('/')) {
      if (tag.slice(1) === this.resultTag) this.resultTag = undefined
      return
    }
    this.amongRubble = false
    if (!isResult(tag) || this.resultTag !== undefined || this.next < this.resultsFrom) return
    this.resultTag = tag
    this.resultAt = this.next
  }

  /** A tag that never closed was only mentioned: what follows it counts after all. */
  private rereadAsText(): void {
    this.resultTag = undefined
    this.next = this.resultAt + 1
    this.resultsFrom = this.source.pieces.length
    this.advance(true)
  }

  /** Each new piece is looked at once: is it the tag that ends the call? */
  private isWaiting(): boolean {
    if (this.waiting === undefined) return false
    const { tag, from } = this.waiting
    this.waiting = { tag, from: this.source.pieces.length }
    for (let at = from; at < this.source.pieces.length; at++) {
      if (tag === undefined || this.source.pieces[at]?.name === tag) this.waiting = undefined
    }
    return this.waiting !== undefined
  }

  private readAt(at: number, ended: boolean): FoundCalls | Waiting | undefined {
    const { pieces } = this.source
    const piece = pieces[at]
    if (piece === undefined || !READABLE.has(piece.kind)) return undefined
    if (piece.kind === 'tag') this.enter(piece.name)
    if (this.amongRubble || this.resultTag !== undefined) return undefined
    const { value, notes: taken } = piece.kind === 'value' ? decode(piece) : NO_VALUE
    const notes = this.known.length === 0 ? taken : [...this.known, ...taken]
    const requests = value === undefined ? undefined : this.readValue(value)
    if (requests !== undefined) return toFound({ requests: withNotes(requests, notes), from: at, through: at })
    const spot = { pieces, at, piece, tools: this.tools, ended }
    for (const dialect of this.dialects) {
      const reading = dialect.readPieces?.(spot, value)
      if (reading === undefined) continue
      if ('waitsFor' in reading) return reading
      return toFinding(reading, { dialect, notes, at })
    }
    if (piece.kind === 'broken') this.amongRubble = true
    const isMeant = this.meansCall(piece)
    return isMeant
      ? toFound({ requests: NO_REQUESTS, from: at, through: at, isCode: piece.kind === 'call' })
      : undefined
  }

  /** It cannot be read but is meant as a call: skipping it would run what was meant to come later. */
  private meansCall(piece: Piece): boolean {
    if (piece.kind === 'tag') return namesTool(piece, this.tools)
    return piece.kind === 'call' || hasCallWords(piece.text)
  }

  /** One call, or a list in which every item is a call; with only our own envelope, no list. */
  private readValue(value: Json): readonly CallRequest[] | undefined {
    for (const dialect of this.dialects) {
      const calls = dialect.readValue?.(value, this.tools)
      if (calls !== undefined) return toRequests(calls, dialect.name)
    }
    if (!isJsonList(value) || value.length === 0 || this.dialects.length === 1) return undefined
    const all: CallRequest[] = []
    for (const item of value) {
      const requests = this.readValue(item)
      if (requests === undefined) return undefined
      for (const request of requests) all.push(request)
    }
    return all
  }
}

type ReadBy = { readonly dialect: Dialect; readonly notes: readonly Fixup[]; readonly at: number }

function toFinding({ calls, from, through, lead, left }: PieceReading, { dialect, notes, at }: ReadBy): FoundCalls {
  return toFound({
    requests: withNotes(toRequests(calls, dialect.name), notes),
    from: from ?? at,
    through,
    lead: lead ?? 0,
    left: left ? toRequests(left, dialect.name) : NO_REQUESTS,
    isSeveral: dialect.isSeveral === true,
  })
}

const toRequests = (calls: readonly ReadCall[], dialect: string): readonly CallRequest[] =>
  calls.map(({ name, named, positional = [], fixups = [] }) => ({ name, named, positional, dialect, fixups }))

const withNotes = (requests: readonly CallRequest[], notes: readonly Fixup[]): readonly CallRequest[] =>
  notes.length === 0
    ? requests
    : requests.map(request => ({ ...request, fixups: [...new Set([...notes, ...request.fixups])] }))
