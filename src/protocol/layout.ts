import { longPattern } from '../core/index.ts'
import type { Piece } from './scan/piece.ts'
import { isCallTag, isEndToken } from './scan/tags.ts'
import { announces } from './stance.ts'

/** Where a stretch of pieces stands: this decides whether code-like text is a call or only talk about one. */
export type CallSurroundings = {
  /** Right after an opening token: the model says that this is a call. */
  readonly framed: boolean
  readonly fenced: boolean
  /** Nothing but layout before and after it on its lines. */
  readonly alone: boolean
  /** In a fence that also holds other code. */
  readonly amongCode: boolean
  /**
   * In a fence that is announced, or that is the whole reply and whose other code only imports the tool or shows its
   * result.
   */
  readonly isSample: boolean
  /** A definition's name, on a comment line, or indented under `if …:`. */
  readonly partOfCode: boolean
  /** It is what some other function is given. */
  readonly argument: boolean
  /** A bracket of some other function stands before it. */
  readonly opened: boolean
  /** Prose before and after it on its line. */
  readonly amid: boolean
}

const BY_ITSELF: CallSurroundings = {
  framed: false,
  fenced: false,
  alone: true,
  amongCode: false,
  isSample: false,
  partOfCode: false,
  argument: false,
  opened: false,
  amid: false,
}
const FRAMED: CallSurroundings = { ...BY_ITSELF, framed: true }
const FRAMED_IN_FENCE: CallSurroundings = { ...FRAMED, fenced: true }
const LANGUAGE = 'json|python|py|tool_code|tool_call|xml|javascript'
const CODE_AROUND = new RegExp(
  String.raw`^(?:\s|#.*$|//.*$|(?:${LANGUAGE})\b|print\(|return\b|await\b|` +
    String.raw`(?:const |let |var )?\w+\s*=(?!=)|[()[\],;"'\x60])*$`,
)
const OWN_CODE = /^\s*tool_code\s*$/ // the label of one family's calls: what it says there about a result is no sample
const SHOWS_RESULT = /^\s*(?:(?:print\()?\w+\)?|import \w+|from \w+ import \w+)\s*$/
const SHOWS_NAMED = /^\s*(?:(?:print\()?[A-Za-z_]\w*\)?|(?:from [\w.]+ )?import [\w., ]+)\s*$/
const LAYOUT = longPattern('i')`
    ^[\s\x60*>\-"'[\](),;.\\+&|/$@→•]*(?:\d{1,2}[.)][\s\x60*]+)?(?:(?:return|await)\s+|print\(
    |(?:action|call|(?:tool|function)[ _]call)\**\s*:[*\s]*\x60?)?$
  `
