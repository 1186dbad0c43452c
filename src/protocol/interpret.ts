import type { CallRequest, Json, Toolbox } from '../core/index.ts'
import type { Dialect, ReadCall } from './dialects/dialect.ts'
import { LiteralParser } from './literal/literal-parser.ts'
import { parseJson } from './literal/parse-json.ts'
import type { Piece, PieceKind } from './scan/piece.ts'

/** Calls that were written together, and the pieces they take up. */
export type Finding = {
  readonly requests: readonly CallRequest[]
  readonly from: number
  readonly through: number
}

const READABLE: ReadonlySet<PieceKind> = new Set(['value', 'call', 'tag', 'broken'])

type Decoded = { readonly value: Json | undefined; readonly notes: readonly string[] }

/** Asks the dialects about each piece in turn. */
export function findCalls(pieces: readonly Piece[], dialects: readonly Dialect[], tools: Toolbox): readonly Finding[] {
  const findings: Finding[] = []
  for (let at = 0; at < pieces.length; at++) {
    const finding = readAt(pieces, at, { dialects, tools })
    if (finding === undefined) continue
    findings.push(finding)
    at = finding.through
  }
  return findings
}

function readAt(pieces: readonly Piece[], at: number, { dialects, tools }: { dialects: readonly Dialect[]; tools: Toolbox }): Finding | undefined {
  const piece = pieces[at]
  if (piece === undefined || !READABLE.has(piece.kind)) return undefined
  const { value, notes }: Decoded = piece.kind === 'value' ? decode(piece) : { value: undefined, notes: [] }
  if (value !== undefined) {
    const requests = readValue(value, dialects, tools)
    if (requests !== undefined) return { requests: requests.map(request => withNotes(request, notes)), from: at, through: at }
  }
  for (const dialect of dialects) {
    const reading = dialect.readPieces?.({ pieces, at, piece, tools }, value)
    if (reading === undefined) continue
    const requests = reading.calls.map(call => withNotes(toRequest(call, dialect.name), notes))
    return { requests, from: at, through: reading.through }
  }
  return undefined
}

/** JSON.parse first; only what it refuses is read with liberties, and those are noted. */
function decode(piece: Piece): Decoded {
  const exact = parseJson(piece.text, piece.colons)
  if (exact !== undefined) return { value: exact, notes: [] }
  const parser = new LiteralParser(piece.text)
  return { value: parser.readAll(), notes: [...parser.notes] }
}

/** One call, or a list in which every item is a call. */
function readValue(value: Json, dialects: readonly Dialect[], tools: Toolbox): readonly CallRequest[] | undefined {
  for (const dialect of dialects) {
    const calls = dialect.readValue?.(value, tools)
    if (calls !== undefined) return calls.map(call => toRequest(call, dialect.name))
  }
  if (!Array.isArray(value) || value.length === 0) return undefined
  const all: CallRequest[] = []
  for (const item of value as readonly Json[]) {
    const requests = readValue(item, dialects, tools)
    if (requests === undefined) return undefined
    all.push(...requests)
  }
  return all
}

const toRequest = (call: ReadCall, dialect: string): CallRequest => ({
  name: call.name,
  named: call.named,
  positional: call.positional ?? [],
  dialect,
  fixups: call.fixups ?? [],
})

const withNotes = (request: CallRequest, notes: readonly string[]): CallRequest =>
  notes.length === 0 ? request : { ...request, fixups: [...new Set([...notes, ...request.fixups])] }
