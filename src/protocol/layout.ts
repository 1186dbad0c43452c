import type { Piece } from './scan/piece.ts'

/** Where a stretch of pieces stands: this decides whether code-like text is a call or only talk about one. */
export type Place = {
  /** Right after an opening token: the model says that this is a call. */
  readonly framed: boolean
  readonly fenced: boolean
  /** Nothing but layout before and after it on its lines. */
  readonly alone: boolean
  /** In a fence that also holds other code, or part of a definition. */
  readonly amongCode: boolean
}

const BY_ITSELF: Place = { framed: false, fenced: false, alone: true, amongCode: false }
const FRAMED: Place = { framed: true, fenced: false, alone: true, amongCode: false }
const FRAMED_IN_FENCE: Place = { ...FRAMED, fenced: true }
const LANGUAGE = 'json|python|py|tool_code|tool_call|xml|javascript'
const CODE_AROUND = new RegExp(`^(?:\\s|#.*$|//.*$|(?:${LANGUAGE})\\b|print\\(|return\\b|await\\b|\\w+\\s*=(?!=)|[()[\\],;"'])*$`)
const LAYOUT = /^[\s`*>\-"'[\](),;.\\+&|/]*(?:return\s+|#.*)?$/
const DEFINES = /\b(?:def|function|class)\s+$/
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
    if (block >= 0) return { framed: false, fenced: true, alone: true, amongCode: defines || this.hasOtherCode(block) }
    const alone = isLayoutLine(lastLine(before)) && isLayoutLine(firstLine(this.textAt(through + 1)))
    return { framed: false, fenced: false, alone, amongCode: defines }
  }

  /** The nearest piece before it that is no layout is an opening token. */
  private isFramed(from: number): boolean {
    for (let at = from - 1; at >= 0; at--) {
      const piece = this.pieces[at]
      if (piece?.kind === 'tag') return !piece.name.startsWith('/')
      if (piece?.kind !== 'fence' && !(piece?.kind === 'text' && isLayoutLine(piece.text))) return false
    }
    return false
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
