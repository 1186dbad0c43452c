import {
  type CallRequest,
  type Fixup,
  type Json,
  type NativeCall,
  type ToolCall,
  type Toolbox,
  fault,
  isJsonList,
  isJsonObject,
} from '../core/index.ts'
import { listedArguments } from './dialects/listed-arguments.ts'
import { nameArguments } from './dialects/name-arguments.ts'
import { parametersOf } from './dialects/keys.ts'
import { LiteralParser } from './literal/literal-parser.ts'
import { noteNames } from './literal/notes.ts'
import { readPythonCalls } from './literal/python-calls.ts'
import { toAnswer } from './call-answers.ts'
import { contextOf } from './lenient.ts'
import type { ReadSettings } from './settings.ts'
import { isSoundJson, parsePlainObject } from './literal/parse-json.ts'
import { type CallAnswer, type Move, type Reading, rejected, rejectedAs } from './reading.ts'
import { refusedByCatalog } from './refusal.ts'
import { type Piece, MAX_REPLY } from './scan/piece.ts'
import { Scanner } from './scan/scanner.ts'

/** Calls that came in the provider's own field. Several are allowed; the text beside them is kept. */
export function readNative(calls: readonly NativeCall[], text: string, settings: ReadSettings): Reading {
  const requests: CallRequest[] = []
  const valid: ToolCall[] = []
  let failure: Move | undefined
  const answers: CallAnswer[] = []
  for (const call of calls) {
    const { id, name } = call
    const read = readArguments(call, settings.tools)
    if ('kind' in read) {
      failure ??= read
      if (read.kind === 'rejected') answers.push({ id, requested: name, args: {}, rejection: read.rejection })
      continue
    }
    const request = callInName(call.name, read, settings.tools) ?? asWritten(call.name, read)
    requests.push(request)
    const isText = typeof call.arguments === 'string'
    const context = contextOf(isText ? call.arguments : JSON.stringify(call.arguments), settings)
    const result = settings.tools.resolve(request, isText ? context : { ...context, sound: false })
    answers.push({ ...toAnswer(request, result), id })
    if (result.ok) valid.push(result.value)
    else failure ??= refusedByCatalog(result.error)
  }
  const [head, ...rest] = valid
  const move: Move = head === undefined ? (failure ?? { kind: 'answer' }) : { kind: 'calls', calls: [head, ...rest] }
  return { move, text: text.trim(), ignored: { objects: 0, text: false }, requests, answers, isNative: true }
}

type ReadArguments = Pick<CallRequest, 'named' | 'fixups'>

function readArguments(call: NativeCall, tools: Toolbox): ReadArguments | Move {
  const read = readWritten(call)
  return 'named' in read ? (callInside(call.name, read, tools) ?? read) : read
}

/** The whole call once more where only its arguments belong: `{"name":"f","arguments":{…}}` given to f. */
function callInside(name: string, { named, fixups }: ReadArguments, tools: Toolbox): ReadArguments | undefined {
  const tool = tools.find(name)?.tool
  const parameters = parametersOf(tool?.input)
  if (tool === undefined || Object.keys(named).some(key => Object.hasOwn(parameters, key))) return undefined
  const [inner, second] = nameArguments.readValue?.(named, tools) ?? []
  if (inner === undefined || second !== undefined || tools.find(inner.name)?.tool !== tool) return undefined
  return { named: inner.named, fixups: [...fixups, 'wrapped_arguments', ...(inner.fixups ?? [])] }
}

const DIALECT = 'native'
const asWritten = (name: string, { named, fixups }: ReadArguments): CallRequest => ({
  name,
  positional: [],
  named,
  fixups,
  dialect: DIALECT,
})

/** `f(a=1)` where only the name belongs, and no arguments where they do. */
function callInName(name: string, { named, fixups }: ReadArguments, tools: Toolbox): CallRequest | undefined {
  if (!name.includes('(') || Object.keys(named).length > 0 || tools.find(name) !== undefined) return undefined
  const [call, second] = readPythonCalls(name) ?? []
  if (call === undefined || second !== undefined) return undefined
  const taken: readonly Fixup[] = [...fixups, 'quoted_call', ...noteNames(call.notes)]
  return { name: call.name, named: call.named, positional: call.positional, fixups: taken, dialect: DIALECT }
}

function readWritten({ name, arguments: written }: NativeCall): ReadArguments | Move {
  if (written === null || (typeof written === 'string' && written.trim() === ''))
    return { named: {}, fixups: ['null_arguments'] }
  if (typeof written !== 'string') return isSoundJson(written) ? { named: written, fixups: [] } : forbidden(name)
  if (written.length > MAX_REPLY)
    return rejectedAs('extract', fault('tool_call_output_limit', `The arguments of "${name}" are too long.`))
  return (
    readText(name, written) ??
    readText(name, withoutTagsBehind(written)) ??
    readAmidText(name, written) ??
    readKeywords(written) ??
    notJson(name)
  )
}

