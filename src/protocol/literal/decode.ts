import type { Fixup, Json } from '../../core/index.ts'
import type { Piece } from '../scan/piece.ts'
import { LiteralParser } from './literal-parser.ts'
import { noteNames } from './notes.ts'
import { parseJson } from './parse-json.ts'

export type Decoded = { readonly value: Json | undefined; readonly notes: readonly Fixup[] }

const NO_NOTES: readonly Fixup[] = []
export const NO_VALUE: Decoded = { value: undefined, notes: NO_NOTES }

const CALL_LIST = /^\[\s*[A-Za-z_][\w.\\-]*\(/ // `[f(…`: no literal begins so

const BEGINS_AS_JSON = /^(?:\{\s*["}]|\[\s*["{[\]\dtfn-])/ // a refusal by JSON.parse costs ten times a reading

const CDATA = /^\[CDATA\[([\s\S]*)\]\]$/ // what XML puts around text that is not to be read as XML

/** JSON.parse first; only what it refuses is read with liberties, and those are noted. */
export function decode(piece: Piece): Decoded {
  if (piece.loose && CALL_LIST.test(piece.text)) return NO_VALUE
  const inside = piece.text.startsWith('[C') ? CDATA.exec(piece.text)?.[1] : undefined
  if (inside !== undefined) return decode({ ...piece, text: inside.trim() })
  const exact = piece.loose || !BEGINS_AS_JSON.test(piece.text) ? undefined : parseJson(piece.text, piece.colons)
  if (exact !== undefined) return { value: exact, notes: NO_NOTES }
  const parser = new LiteralParser(piece.text)
  const value = parser.readAll()
  return value === undefined ? NO_VALUE : { value, notes: noteNames(parser.notes) }
}
