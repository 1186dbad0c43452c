import type { Finding } from './interpret.ts'
import type { Piece } from './scan/piece.ts'

/** Where a finding stands: this decides whether code-like text is a call or only talk about one. */
export type Place = {
  /** Between an opening token and its end: the model says that this is a call. */
  readonly framed: boolean
  readonly fenced: boolean
  /** Nothing but layout before and after it on its lines. */
  readonly alone: boolean
  /** In a fence that also holds other code. */
  readonly amongCode: boolean
}

const CODE_AROUND = /^(?:\s|#.*$|\/\/.*$|(?:json|python|py|tool_code|tool_call|xml|javascript)\b|print\(|return\b|await\b|\w+\s*=(?!=)|[()[\],;"'])*$/gm
const LAYOUT = /^[\s`*>\-"'[\](),;.\\]*(?:return\s+|#.*)?$/
const DEFINES = /\b(?:def|function|class)\s+$/

export function placeOf(pieces: readonly Piece[], finding: Finding): Place {
  const fences = countFences(pieces, finding.from)
  const fenced = fences % 2 === 1
  return {
    framed: isFramed(pieces, finding.from),
    fenced,
    alone: fenced || (endsLine(textAt(pieces, finding.from - 1)) && startsLine(textAt(pieces, finding.through + 1))),
    amongCode: DEFINES.test(textAt(pieces, finding.from - 1)) || (fenced && hasOtherCode(pieces, finding.from)),
  }
}

function countFences(pieces: readonly Piece[], before: number): number {
  let count = 0
  for (let at = 0; at < before; at++) if (pieces[at]?.kind === 'fence') count++
  return count
}

/** The nearest piece before it that is no layout is an opening token. */
function isFramed(pieces: readonly Piece[], from: number): boolean {
  for (let at = from - 1; at >= 0; at--) {
    const piece = pieces[at]
    if (piece?.kind === 'tag') return !piece.name.startsWith('/')
    if (piece?.kind !== 'fence' && !(piece?.kind === 'text' && LAYOUT.test(piece.text))) return false
  }
  return false
}

function hasOtherCode(pieces: readonly Piece[], from: number): boolean {
  let start = from
  while (start > 0 && pieces[start - 1]?.kind !== 'fence') start--
  let rest = ''
  for (let at = start; at < pieces.length && pieces[at]?.kind !== 'fence'; at++) rest += pieces[at]?.kind === 'text' ? (pieces[at]?.text ?? '') : ''
  return rest.replace(CODE_AROUND, '').trim() !== ''
}

const textAt = (pieces: readonly Piece[], at: number): string => {
  const piece = pieces[at]
  return piece?.kind === 'text' ? piece.text : ''
}

const endsLine = (before: string): boolean => LAYOUT.test(before.slice(before.lastIndexOf('\n') + 1))
const startsLine = (after: string): boolean => {
  const end = after.indexOf('\n')
  return LAYOUT.test(end < 0 ? after : after.slice(0, end))
}
