import type { Piece, PieceKind } from './piece.ts'

type Facts = Pick<Piece, 'name' | 'colons' | 'loose'>
const PLAIN: Facts = { name: '', colons: 0, loose: false }

/** Cuts what has arrived into pieces. What belongs to none yet is joined only when one ends, so chunks cost nothing. */
export class PieceWriter {
  readonly pieces: Piece[] = []
  private text = ''
  private textStart = 0
  private readonly seen: (piece: Piece) => void

  constructor(seen: (piece: Piece) => void) {
    this.seen = seen
  }

  write(chunk: string): void {
    this.text = this.text === '' ? chunk : this.text + chunk
  }

  /** What has been cut so far, and the rest as if it ended here. */
  withRest(): readonly Piece[] {
    return this.text === '' ? this.pieces : [...this.pieces, { kind: 'text', text: this.text, ...PLAIN }]
  }

  /** Cuts out a piece; what stands before it and belongs to none is text. Only a value may be empty. */
  emit(kind: PieceKind, { start, end, facts = PLAIN }: { start: number; end: number; facts?: Facts }): Piece {
    const gap = start - this.textStart
    if (gap > 0) this.push({ kind: 'text', text: this.text.slice(0, gap), ...PLAIN })
    const { name, colons, loose } = facts
    const piece = { kind, text: this.text.slice(gap, end - this.textStart), name, colons, loose }
    if (end > start || kind === 'raw') this.push(piece)
    this.cutTo(end)
    return piece
  }

  /** All up to here that belongs to no piece is text. */
  emitRest(end: number): void {
    if (end > this.textStart) this.emit('text', { start: this.textStart, end })
  }

  emitTag(text: string, name: string, end: number): void {
    this.push({ kind: 'tag', text, name, colons: 0, loose: false })
    this.cutTo(end)
  }

  cutTo(end: number): void {
    this.text = this.text.slice(end - this.textStart)
    this.textStart = end
  }

  takeBack(count: number, end: number): void {
    this.pieces.length -= count
    this.cutTo(end)
  }

  tear(at: number): void {
    const piece = this.pieces[at]
    if (piece !== undefined) this.pieces[at] = { ...piece, kind: 'torn' }
  }

  private push(piece: Piece): void {
    this.pieces.push(piece)
    this.seen(piece)
  }
}
