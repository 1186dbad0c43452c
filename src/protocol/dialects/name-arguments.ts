import { type Fixup, type Json, type JsonObject, isJsonObject } from '../../core/index.ts'
import { LiteralParser } from '../literal/literal-parser.ts'
import { noteNames } from '../literal/notes.ts'
import type { Dialect, ReadCall } from './dialect.ts'
import { ARGUMENT_KEYS, NAME_KEYS, keyAmong, looksLikeSchema, parametersOf, stringUnder } from './keys.ts'

/** Keys beside name and arguments that say nothing about the call itself. */
const HARMLESS = new Set(['id', 'index', 'nonce', 'call_id', 'tool_call_id', 'idempotency_key', 'trace_id'])
const TYPES: ReadonlySet<unknown> = new Set([undefined, 'tool_call', 'function', 'function_call', 'tool_use', 'tool'])

/** `{"name": …, "arguments"|"parameters"|"args": {…}}`, the shape most families were trained on. */
export const nameArguments: Dialect = {
  name: 'name_arguments',
  readValue: (value, tools) => {
    if (!isJsonObject(value)) return undefined
    const inner = isJsonObject(value['function']) ? value['function'] : value // {"type":"function","function":{…}}
    const name = stringUnder(inner, NAME_KEYS)
    const key = keyAmong(inner, ARGUMENT_KEYS)
    if (name === undefined || key === undefined) return undefined
    const call = readArguments(name.text, key, inner[key] ?? null)
    if (call === undefined) return undefined
    const parameters = parametersOf(tools.find(name.text)?.tool.input ?? {})
    if (!TYPES.has(inner['type']) && !Object.hasOwn(parameters, 'type')) return undefined
    const rest = Object.entries(inner).filter(([other, text]) => other !== name.key && other !== key && !isHarmless(other, text))
    return [rest.length === 0 ? call : withRest(call, rest, parameters)]
  },
}

const isHarmless = (key: string, value: Json): boolean => HARMLESS.has(key) || (key === 'type' && TYPES.has(value))

function readArguments(name: string, key: string, written: Json): ReadCall | undefined {
  if (isJsonObject(written)) return looksLikeSchema(written) ? undefined : { name, named: written }
  if (key === 'args') return undefined // our own word, and ours is an object
  if (written === null || written === '') return { name, named: {}, fixups: ['null_arguments'] }
  return typeof written === 'string' ? readArgumentText(name, written) : undefined
}

/** Arguments as a JSON string, as in the wire format of chat completions. */
function readArgumentText(name: string, text: string): ReadCall | undefined {
  const parser = new LiteralParser(text)
  const value = parser.readAll()
  return isJsonObject(value) ? { name, named: value, fixups: ['arguments_string', ...noteNames(parser.notes)] } : undefined
}

/** An argument that stands beside the others is taken in; anything else beside them says nothing about the call. */
function withRest(call: ReadCall, rest: readonly (readonly [string, Json])[], parameters: JsonObject): ReadCall {
  const strays = rest.filter(([key]) => Object.hasOwn(parameters, key) && !Object.hasOwn(call.named, key))
  const fixups: Fixup[] = [...(call.fixups ?? [])]
  if (strays.length > 0) fixups.push('stray_arguments')
  if (strays.length < rest.length) fixups.push('outer_keys_ignored')
  return { ...call, named: { ...call.named, ...Object.fromEntries(strays) }, fixups }
}
