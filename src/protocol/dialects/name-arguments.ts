import { type Json, type JsonObject, isJsonObject } from '../../core/index.ts'
import { LiteralParser } from '../literal/literal-parser.ts'
import type { Dialect, ReadCall } from './dialect.ts'
import { ARGUMENT_KEYS, NAME_KEYS, keyAmong, looksLikeSchema, omit, parametersOf, stringUnder } from './keys.ts'

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
    const rest = Object.keys(omit(inner, name.key, key)).filter(other => !HARMLESS.has(other))
    const found = tools.find(name.text)
    const parameters = found ? parametersOf(found.tool.input) : {}
    if (rest.some(other => Object.hasOwn(parameters, other))) return undefined // an argument outside its place: which one counts?
    return [rest.length === 0 ? call : { ...call, fixups: [...(call.fixups ?? []), 'outer_keys_ignored'] }]
  },
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
  return isJsonObject(value) ? { name, named: value as JsonObject, fixups: ['arguments_string', ...parser.notes] } : undefined
}
