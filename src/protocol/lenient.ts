import { type CallContext, type CallRequest, type Json, isJsonObject, sha256 } from '../core/index.ts'
import { type Choice, chooseCalls } from './choose.ts'
import { type Finding, findCalls } from './interpret.ts'
import { LiteralParser } from './literal/literal-parser.ts'
import { readPythonCalls } from './literal/python-calls.ts'
import { DEFAULT_ORIGIN, type ReadOptions, dialectsOf } from './options.ts'
import { type Ignored, type Move, type Reading, rejected } from './reading.ts'
import type { Piece } from './scan/piece.ts'
import { unknownTool } from './strict.ts'

/** Reads calls in any dialect that is on, from anywhere in the reply; what cannot be read for certain is not read. */
export function readLenient(raw: string, pieces: readonly Piece[], options: ReadOptions): Reading {
  return concludeLenient({ raw, pieces, findings: findCalls(pieces, dialectsOf(options), options.tools) }, options)
}

type Read = { readonly raw: string; readonly pieces: readonly Piece[]; readonly findings: readonly Finding[] }

export function concludeLenient({ raw, pieces, findings }: Read, options: ReadOptions): Reading {
  const choice = chooseCalls(pieces, findings, { tools: options.tools, context: contextOf(raw, options) })
  const requests = findings.flatMap(finding => finding.requests)
  const move = moveOf(choice, pieces, options)
  if (move.kind !== 'calls' || choice.kind !== 'calls') return { move, text: joinText(pieces), ignored: { objects: 0, text: false }, requests }
  return { move, text: textAround(pieces, choice), ignored: ignoredBy(choice, pieces, requests), requests }
}

export const contextOf = (raw: string, options: ReadOptions): CallContext => ({
  profile: options.profile,
  rawSha256: sha256(raw),
  origin: options.origin ?? DEFAULT_ORIGIN,
  coerce: options.coerce ?? true,
})

function moveOf(choice: Choice, pieces: readonly Piece[], options: ReadOptions): Move {
  if (choice.kind === 'calls') return echoed(choice, pieces, options) ?? { kind: 'calls', calls: choice.calls }
  if (choice.kind === 'none') return withoutCalls(pieces, options)
  const { error } = choice.failure
  return { kind: 'rejected', rejection: { layer: error.code === 'tool_call_unknown_tool' ? 'tool' : 'args', fault: error } }
}

/** What a document said is data: a call that repeats it word for word is not the model's own. */
function echoed(choice: Choice & { kind: 'calls' }, pieces: readonly Piece[], options: ReadOptions): Move | undefined {
  if (options.shown === undefined || options.shown.length === 0) return undefined
  const slice = pieces.slice(choice.from, choice.through + 1).map(piece => piece.text).join('').trim()
  if (!options.shown.some(text => text.includes(slice))) return undefined
  return rejected('envelope', 'tool_call_echoed', 'The call repeats, word for word, a text that was shown this turn.')
}

/** No call was read. Either the reply is a message, or it tried to call and failed: then say at which layer. */
function withoutCalls(pieces: readonly Piece[], options: ReadOptions): Move {
  for (const [at, piece] of pieces.entries()) {
    if (piece.kind === 'open' && looksLikeCall(pieces, at)) {
      return rejected('extract', 'tool_call_invalid_format', 'The call is cut off: its brackets never close.', { reason: 'incomplete' })
    }
    if (piece.kind === 'broken' && looksLikeCall(pieces, at)) {
      return rejected('parse', 'tool_call_invalid_format', 'The call is not valid JSON: its brackets do not match.', { reason: 'unbalanced' })
    }
    if (piece.kind === 'value' && looksLikeCall(pieces, at)) return notACall(piece, options)
  }
  if (/^[-+]?\d[\d.,eE+-]*$|^(?:true|false|null)$/.test(joinText(pieces))) return wrongEnvelope('A bare value is neither a call nor a message.')
  return options.required === true
    ? rejected('extract', 'tool_call_invalid_format', 'A tool call was required here, and the reply holds none.', { reason: 'no-call' })
    : unknownPythonCall(joinText(pieces), options)
}

function notACall(piece: Piece, options: ReadOptions): Move {
  const value = new LiteralParser(piece.text).readAll()
  if (value === undefined) return rejected('parse', 'tool_call_invalid_format', 'The object is not valid JSON.', { reason: 'not-json' })
  if (isFinal(value) && options.phase === 'decision') return { kind: 'final' }
  return wrongEnvelope('The JSON is no tool call: it needs "type":"tool_call", "name" and "args" (an object).')
}

const isFinal = (value: Json): boolean => isJsonObject(value) && value['action'] === 'final'

const wrongEnvelope = (message: string): Move => rejected('envelope', 'tool_call_invalid_format', message, { reason: 'envelope' })

/** JSON that is the whole reply, or that has a call's keys, or stands in a call's frame, was meant as one. */
function looksLikeCall(pieces: readonly Piece[], at: number): boolean {
  const piece = pieces[at]
  if (piece === undefined) return false
  const isWhole = pieces.every((other, index) => index === at || other.kind === 'fence' || (other.kind === 'text' && /^\s*(?:json)?\s*$/.test(other.text)))
  const framed = pieces[at - 1]?.kind === 'tag' || pieces[at - 2]?.kind === 'tag'
  return isWhole || framed || piece.name !== '' || /["']?(?:tool_call|tool_calls|function_call)["']?/.test(piece.text) || hasCallKeys(piece.text)
}

const hasCallKeys = (text: string): boolean =>
  /["'](?:name|tool|function_name|tool_name)["']\s*:/.test(text) && /["'](?:arguments|parameters|args)["']\s*:/.test(text)

/** A reply that is nothing but a call of a function nobody knows. */
function unknownPythonCall(text: string, options: ReadOptions): Move {
  const [call] = text.length < 4000 && /^\[?[\w.]+\(.*\w+\s*=/s.test(text) ? (readPythonCalls(text) ?? []) : []
  return call === undefined || options.dialects?.includes('python') === false ? { kind: 'answer' } : unknownTool(call.name, options)
}

const joinText = (pieces: readonly Piece[]): string => pieces.map(piece => piece.text).join('').trim()

const isLayout = (text: string): boolean => !/[\p{L}\p{N}]/u.test(text.replace(/^\s*(?:json|python|tool_code)\b/, ''))

function textAround(pieces: readonly Piece[], { from, through }: { from: number; through: number }): string {
  const outside = pieces.filter((piece, at) => (at < from || at > through) && piece.kind === 'text' && !isLayout(piece.text))
  return outside.map(piece => piece.text.trim()).join('\n')
}

function ignoredBy(choice: Choice & { kind: 'calls' }, pieces: readonly Piece[], requests: readonly CallRequest[]): Ignored {
  return { objects: requests.length - 1, text: textAround(pieces, choice) !== '' }
}
