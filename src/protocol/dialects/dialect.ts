import type { Fixup, Json, JsonObject, Toolbox } from '../../core/index.ts'
import type { Piece } from '../scan/piece.ts'

/** A call as a dialect read it, before anyone knows whether it is valid. */
export type ReadCall = {
  readonly name: string
  readonly named: JsonObject
  readonly positional?: readonly Json[]
  readonly fixups?: readonly Fixup[]
}

/** The place a dialect looks at: a piece, its neighbours, and its value if it has one. */
export type PiecePosition = {
  readonly pieces: readonly Piece[]
  readonly at: number
  readonly piece: Piece
  readonly tools: Toolbox
  /** No more pieces will come. */
  readonly ended: boolean
}

export type PieceReading = {
  /** None: a call is meant, and what it says is not certain. */
  readonly calls: readonly ReadCall[]
  /** The first piece that belongs to the calls, if it is not the one asked about. */
  readonly from?: number
  /** The last piece that belongs to the calls. */
  readonly through: number
  /** How much of the text right before them belongs to the first call, such as its name. */
  readonly lead?: number
  /** Calls that need the result of another one, so they cannot run yet. */
  readonly left?: readonly ReadCall[]
  /** It may as well be a description of the tool: the model is asked. */
  readonly isDoubtful?: boolean
}

/** The call has begun but not ended: ask again when a tag of this name has come, or with the next piece. */
export type Waiting = { readonly waitsFor: string | undefined }

/** No tag has this name: the call is asked for again when the reply has ended. */
export const END_OF_REPLY = '>'

/** A reply that has ended, as a whole. */
export type WholeReply = {
  readonly pieces: readonly Piece[]
  readonly tools: Toolbox
  /** The server said that the model ended by itself, and was not cut off. */
  readonly isFinished: boolean
}

/** One way in which models write calls. It answers for what it knows and says undefined for the rest. */
export type Dialect = {
  readonly name: string
  /** The templates that models learnt it from write several calls one behind the other, and not only one a reply. */
  readonly isSeveral?: true
  /** Reads a decoded JSON value. A list of calls needs no dialect of its own: each item is asked for. */
  readonly readValue?: (value: Json, tools: Toolbox) => readonly ReadCall[] | undefined
  /**
   * Reads text that is no JSON value, or a value with meaning only beside its neighbours; may wait for more of them.
   */
  readonly readPieces?: (spot: PiecePosition, value: Json | undefined) => PieceReading | Waiting | undefined
  /** Reads what has neither brackets nor tags. Asked at the end, if nothing else in the reply was a call. */
  readonly readReply?: (reply: WholeReply) => PieceReading | undefined
}
