import type { Piece } from './scan/piece.ts'
import { isResult, isSpecialToken } from './scan/tags.ts'

const GLUE =
  /^(?:\s|[,;\])}\\+*&|`→•-]|\d{1,2}[.)]\s|#.*$|\b(?:json|python|tool_code|tool_call|and|then|print)\b[(:]?|\w+\s*=)*$/i
const STEP =
  // `Then the note:`
  /^[-*>\d.)\s]*(?:and|then|next|now|also|second(?:ly)?|after that|afterwards|finally)\b[^.?!{}[\]]{0,80}:\s*$/i
const SUBSCRIPT = /^\[\d{0,3}\]$/ // `[f(…)][0]`
const LONGEST_GLUE = 300

type PieceRange = { readonly from: number; readonly through: number }

/** Calls with nothing but layout between them were meant together; prose in between starts a new group. */
export function groupNeighbours<Item extends PieceRange>(
  items: readonly Item[],
  pieces: readonly Piece[],
): readonly (readonly Item[])[] {
  const groups: Item[][] = []
  let through = -1
  for (const item of items) {
    const group = groups.at(-1)
    if (group !== undefined && onlyGlue(pieces, through + 1, item.from)) group.push(item)
    else groups.push([item])
    through = item.through
  }
  return groups
}

/** Nothing but layout and words that lead on, from one piece up to another. */
export function onlyGlue(pieces: readonly Piece[], from: number, to: number): boolean {
  for (let at = from; at < to; at++) {
    const piece = pieces[at]
    if (piece?.kind === 'tag' && isResult(piece.name)) return false // what follows was written after a made-up result
    if (piece?.kind === 'fence' || piece?.kind === 'tag' || (piece?.kind === 'value' && SUBSCRIPT.test(piece.text)))
      continue
    if (piece?.kind !== 'text' || !(isGlue(piece.text) || isHeader(pieces, at))) return false
  }
  return true
}

const HEADER = /^\s*(?:[\w.-]*[\w-]\s*)?(?:to=[\w.:-]+\s*)?(?:\w+\s*)?$/ // a word with a full stop is a sentence

/** Words that a template writes between two of its tokens, such as a role, a channel or the kind of call. */
export function isHeader(pieces: readonly Piece[], at: number): boolean {
  const text = pieces[at]?.text ?? ''
  if (text.length > LONGEST_GLUE || !HEADER.test(text)) return false
  return isToken(pieces[at + 1]) && (isToken(pieces[at - 1]) || text.includes('to='))
}

const isToken = (piece: Piece | undefined): boolean => piece?.kind === 'tag' && isSpecialToken(piece.name)

const isGlue = (text: string): boolean =>
  text.length < LONGEST_GLUE && text.split('\n').every(line => GLUE.test(line) || STEP.test(line))
