import type { Finding } from './interpret.ts'
import type { Piece } from './scan/piece.ts'

const GLUE = /^[\s,;\])}]*(?:(?:json|python|tool_code|tool_call|and|then)\b[\s,;:]*)?$/i

/** Calls with nothing but layout between them were meant together; prose in between starts a new group. */
export function groupFindings(findings: readonly Finding[], pieces: readonly Piece[]): readonly (readonly Finding[])[] {
  const groups: Finding[][] = []
  let last: Finding | undefined
  for (const finding of findings) {
    const group = groups.at(-1)
    if (group !== undefined && last !== undefined && onlyGlue(pieces, last.through + 1, finding.from)) group.push(finding)
    else groups.push([finding])
    last = finding
  }
  return groups
}

function onlyGlue(pieces: readonly Piece[], from: number, to: number): boolean {
  for (let at = from; at < to; at++) {
    const piece = pieces[at]
    if (piece?.kind === 'fence' || piece?.kind === 'tag') continue
    if (piece?.kind !== 'text' || !GLUE.test(piece.text)) return false
  }
  return true
}
