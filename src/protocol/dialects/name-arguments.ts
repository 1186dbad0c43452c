import { type Json, type JsonObject, type Toolbox, isJsonObject } from '../../core/index.ts'
import { LiteralParser } from '../literal/literal-parser.ts'
import { noteNames } from '../literal/notes.ts'
import type { Dialect, ReadCall } from './dialect.ts'
import { ARGUMENT_KEYS, NAME_KEYS, keyAmong, looksLikeSchema, parametersOf, stringUnder } from './keys.ts'

/** Keys beside name and arguments that say nothing about the call itself. */
const HARMLESS = new Set(['id', 'type', 'index', 'nonce', 'call_id', 'tool_call_id', 'idempotency_key', 'trace_id'])

/** `{"name": …, "arguments"|"parameters"|"args": {…}}`, the shape most families were trained on. */
export const nameArguments: Dialect = {
  name: 'name_arguments',
  readValue: (value, tools) => {
    if (!isJsonObject(value)) return undefined
    const inner = isJsonObject(value['function']) ? value['function'] : value // {"type":"function","function":{…}}
    const name = stringUnder(inner, NAME_KEYS)
    const key = keyAmong(inner, ARGUMENT_KEYS)
    if (name === undefined || key === undefined) return undefined
    const call = readArguments(name.text, inner[key] ?? null)
    if (call === undefined) return undefined
    const others = Object.keys(inner).filter(other => other !== name.key && other !== key && !HARMLESS.has(other))
    return [others.length === 0 ? call : withStrays(call, inner, others, tools)]
  },
}

/** An argument that stands beside the others is taken in; anything else beside them says nothing about the call. */
function withStrays(call: ReadCall, object: JsonObject, others: readonly string[], tools: Toolbox): ReadCall {
  const parameters = parametersOf(tools.find(call.name)?.tool.input ?? {})
  const strays = others.filter(other => Object.hasOwn(parameters, other) && !Object.hasOwn(call.named, other))
  const named = { ...call.named, ...Object.fromEntries(strays.map(key => [key, object[key] ?? null])) }
  const notes = [strays.length > 0 ? ['stray_arguments'] : [], strays.length < others.length ? ['outer_keys_ignored'] : []]
  return { ...call, named, fixups: [...(call.fixups ?? []), ...notes.flat()] }
}

function readArguments(name: string, written: Json): ReadCall | undefined {
  if (isJsonObject(written)) return looksLikeSchema(written) ? undefined : { name, named: written }
  if (written === null) return { name, named: {}, fixups: ['null_arguments'] }
  if (typeof written !== 'string') return undefined
  return readArgumentText(name, written)
}

/** Arguments as a JSON string, as in the wire format of chat completions. */
function readArgumentText(name: string, text: string): ReadCall | undefined {
  if (text.trim() === '') return { name, named: {}, fixups: ['null_arguments'] }
  const parser = new LiteralParser(text)
  const value = parser.readAll()
  return isJsonObject(value) ? { name, named: value as JsonObject, fixups: ['arguments_string', ...noteNames(parser.notes)] } : undefined
}
