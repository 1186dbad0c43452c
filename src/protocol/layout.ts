import type { Piece } from './scan/piece.ts'
import { isCallTag } from './scan/tags.ts'

/** Where a stretch of pieces stands: this decides whether code-like text is a call or only talk about one. */
export type Place = {
  /** Right after an opening token: the model says that this is a call. */
  readonly framed: boolean
  readonly fenced: boolean
  /** Nothing but layout before and after it on its lines. */
  readonly alone: boolean
  /** In a fence that also holds other code, or part of a definition. */
  readonly amongCode: boolean
  /** It is what some other function is given. */
  readonly argument: boolean
}

const BY_ITSELF: Place = { framed: false, fenced: false, alone: true, amongCode: false, argument: false }
const FRAMED: Place = { framed: true, fenced: false, alone: true, amongCode: false, argument: false }
const FRAMED_IN_FENCE: Place = { ...FRAMED, fenced: true }
const LANGUAGE = 'json|python|py|tool_code|tool_call|xml|javascript'
const CODE_AROUND = new RegExp(`^(?:\\s|#.*$|//.*$|(?:${LANGUAGE})\\b|print\\(|return\\b|await\\b|\\w+\\s*=(?!=)|[()[\\],;"'])*$`)
const LAYOUT = /^[\s`*>\-"'[\](),;.\\+&|/]*(?:return\s+|#.*)?$/
const ONE_WORD = /^\s*[\w.:-]{1,128}\s*$/ // between a token and the arguments stands the tool's name
const DEFINES = /\b(?:def|function|class)\s+$/
const CALL_AROUND = { before: /\w\(\s*$/, after: /^\s*\)/ }
const LONGEST_LAYOUT = 300 // a longer line is prose, whatever it consists of

/** Knows the fences of a reply; asked once a call, it looks at each piece only once or twice in all. */
export class Layout {
  private readonly pieces: readonly Piece[]
  private readonly blockStarts: Int32Array | undefined // the opening fence around a piece, or -1; none without fences
  private readonly otherCode = new Map<number, boolean>()

  constructor(pieces: readonly Piece[]) {
    this.pieces = pieces
    this.blockStarts = pieces.length > 1 && pieces.some(piece => piece.kind === 'fence') ? findBlocks(pieces) : undefined
  }

  placeOf(from: number, through: number): Place {
    if (this.pieces.length === 1) return BY_ITSELF
    const block = this.blockStarts?.[from] ?? -1
    if (this.isFramed(from)) return block < 0 ? FRAMED : FRAMED_IN_FENCE
    const before = this.textAt(from - 1)
    const defines = before.length > 3 && DEFINES.test(before.slice(-20))
    const argument = CALL_AROUND.before.test(before.slice(-20)) && CALL_AROUND.after.test(this.textAt(through + 1).slice(0, 20))
    if (block >= 0) return { framed: false, fenced: true, alone: true, amongCode: defines || this.hasOtherCode(block), argument }
    const alone = this.isLayoutBefore(from) && this.isLayoutAfter(through)
    return { framed: false, fenced: false, alone, amongCode: defines, argument }
  }

  /** The nearest piece before it that is no layout is an opening token. */
  private isFramed(from: number): boolean {
    for (let at = from - 1; at >= 0; at--) {
      const piece = this.pieces[at]
      if (piece?.kind === 'tag') return !piece.name.startsWith('/') && isCallTag(piece.name)
      if (piece?.kind !== 'fence' && !(piece?.kind === 'text' && (isLayoutLine(piece.text) || ONE_WORD.test(piece.text)))) return false
    }
    return false
  }

  /** Only layout from the start of the line; other calls on it, and tokens around calls, do not count as talk. */
  private isLayoutBefore(from: number): boolean {
    const before = this.pieces[from - 1]
    if (before?.kind === 'text') return isLayoutLine(lastLine(before.text)) && (before.text.includes('\n') || !this.isTalk(from - 2))
    return !this.isTalk(from - 1)
  }

  private isLayoutAfter(through: number): boolean {
    const after = this.pieces[through + 1]
    if (after?.kind === 'text') return isLayoutLine(firstLine(after.text)) && (after.text.includes('\n') || !this.isTalk(through + 2))
    return !this.isTalk(through + 1)
  }

  private isTalk(at: number): boolean {
    const piece = this.pieces[at]
    return piece?.kind === 'tag' && !isCallTag(piece.name)
  }

  private hasOtherCode(block: number): boolean {
    const known = this.otherCode.get(block)
    if (known !== undefined) return known
    const found = this.blockText(block).some(line => !CODE_AROUND.test(line))
    this.otherCode.set(block, found)
    return found
  }

  /** The lines of a fenced block without the calls in it. */
  private blockText(block: number): readonly string[] {
    let rest = ''
    for (let at = block + 1; at < this.pieces.length && this.blockStarts?.[at] === block; at++) rest += this.textAt(at)
    return rest.split('\n')
  }

  private textAt(at: number): string {
    const piece = this.pieces[at]
    return piece?.kind === 'text' ? piece.text : ''
  }
}

function findBlocks(pieces: readonly Piece[]): Int32Array {
  const starts = new Int32Array(pieces.length)
  let open = -1
  for (let at = 0; at < pieces.length; at++) {
    const isFence = pieces[at]?.kind === 'fence'
    if (isFence) open = open < 0 ? at : -1
    starts[at] = isFence ? -1 : open
  }
  return starts
}

const lastLine = (text: string): string => text.slice(text.lastIndexOf('\n') + 1)
const firstLine = (text: string): string => {
  const end = text.indexOf('\n')
  return end < 0 ? text : text.slice(0, end)
}
const isLayoutLine = (text: string): boolean => text.length < LONGEST_LAYOUT && (text.trim() === '' || LAYOUT.test(text))
