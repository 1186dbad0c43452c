import { type JsonObject, fault, isJsonList, isJsonObject, sha256 } from '../core/index.ts'
import { parseJson } from './literal/parse-json.ts'
import type { ReadSettings } from './settings.ts'
import { type Move, type Reading, rejected, rejectedAs } from './reading.ts'
import { refusedByCatalog } from './refusal.ts'
import { type Piece, joinPieces } from './scan/piece.ts'
import { isCallTag } from './scan/tags.ts'

const FIELDS = {
  call: ['tool', 'args', 'nonce'],
  decision: ['action', 'tool', 'args', 'nonce'],
  final: ['action', 'nonce'],
} as const
const BARE_VALUE = /^(?:-?\d[\d.eE+-]*|true|false|null)$/
const CALL_SYNTAX = /["'](?:tool|action|nonce|args)["']\s*:|^\[?\s*[\w\\][\w.\\]*\(/

/**
 * The whole reply must be the one agreed object; nothing is salvaged. Order: format, multiple, unknown tool, nonce,
 * args.
 */
export function readStrict(raw: string, pieces: readonly Piece[], settings: ReadSettings): Reading {
  const objects = countObjects(pieces)
  const envelope = soleObject(pieces)
  const move =
    envelope === undefined ? withoutEnvelope(pieces, objects, settings) : readEnvelope(envelope, raw, settings)
  return {
    move,
    text: move.kind === 'calls' || move.kind === 'final' ? '' : joinPieces(pieces),
    ignored: { objects: 0, text: false },
    requests: [],
    answers:
      move.kind === 'calls'
        ? move.calls.map(call => ({ requested: call.reading.requested, args: call.args, call }))
        : [],
  }
}

/** The object, if the reply is nothing else; spaces and invisible marks at its ends do not count. */
function soleObject(pieces: readonly Piece[]): JsonObject | undefined {
  const solid = pieces.filter(piece => piece.kind !== 'text' || visible(piece.text) !== '')
  const [only] = solid
  if (solid.length !== 1 || only?.kind !== 'value') return undefined
  const value = parseJson(only.text, only.colons)
  return isJsonObject(value) ? value : undefined
}

const visible = (text: string): string => text.replace(/[\s\u200B-\u200D\u2060\uFEFF]/g, '')

/** Real objects only: braces in prose or inside strings are none; a list counts by its items. */
function countObjects(pieces: readonly Piece[]): number {
  let count = 0
  for (const piece of pieces) {
    if (piece.kind !== 'value') continue
    const value = parseJson(piece.text, piece.colons)
    count += isJsonList(value) ? value.filter(isJsonObject).length : isJsonObject(value) ? 1 : 0
  }
  return count
}

function withoutEnvelope(pieces: readonly Piece[], objects: number, settings: ReadSettings): Move {
  if (objects > 1)
    return rejectedAs(
      'extract',
      fault('tool_call_multiple', `The reply holds ${objects} JSON objects; exactly one is allowed.`, { objects }),
    )
  if (objects === 1) return rejected('extract', 'The reply holds other text besides the JSON object.', 'extra-text')
  const broken = pieces.some(piece => piece.kind === 'open' || piece.kind === 'broken')
  if (isAttempt(pieces)) {
    return rejected(
      broken ? 'extract' : 'parse',
      'The reply looks like a tool call, but it is not one JSON object.',
      broken ? 'unterminated-json' : 'not-json',
    )
  }
  if (BARE_VALUE.test(joinPieces(pieces)))
    return rejected('envelope', 'A bare value is neither a call nor a message.', 'bare-value')
  if (settings.required || settings.phase === 'decision') {
    return rejected('extract', 'A JSON object was required here, and the reply holds none.', 'no-object')
  }
  return { kind: 'answer' }
}

/** Tool syntax of any kind; a sentence that merely names a tool is none. */
const isAttempt = (pieces: readonly Piece[]): boolean =>
  pieces.some((piece, at) => {
    if (piece.kind === 'call') return true
    if (piece.kind === 'tag') return isCallTag(piece.name)
    if (piece.kind !== 'value' && piece.kind !== 'open' && piece.kind !== 'broken') return false
    return (
      CALL_SYNTAX.test(piece.text) || (at === firstSolid(pieces) && (piece.text.startsWith('{') || isAlone(pieces, at)))
    )
  })

const isAlone = (pieces: readonly Piece[], at: number): boolean =>
  pieces.every((piece, index) => index === at || (piece.kind === 'text' && visible(piece.text) === ''))

const firstSolid = (pieces: readonly Piece[]): number =>
  pieces.findIndex(piece => piece.kind !== 'text' || visible(piece.text) !== '')

function readEnvelope(envelope: JsonObject, raw: string, settings: ReadSettings): Move {
  const form = settings.phase === 'decision' ? (envelope['action'] === 'final' ? 'final' : 'decision') : 'call'
  const problem = shapeProblem(envelope, form)
  if (problem !== undefined) return rejected('envelope', problem.message, problem.detail)
  return form === 'final' ? (nonceProblem(envelope, settings) ?? { kind: 'final' }) : readCall(envelope, raw, settings)
}

/** A missing nonce is a nonce failure, so it is not looked for here. */
function shapeProblem(
  envelope: JsonObject,
  form: keyof typeof FIELDS,
): { message: string; detail: string } | undefined {
  const fields: readonly string[] = FIELDS[form]
  const stranger = Object.keys(envelope).find(key => !fields.includes(key))
  if (stranger !== undefined)
    return {
      message: `"${stranger}" is not a field of this object. Fields: ${fields.join(', ')}.`,
      detail: `unknown-field:${stranger}`,
    }
  if (form === 'final') return undefined
  if (form === 'decision' && envelope['action'] !== 'tool')
    return { message: '"action" must be "tool" or "final".', detail: 'invalid-action' }
  const tool = envelope['tool']
  if (typeof tool !== 'string' || tool.trim() === '')
    return { message: '"tool" must be the name of a tool.', detail: 'invalid-tool' }
  return isJsonObject(envelope['args'])
    ? undefined
    : { message: '"args" must be an object.', detail: 'args-not-object' }
}

function readCall(envelope: JsonObject, raw: string, settings: ReadSettings): Move {
  const { tool, args } = envelope
  if (typeof tool !== 'string' || !isJsonObject(args))
    return rejected('envelope', 'The object is no call.', 'invalid-tool')
  const request = { name: tool, named: args, positional: [], dialect: 'strict', fixups: [] }
  const result = settings.tools.resolve(request, {
    profile: 'strict',
    rawSha256: sha256(raw),
    origin: settings.origin,
    coerce: false,
  })
  if (!result.ok && result.error.code === 'tool_call_unknown_tool') return refusedByCatalog(result.error)
  const wrongNonce = nonceProblem(envelope, settings)
  if (wrongNonce !== undefined) return wrongNonce
  if (settings.nonce !== undefined && holdsText(args, settings.nonce)) {
    return rejectedAs(
      'args',
      fault('tool_call_invalid_args', 'The nonce stands inside an argument. It belongs in "nonce" only.', {
        reason: 'nonce-in-args',
      }),
    )
  }
  return result.ok ? { kind: 'calls', calls: [result.value] } : refusedByCatalog(result.error)
}

function nonceProblem(envelope: JsonObject, settings: ReadSettings): Move | undefined {
  const sent = envelope['nonce']
  if (settings.nonce !== undefined && settings.nonce !== '' && sent === settings.nonce) return undefined
  const reason = sent === undefined ? 'missing' : 'wrong'
  const message = reason === 'missing' ? 'The call has no nonce.' : 'The nonce is not the one of this step.'
  return rejectedAs('nonce', fault('tool_call_nonce_invalid', message, { reason }))
}

function holdsText(value: unknown, text: string): boolean {
  if (typeof value === 'string') return value.includes(text)
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(value).some(([key, member]) => key.includes(text) || holdsText(member, text))
}
