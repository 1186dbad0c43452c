import { type CallRequest, type Fault, type JsonObject, type ToolCall, fault, isJsonObject } from '../core/index.ts'
import { LiteralParser } from './literal/literal-parser.ts'
import { noteNames } from './literal/notes.ts'
import { contextOf } from './lenient.ts'
import type { ReadOptions } from './options.ts'
import { type Move, type Reading, rejectedAs } from './reading.ts'
import { unknownTool } from './unknown-tool.ts'

/** A call as a provider delivers it: arguments as a JSON string, or already as an object. */
export type NativeCall = { readonly name: string; readonly arguments: string | JsonObject }

/** Calls that came in the provider's own field. Several are allowed; the text beside them is kept. */
export function readNative(calls: readonly NativeCall[], text: string, options: ReadOptions): Reading {
  const context = contextOf(JSON.stringify(calls), options)
  const requests: CallRequest[] = []
  const valid: ToolCall[] = []
  let failure: Move | undefined
  for (const call of calls) {
    const request = toRequest(call)
    if (request !== undefined) requests.push(request)
    const result = request && options.tools.resolve(request, context)
    if (result?.ok === true) valid.push(result.value)
    else failure ??= result === undefined ? notJson(call) : refused(result.error, call, options)
  }
  const [head, ...rest] = valid
  const move: Move = head === undefined ? (failure ?? { kind: 'answer' }) : { kind: 'calls', calls: [head, ...rest] }
  return { move, text: text.trim(), ignored: { objects: 0, text: false }, requests }
}

const refused = (error: Fault, call: NativeCall, options: ReadOptions): Move =>
  error.code === 'tool_call_unknown_tool' ? unknownTool(call.name, options.tools) : rejectedAs('args', error)

function toRequest(call: NativeCall): CallRequest | undefined {
  const base = { name: call.name, positional: [], dialect: 'native' }
  if (typeof call.arguments !== 'string') return { ...base, named: call.arguments, fixups: [] }
  if (call.arguments.trim() === '') return { ...base, named: {}, fixups: ['null_arguments'] }
  const parser = new LiteralParser(call.arguments)
  const value = parser.readAll()
  return isJsonObject(value) ? { ...base, named: value, fixups: noteNames(parser.notes) } : undefined
}

const notJson = (call: NativeCall): Move =>
  rejectedAs('parse', fault('tool_call_invalid_args', `The arguments of "${call.name}" are not a JSON object.`, { reason: 'not-json' }))
