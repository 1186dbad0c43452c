/** A stretch of a reply. Joined in order, the texts of all pieces are the reply without its reasoning. */
export type Piece = {
  readonly kind: PieceKind
  readonly text: string
  /** Tags: the bare lower-case name, with a leading slash when closing. Calls: the name before the bracket. */
  readonly name: string
  /** Values: how many `:` stand outside strings, which is the number of members if it is JSON. */
  readonly colons: number
  /** Values: holds something that JSON does not know, such as single quotes or round brackets. */
  readonly loose: boolean
}

export type PieceKind =
  | 'text'
  | 'value' // a balanced {…} or […]
  | 'call' // a tool's name with balanced (…)
  | 'tag' // <…> or [WORD]
  | 'raw' // what stands between a parameter tag and its end
  | 'torn' // the same, but its end may as well stand further on
  | 'fence' // ```
  | 'broken' // brackets that do not match
  | 'open' // brackets or a tag's content that never ended

/** The reply as it stood, without its reasoning and the spaces around it. */
export function joinPieces(pieces: readonly Piece[]): string {
  let text = ''
  for (const piece of pieces) text += piece.text
  return text.trim()
}

export const MAX_REPLY: number = 8 * 1024 * 1024 // characters; far above any context window, far below what could hurt
export const MAX_NESTING = 128 // deeper than any tool's schema may be; a bomb costs no stack