/** `city="Bern", days=3`, with or without round brackets around it. */
function readKeywords(written: string): ReadArguments | undefined {
  const [call, second] = readPythonCalls(written.trim().startsWith('(') ? `f${written.trim()}` : `f(${written})`) ?? []
  if (call === undefined || second !== undefined || call.positional.length > 0 || Object.keys(call.named).length === 0)
    return undefined
  return call.bare.length > 0 ? undefined : { named: call.named, fixups: ['quoted_call', ...noteNames(call.notes)] }
}

const NO_FIXUPS: readonly Fixup[] = []
const MOST_QUOTED = 3 // as often has a text been seen to be written as JSON again

function readText(name: string, written: string, quoted = 0): ReadArguments | Move | undefined {
  const plain = parsePlainObject(written)
  if (plain !== undefined) return { named: plain, fixups: NO_FIXUPS }
  const parser = new LiteralParser(written)
  const value = parser.readAll()
  if (parser.forbidden !== undefined) return forbidden(name)
  if (isJsonObject(value)) return { named: value, fixups: noteNames(parser.notes) }
  if (value === null) return { named: {}, fixups: ['null_arguments'] }
  if (isJsonList(value)) return fromList(value)
  const inner =
    typeof value === 'string' && QUOTED_AGAIN.test(value) && quoted < MOST_QUOTED
      ? readText(name, value, quoted + 1)
      : undefined
  return inner && 'named' in inner
    ? { ...inner, fixups: [...new Set(['arguments_string' as const, ...inner.fixups])] }
    : inner
}

const QUOTED_AGAIN = /^[{"]/

function fromList(list: readonly Json[]): ReadArguments | undefined {
  const read = listedArguments(list)
  return read && { named: read.named, fixups: read.fixups ?? [] }
}

/**
 * Takes the one object out of a fence, a sentence, a doubled copy or a stray bracket, as servers that join pieces leave
 * it.
 */
function readAmidText(name: string, written: string): ReadArguments | Move | undefined {
  const scanner = new Scanner(() => undefined)
  scanner.write(written)
  scanner.end()
  const objects = scanner.pieces.filter(({ kind }) => kind !== 'text' && kind !== 'fence')
  if (scanner.pieces.some(hasBracket) || !objects.every(({ kind, text }) => kind === 'value' && text.startsWith('{')))
    return undefined
  const filled = objects.length === 1 ? objects : objects.filter(({ text }) => !EMPTY.test(text))
  const [first, ...rest] = filled
  if (first === undefined || rest.some(({ text }) => text !== first.text)) return undefined
  const read = readText(name, first.text)
  return read && 'named' in read
    ? { ...read, fixups: [...around(scanner.pieces, objects.length), ...read.fixups] }
    : read
}

const EMPTY = /^\{\s*\}$/
const CLOSERS = /^\s*[\]}]+\s*$/
const hasBracket = ({ kind, text }: Piece): boolean => kind === 'text' && /[{}[\]]/.test(text) && !CLOSERS.test(text)

function around(pieces: readonly Piece[], objects: number): readonly Fixup[] {
  if (objects > 1) return ['repeated_arguments']
  if (isFence(pieces)) return ['strip_fence']
  return pieces.some(({ kind, text }) => kind === 'text' && CLOSERS.test(text)) ? ['stray_brackets'] : ['amid_prose']
}

const isFence = (pieces: readonly Piece[]): boolean => pieces.some(({ kind }) => kind === 'fence')

const LAST_TAG = /<\/?[\w|:]{1,40}>$/
const LONGEST_TAG = 44
const MOST_TAGS = 4

/** The end of the form in which the model wrote its call, when the server took it for a part of the arguments. */
function withoutTagsBehind(written: string): string {
  let text = written.trimEnd()
  for (let count = 0; count < MOST_TAGS; count++) {
    const tag = LAST_TAG.exec(text.slice(-LONGEST_TAG))
    if (tag === null) break
    text = text.slice(0, -tag[0].length).trimEnd()
  }
  return text
}

const notJson = (name: string): Move =>
  rejectedAs(
    'parse',
    fault('tool_call_invalid_args', `The arguments of "${name}" are not a JSON object.`, { reason: 'not-json' }),
  )

const forbidden = (name: string): Move =>
  rejected(
    'parse',
    `The arguments of "${name}" repeat a key, hold the key "__proto__" or are nested too deeply.`,
    'forbidden-key',
  )
