import { type Fixup, type Json, type JsonObject, type Result, fail, isJsonObject, succeed } from '../core/index.ts'
import { LiteralParser } from './literal/literal-parser.ts'
import { noteNames } from './literal/notes.ts'
import { parseJson } from './literal/parse-json.ts'
import { MAX_REPLY, type Piece } from './scan/piece.ts'
import { Scanner } from './scan/scanner.ts'

export type ReadObject = { readonly value: JsonObject; readonly fixups: readonly Fixup[] }

/** The first whole object in a reply that is no call: a plan, a summary, a verdict. The same liberties as for calls, under the same names. */
export function readObject(raw: string): Result<ReadObject> {
  if (raw.length > MAX_REPLY) return fail('output_invalid', `The reply is longer than ${MAX_REPLY} characters.`)
  const scanner = new Scanner(() => false)
  scanner.write(raw)
  scanner.end()
  const first = scanner.pieces.find(piece => piece.text.startsWith('{') && piece.kind !== 'text')
  const read = first?.kind === 'value' ? decode(first) : undefined
  return read === undefined
    ? fail('output_invalid', 'The reply holds no complete JSON object, or its first one cannot be read.')
    : succeed(read)
}

function decode(piece: Piece): ReadObject | undefined {
  const exact: Json | undefined = piece.loose ? undefined : parseJson(piece.text, piece.colons)
  if (isJsonObject(exact)) return { value: exact, fixups: [] }
  const parser = new LiteralParser(piece.text)
  const value = parser.readAll()
  return isJsonObject(value) ? { value, fixups: noteNames(parser.notes) } : undefined
}