const LAYOUT_AFTER = /^[\s`*>\-"'[\](),;.\\+&|/]*(?:#.*|\/\/.*)?$/
const COMMENTED = /^\s*(?:#|\/\/)/
const BLOCK_LINE = /^\s*(?:def|if|elif|else|for|while|class|with|try|except|import|from)\b.*:?\s*$/
const ONE_WORD = /^\s*[\w.:-]{1,128}\s*$/ // between a token and the arguments stands the tool's name
const DECLARED = /^\s*(?:export )?(?:const|let|var) \w+.*=\s*$/
const DEFINES = /\b(?:def|function|class)\s+$/
const CALL_AROUND = { before: /\w\(\s*$/, after: /^\s*\)/ }
const MOST_TAGS = 16 // between a call and the words about it
const LONGEST_LAYOUT = 300 // a longer line is prose, whatever it consists of

/** Knows the fences of a reply; asked once a call, it looks at each piece only once or twice in all. */
export class Layout {
  private readonly pieces: readonly Piece[]
  private readonly blockStarts: Int32Array | undefined // the opening fence around a piece, or -1; none without fences
  private readonly blockEnds = new Map<number, number>()
  private readonly otherCode = new Map<number, boolean>()
  private readonly samples = new Map<number, boolean>()

  constructor(pieces: readonly Piece[]) {
    this.pieces = pieces
    this.blockStarts =
      pieces.length > 1 && pieces.some(piece => piece.kind === 'fence') ? findBlocks(pieces, this.blockEnds) : undefined
  }

  placeOf(from: number, through: number): CallSurroundings {
    if (this.pieces.length === 1) return BY_ITSELF
    const block = this.blockStarts?.[from] ?? -1
    if (this.isFramed(from)) return block < 0 ? FRAMED : FRAMED_IN_FENCE
    const before = this.textAt(from - 1)
    const opened = CALL_AROUND.before.test(before.slice(-20))
    const argument = opened && CALL_AROUND.after.test(this.textAt(through + 1).slice(0, 20))
    const partOfCode = isPartOfCode(before)
    if (block >= 0) {
      const amongCode = this.hasOtherCode(block)
      const isSample = amongCode && this.isSample(block)
      return { ...BY_ITSELF, fenced: true, amongCode, isSample, partOfCode, argument, opened }
    }
    const [clearBefore, clearAfter] = [this.isLayoutBefore(from), this.isLayoutAfter(through)]
    return {
      ...BY_ITSELF,
      alone: clearBefore && clearAfter,
      partOfCode,
      argument,
      opened,
      amid: !clearBefore && !clearAfter,
    }
  }

  /** The prose that leads to it: before its fence or its tags, if it stands in some. */
  leadOf(from: number): string {
    const block = this.blockStarts?.[from] ?? -1
    return this.textAt(this.pastTags((block >= 0 ? block : from) - 1, -1))
  }

  isFenced(from: number): boolean {
    return (this.blockStarts?.[from] ?? -1) >= 0
  }

  /** `const call = {…}`: code in which it is a value. */
  isDeclared(from: number): boolean {
    return this.isFenced(from) && DECLARED.test(lastLine(this.textAt(from - 1)).slice(-LONGEST_LAYOUT))
  }

  /** The prose after the fence in which it stands; of what stands in none, nothing. */
  behindFence(from: number): string {
    const block = this.blockStarts?.[from] ?? -1
    return block < 0 ? '' : this.textAt((this.blockEnds.get(block) ?? this.pieces.length) + 1)
  }

  /** What the line says after it, or undefined if that is no prose. */
  restOfLine(through: number): string | undefined {
    const at = this.pastTags(through + 1, 1)
    const isLast = this.pieces[at + 1] === undefined
    if (this.pieces[at] === undefined) return ''
    return this.textAt(at).includes('\n') || (isLast && this.pieces[at]?.kind === 'text')
      ? firstLine(this.textAt(at))
      : undefined
  }

  private pastTags(start: number, step: 1 | -1): number {
    for (let at = start; ; at += step) {
      const piece = this.pieces[at]
      const isPassed = piece?.kind === 'tag' || (piece?.kind === 'text' && piece.text.trim() === '')
      if (!isPassed || Math.abs(at - start) > MOST_TAGS) return at
    }
  }

  /** The nearest piece before it that is no layout is an opening token. */
  private isFramed(from: number): boolean {
    for (let at = from - 1; at >= 0; at--) {
      const piece = this.pieces[at]
      if (piece?.kind === 'tag') return !piece.name.startsWith('/') && isCallTag(piece.name)
      if (
        piece?.kind !== 'fence' &&
        !(piece?.kind === 'text' && (isLayoutLine(piece.text) || ONE_WORD.test(piece.text)))
      )
        return false
    }
    return false
  }

  /** Only layout from the start of the line; other calls on it, and tokens around calls, do not count as talk. */
  private isLayoutBefore(from: number): boolean {
    const before = this.pieces[from - 1]
    if (before?.kind === 'text')
      return isLayoutLine(lastLine(before.text)) && (before.text.includes('\n') || !this.isTalk(from - 2))
    return !this.isTalk(from - 1)
  }

  private isLayoutAfter(through: number): boolean {
    const after = this.pieces[through + 1]
    if (after?.kind === 'text')
      return isLayoutAfterLine(firstLine(after.text)) && (after.text.includes('\n') || !this.isTalk(through + 2))
    return !this.isTalk(through + 1)
  }

  private isTalk(at: number): boolean {
    const piece = this.pieces[at]
    return piece?.kind === 'tag' && !isCallTag(piece.name) && !isEndToken(piece.name)
  }

  private hasOtherCode(block: number): boolean {
    const known = this.otherCode.get(block)
    if (known !== undefined) return known
    const isOwn = OWN_CODE.test(firstLine(this.textAt(block + 1)))
    const found = this.blockText(block).some(line => !CODE_AROUND.test(line) && !(isOwn && SHOWS_RESULT.test(line)))
    this.otherCode.set(block, found)
    return found
  }

  private isSample(block: number): boolean {
    const known = this.samples.get(block)
    if (known !== undefined) return known
    const found =
      (this.isWholeReply(block) ||
        announces(
          lastLine(
            this.leadOf(block + 1)
              .slice(-LONGEST_LAYOUT)
              .trimEnd(),
          ),
        )) &&
      this.blockText(block).every(line => CODE_AROUND.test(line) || SHOWS_NAMED.test(line))
    this.samples.set(block, found)
    return found
  }

  private isWholeReply(block: number): boolean {
    const end = this.blockEnds.get(block) ?? -1
    return (
      end >= 0 &&
      this.pieces.every(
        (piece, at) => (at >= block && at <= end) || (piece.kind === 'text' && piece.text.trim() === ''),
      )
    )
  }

  /** The lines of a fenced block without the calls in it. */
  private blockText(block: number): readonly string[] {
    let rest = ''
    for (let at = block + 1; at < this.pieces.length && this.blockStarts?.[at] === block; at++) rest += this.textAt(at)
    const [label = '', ...lines] = rest.split('\n')
    return /^\s*[\w+-]*\s*$/.test(label) ? lines : [label, ...lines]
  }

  private textAt(at: number): string {
    const piece = this.pieces[at]
    return piece?.kind === 'text' ? piece.text : ''
  }
}

function findBlocks(pieces: readonly Piece[], ends: Map<number, number>): Int32Array {
  const starts = new Int32Array(pieces.length)
  let open = -1
  for (let at = 0; at < pieces.length; at++) {
    const isFence = pieces[at]?.kind === 'fence'
    if (isFence && open >= 0) ends.set(open, at)
    if (isFence) open = open < 0 ? at : -1
    starts[at] = isFence ? -1 : open
  }
  return starts
}

/** A definition's name, a comment, or an indented line under `if …:`. */
function isPartOfCode(before: string): boolean {
  if (before.length < 2) return false
  const line = lastLine(before)
  if (COMMENTED.test(line) || DEFINES.test(line)) return true
  const previous = lastLine(
    before
      .slice(0, before.length - line.length)
      .trimEnd()
      .slice(-LONGEST_LAYOUT),
  )
  return /^\s+/.test(line) && BLOCK_LINE.test(previous)
}

const lastLine = (text: string): string => text.slice(text.lastIndexOf('\n') + 1)
const firstLine = (text: string): string => {
  const end = text.indexOf('\n')
  return end < 0 ? text : text.slice(0, end)
}
const isLayoutAfterLine = (text: string): boolean =>
  text.length < LONGEST_LAYOUT && (text.trim() === '' || LAYOUT_AFTER.test(text))
const isLayoutLine = (text: string): boolean =>
  text.length < LONGEST_LAYOUT && (text.trim() === '' || LAYOUT.test(text))
