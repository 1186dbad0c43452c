import { type JsonObject, fault, isJsonList, isJsonObject, sha256 } from '../core/index.ts'
import { parseJson } from './literal/parse-json.ts'
import { DEFAULT_ORIGIN, type ReadOptions } from './options.ts'
import { type Move, type Reading, rejected, rejectedAs } from './reading.ts'
import type { Piece } from './scan/piece.ts'
import { Scanner } from './scan/scanner.ts'
import { unknownTool } from './unknown-tool.ts'

const FIELDS = { call: ['tool', 'args', 'nonce'], decision: ['action', 'tool', 'args', 'nonce'], final: ['action', 'nonce'] } as const
const CALL_TAG = /^\/?(?:tool_calls?|function_calls?|invoke|function|tool_use)$|^[|｜[]/

/** The whole reply must be the one agreed object. Nothing is salvaged. Order: format, multiple, unknown tool, nonce, args. */
export function readStrict(raw: string, options: ReadOptions): Reading {
  const pieces = scan(raw, options)
  const text = pieces.map(piece => piece.text).join('')
  const objects = countObjects(pieces)
  const envelope = soleObject(pieces)
  const move = envelope === undefined ? withoutEnvelope(pieces, objects, options) : readEnvelope(envelope, raw, options)
  return { move, text: text.trim(), ignored: { objects: 0, text: false }, requests: [] }
}

function scan(raw: string, options: ReadOptions): readonly Piece[] {
  const scanner = new Scanner(name => options.tools.find(name) !== undefined, options.startsInReasoning)
  scanner.write(raw)
  scanner.end()
  return scanner.pieces
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

function withoutEnvelope(pieces: readonly Piece[], objects: number, options: ReadOptions): Move {
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
  if (options.required === true || options.phase === 'decision') {
    return rejected('extract', 'A JSON object was required here, and the reply holds none.', 'no-object')
  }
  return { kind: 'answer' }
}

/** Tool syntax of any kind; a sentence that merely names a tool is none. */
const isAttempt = (pieces: readonly Piece[]): boolean =>
  pieces.some((piece, at) => {
    if (piece.kind === 'call') return true
    if (piece.kind === 'tag') return CALL_TAG.test(piece.name)
    if (piece.kind !== 'value' && piece.kind !== 'open' && piece.kind !== 'broken') return false
    return (
      /["'](?:tool|action|nonce|args)["']\s*:|^\w[\w.]*\(/.test(piece.text) || (piece.text.startsWith('{') && at === firstSolid(pieces))
    )
  })

const firstSolid = (pieces: readonly Piece[]): number => pieces.findIndex(piece => piece.kind !== 'text' || visible(piece.text) !== '')

function readEnvelope(envelope: JsonObject, raw: string, options: ReadOptions): Move {
  const form = options.phase === 'decision' ? (envelope['action'] === 'final' ? 'final' : 'decision') : 'call'
  const problem = shapeProblem(envelope, form)
  if (problem !== undefined) return rejected('envelope', problem.message, problem.detail)
  return form === 'final' ? (nonceProblem(envelope, options) ?? { kind: 'final' }) : readCall(envelope, raw, options)
}

/** A missing nonce is a nonce failure, so it is not looked for here. */
function shapeProblem(envelope: JsonObject, form: keyof typeof FIELDS): { message: string; detail: string } | undefined {
  const fields: readonly string[] = FIELDS[form]
  const stranger = Object.keys(envelope).find(key => !fields.includes(key))
  if (stranger !== undefined)
    return { message: `"${stranger}" is not a field of this object. Fields: ${fields.join(', ')}.`, detail: `unknown-field:${stranger}` }
  if (form === 'final') return undefined
  if (form === 'decision' && envelope['action'] !== 'tool')
    return { message: '"action" must be "tool" or "final".', detail: 'invalid-action' }
  const tool = envelope['tool']
  if (typeof tool !== 'string' || tool.trim() === '') return { message: '"tool" must be the name of a tool.', detail: 'invalid-tool' }
  return isJsonObject(envelope['args']) ? undefined : { message: '"args" must be an object.', detail: 'args-not-object' }
}

function readCall(envelope: JsonObject, raw: string, options: ReadOptions): Move {
  const { tool, args } = envelope
  if (typeof tool !== 'string' || !isJsonObject(args)) return rejected('envelope', 'The object is no call.', 'invalid-tool')
  if (options.tools.find(tool)?.shortened !== false) return unknownTool(tool, options.tools)
  const wrongNonce = nonceProblem(envelope, options)
  if (wrongNonce !== undefined) return wrongNonce
  if (options.nonce !== undefined && holdsText(args, options.nonce)) {
    return rejectedAs(
      'args',
      fault('tool_call_invalid_args', 'The nonce stands inside an argument. It belongs in "nonce" only.', { reason: 'nonce-in-args' }),
    )
  }
  const request = { name: tool, named: args, positional: [], dialect: 'strict', fixups: [] }
  const result = options.tools.resolve(request, {
    profile: 'strict',
    rawSha256: sha256(raw),
    origin: options.origin ?? DEFAULT_ORIGIN,
    coerce: false,
  })
  return result.ok ? { kind: 'calls', calls: [result.value] } : rejectedAs('args', result.error)
}

function nonceProblem(envelope: JsonObject, options: ReadOptions): Move | undefined {
  const sent = envelope['nonce']
  if (options.nonce !== undefined && sent === options.nonce) return undefined
  const reason = sent === undefined ? 'missing' : 'wrong'
  const message = reason === 'missing' ? 'The call has no nonce.' : 'The nonce is not the one of this step.'
  return rejectedAs('nonce', fault('tool_call_nonce_invalid', message, { reason }))
}

function holdsText(value: unknown, text: string): boolean {
  if (typeof value === 'string') return value.includes(text)
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(value).some(([key, member]) => key.includes(text) || holdsText(member, text))
}
