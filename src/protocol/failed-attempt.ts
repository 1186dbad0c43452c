import { type CallContext, type Fixup, type Json, type Toolbox, isJsonObject } from '../core/index.ts'
import { hasCallWords } from './call-words.ts'
import { Layout } from './layout.ts'
import { LiteralParser } from './literal/literal-parser.ts'
import { noteNames } from './literal/notes.ts'
import { readPythonCalls } from './literal/python-calls.ts'
import type { ReadSettings } from './settings.ts'
import { type CallAnswer, type Move, CANNOT_BE_READ, rejected, withFixups } from './reading.ts'
import { refusedByCatalog } from './refusal.ts'
import { type Piece, joinPieces } from './scan/piece.ts'
import { isCallTag } from './scan/tags.ts'

const ONLY_LAYOUT = /^\s*(?:json|python|tool_code)?\s*$/
const BARE_VALUE = /^(?:[-+]?\d[\d.,eE+-]*|true|false|null)$/
const CALL_WITH_KEYWORD = /^\[?[\w.]+\((?:[^()]*[\s(,])?\w+\s*=/
const LONGEST_GUESS = 4000
const HANDS_ON =
  // call_tool("f", {…})
  /^(?:await )?[\w.]{0,40}(?:call|use|run|invoke|execute)\w{0,20}\(\s*["']([\w.-]{1,128})["']\s*,\s*\{[^]*\)\s*;?$/i

/** No call was read: the reply is a message, or it tried to call and failed; then say at which layer. */
export function withoutCalls(pieces: readonly Piece[], settings: ReadSettings, context: () => CallContext): Move {
  return (
    (pieces.some(({ kind }) => kind !== 'text') ? failedCall(pieces, settings) : undefined) ??
    ofText(joinPieces(pieces), settings, context)
  )
}

function failedCall(pieces: readonly Piece[], settings: ReadSettings): Move | undefined {
  if (pieces.some(piece => piece.kind === 'torn')) return openEnded()
  const layout = new Layout(pieces)
  const hasParameters = pieces.some(({ kind }, at) => kind === 'raw' || isCutValue(pieces, at))
  const isMeant = ({ name }: Piece): boolean => isCallTag(name) || settings.tools.find(name) !== undefined
  for (const [at, piece] of pieces.entries()) {
    if (piece.kind === 'tag' ? !(hasParameters && isMeant(piece)) : !looksLikeCall(pieces, at, layout)) continue
    if (piece.kind === 'call' && !settings.readsPython) continue
    if (piece.kind === 'open') return CUT_OFF
    if (piece.kind === 'broken')
      return rejected('parse', 'The call is not valid JSON: its brackets do not match.', 'unbalanced')
    return piece.kind === 'value' ? withFixups(notACall(piece, settings), fixupsOf(pieces, at)) : unclear()
  }
  return undefined
}

const CUT_OFF = rejected('extract', 'The call is cut off: its brackets never close.', 'incomplete')
const TOOL_BEFORE = /([\w-]+)\s*$/

/** Behind the calls of a reply: the one in which the reply broke off. */
export function cutOffCall(
  pieces: readonly Piece[],
  { through, tools }: { readonly through: number; readonly tools: Toolbox },
): CallAnswer | undefined {
  const at = pieces.length - 1
  if (at <= through || pieces[at]?.kind !== 'open') return undefined
  const before = pieces[at - 1]
  const name = before?.kind === 'text' ? (TOOL_BEFORE.exec(before.text)?.[1] ?? '') : ''
  const isMeant =
    tools.find(name) !== undefined || isCutValue(pieces, at) || looksLikeCall(pieces, at, new Layout(pieces))
  return isMeant ? { requested: '', args: {}, rejection: CUT_OFF.rejection } : undefined
}

function ofText(text: string, settings: ReadSettings, context: () => CallContext): Move {
  const handedTo = text.length < LONGEST_GUESS ? HANDS_ON.exec(text)?.[1] : undefined
  if (handedTo !== undefined && settings.tools.find(handedTo) !== undefined) return unclear()
  if (BARE_VALUE.test(text)) return wrongEnvelope('A bare value is neither a call nor a message.')
  return settings.required ? onlyTalk(settings) : unknownCall(text, settings, context)
}

/** What stands behind an argument's tag and never ends. A bracket that never closes is told as such. */
const isCutValue = (pieces: readonly Piece[], at: number): boolean => {
  const [tag, piece] = [pieces[at - 1], pieces[at]]
  return piece?.kind === 'open' && tag?.kind === 'tag' && !isCallTag(tag.name) && !/^[[({]/.test(piece.text)
}

const openEnded = (): Move =>
  rejected('parse', 'An argument holds the tag that ends it, so its end is not certain: write it in JSON.', 'torn')

export const unclear = (): Move => CANNOT_BE_READ

/** The reply calls nothing and did not try to: that is a message, unless a call was asked for. */
export const onlyTalk = ({ required }: ReadSettings): Move =>
  required
    ? rejected('extract', 'A tool call was required here, and the reply holds none.', 'no-call')
    : { kind: 'answer' }

/** JSON that is the whole reply, or that has a call's keys, or stands right after a token, was meant as a call. */
function looksLikeCall(pieces: readonly Piece[], at: number, layout: Layout): boolean {
  const piece = pieces[at]
  switch (piece?.kind) {
    case 'call': {
      const { framed, alone, amongCode, partOfCode } = layout.placeOf(at, at)
      return framed || (alone && !amongCode && !partOfCode)
    }
    case 'value':
    case 'open':
    case 'broken':
      return piece.name !== '' || hasCallWords(piece.text) || layout.placeOf(at, at).framed || isWhole(pieces, at)
    default:
      return false
  }
}

const isWhole = (pieces: readonly Piece[], at: number): boolean =>
  at < 4 && pieces.every((piece, index) => index === at || isLayout(piece))

const isLayout = (piece: Piece): boolean =>
  piece.kind === 'fence' || (piece.kind === 'text' && ONLY_LAYOUT.test(piece.text))

/** PROTO-17: a repair that only led to another failure is still told. */
function fixupsOf(pieces: readonly Piece[], at: number): readonly Fixup[] {
  const parser = new LiteralParser(pieces[at]?.text ?? '')
  const isRead = parser.readAll() !== undefined
  const isFenced = pieces.slice(0, at).filter(piece => piece.kind === 'fence').length % 2 === 1
  const fence: readonly Fixup[] = isFenced ? ['strip_fence'] : []
  return isRead ? [...fence, ...noteNames(parser.notes)] : fence
}

function notACall(piece: Piece, settings: ReadSettings): Move {
  const value = new LiteralParser(piece.text).readAll()
  if (value === undefined) return rejected('parse', 'The object is not valid JSON.', 'not-json')
  if (settings.phase === 'decision' && isFinal(value)) return { kind: 'final' }
  return wrongEnvelope(
    'The JSON is no tool call: it needs "type":"tool_call", "name" (a string) and "args" (an object).',
  )
}

const isFinal = (value: Json): boolean => isJsonObject(value) && value['action'] === 'final'

const wrongEnvelope = (message: string): Move => rejected('envelope', message, 'envelope')

/** A reply that is only a call of an unknown function. */
function unknownCall(text: string, settings: ReadSettings, context: () => CallContext): Move {
  const isGuess = text.length < LONGEST_GUESS && settings.readsPython && CALL_WITH_KEYWORD.test(text)
  const [call] = isGuess ? (readPythonCalls(text) ?? []) : []
  if (call === undefined) return { kind: 'answer' }
  const { name, named, positional } = call
  const result = settings.tools.resolve({ name, named, positional, dialect: 'python', fixups: [] }, context())
  return result.ok ? { kind: 'answer' } : refusedByCatalog(result.error)
}
