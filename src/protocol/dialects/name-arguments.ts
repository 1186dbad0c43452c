import { type Fixup, type Json, type JsonObject, type Toolbox, isJsonList, isJsonObject } from '../../core/index.ts'
import { LiteralParser } from '../literal/literal-parser.ts'
import { noteNames } from '../literal/notes.ts'
import type { Dialect, ReadCall } from './dialect.ts'
import { type ObjectMembers, argumentsPlace, looksLikeSchema, takeMembers, namePlaces, parametersOf } from './keys.ts'
import { listedArguments } from './listed-arguments.ts'
import { objectInString } from './object-in-string.ts'
import { soleText } from './sole-text.ts'

/** Keys beside name and arguments that say nothing about the call itself. */
const HARMLESS = new Set(['id', 'index', 'nonce', 'call_id', 'tool_call_id', 'idempotency_key', 'trace_id'])
const OUR_WORD = 'args' // and ours is an object
const TYPES: ReadonlySet<unknown> = new Set([undefined, 'tool_call', 'function', 'function_call', 'tool_use', 'tool'])

/** `{"name": …, "arguments"|"parameters"|"args": {…}}`, the shape most families were trained on. */
export const nameArguments: Dialect = {
  name: 'name_arguments',
  readValue: (value, tools) => {
    if (!isJsonObject(value)) return undefined
    const members = takeMembers(value)
    const inner = members.values[members.keys.indexOf('function')]
    const quoted = objectInString(inner)
    if ((isJsonObject(inner) || quoted) && !TYPES.has(members.values[members.keys.indexOf('type')])) return undefined
    if (quoted) return readMembers(takeMembers(quoted.value), tools)?.map(call => withFixups(call, quoted.fixups))
    return readMembers(isJsonObject(inner) ? takeMembers(inner) : members, tools) // {"type":"function","function":{…}}
  },
}

const withFixups = (call: ReadCall, fixups: readonly Fixup[]): ReadCall => ({
  ...call,
  fixups: [...fixups, ...(call.fixups ?? [])],
})

function readMembers(members: ObjectMembers, tools: Toolbox): readonly ReadCall[] | undefined {
  const [nameAt] = namePlaces(members)
  const argumentsAt = argumentsPlace(members)
  const name = nameAt === undefined ? undefined : members.values[nameAt]
  if (typeof name !== 'string' || argumentsAt < 0) return undefined
  const written = members.values[argumentsAt] ?? null
  const key = members.keys[argumentsAt]
  const call = readArguments(name, key, written) ?? unnamed(name, key, { written, tools })
  if (call === undefined || members.keys.length === 2) return call && [call]
  const parameters = parametersOf(tools.find(name)?.tool.input)
  const type = members.values[members.keys.indexOf('type')]
  if (!TYPES.has(type) && !Object.hasOwn(parameters, 'type')) return undefined
  // a definition, printed back
  if (members.keys[argumentsAt] === 'parameters' && members.keys.includes('description')) return undefined
  const rest = members.keys.filter(
    (one, at) => at !== nameAt && at !== argumentsAt && !HARMLESS.has(one) && !(one === 'type' && TYPES.has(type)),
  )
  return [
    rest.length === 0
      ? call
      : withRest(
          call,
          rest.map(one => [one, members.values[members.keys.indexOf(one)] ?? null]),
          parameters,
        ),
  ]
}

function readArguments(name: string, key: string | undefined, written: Json): ReadCall | undefined {
  if (isJsonObject(written)) return looksLikeSchema(written) ? undefined : { name, named: written }
  if (key === OUR_WORD) return undefined
  if (written === null || written === '') return { name, named: {}, fixups: ['null_arguments'] }
  if (isJsonList(written)) return withName(name, listedArguments(written))
  return typeof written === 'string' ? readArgumentText(name, written) : undefined
}

const withName = (name: string, read: Pick<ReadCall, 'named' | 'fixups'> | undefined): ReadCall | undefined =>
  read && { name, ...read }

function unnamed(
  name: string,
  key: string | undefined,
  { written, tools }: { written: Json; tools: Toolbox },
): ReadCall | undefined {
  if (key === OUR_WORD) return undefined
  return key === 'action_input' ? asSole(name, written, tools) : inOrder(name, written, tools)
}

/** `{"action": "f", "action_input": "a.md"}`: agents that learnt it so give their tools one text. */
function asSole(name: string, written: Json, tools: Toolbox): ReadCall | undefined {
  if (typeof written !== 'string' || /[{}[\]=]/.test(written)) return undefined
  const named = soleText(written, tools.find(name)?.tool.input)
  return named && { name, named, fixups: ['positional_arguments'] }
}

/** `"arguments": ["Bern", 3]`: values in schema order. Names or lists in it may describe values instead. */
function inOrder(name: string, written: Json, tools: Toolbox): ReadCall | undefined {
  const parameters = parametersOf(tools.find(name)?.tool.input)
  const [keys, schemas] = [Object.keys(parameters), Object.values(parameters)]
  if (!isJsonList(written) || written.length > keys.length) return undefined
  const fits = written.every(
    (value, at) =>
      SCALARS.has(typeof value) && !(typeof value === 'string' && keys.includes(value)) && isScalar(schemas[at]),
  )
  return fits ? { name, named: {}, positional: written } : undefined
}

const SCALARS: ReadonlySet<string> = new Set(['string', 'number', 'boolean'])
const SCALAR_TYPES: ReadonlySet<Json | undefined> = new Set(['string', 'number', 'integer', 'boolean'])
const isScalar = (schema: Json | undefined): boolean => isJsonObject(schema) && SCALAR_TYPES.has(schema['type'])

/** Arguments as a JSON string, as in the wire format of chat completions. */
function readArgumentText(name: string, text: string, quoted = 1): ReadCall | undefined {
  const parser = new LiteralParser(text)
  const value = parser.readAll()
  if (typeof value === 'string' && /^["{]/.test(value) && quoted < MOST_QUOTED)
    return readArgumentText(name, value, quoted + 1)
  return isJsonObject(value)
    ? { name, named: value, fixups: ['arguments_string', ...noteNames(parser.notes)] }
    : undefined
}

const MOST_QUOTED = 3 // as often has a text been seen to be written as JSON again

/** An argument that stands beside the others is taken in; anything else beside them says nothing about the call. */
function withRest(call: ReadCall, rest: readonly (readonly [string, Json])[], parameters: JsonObject): ReadCall {
  const strays = rest.filter(([key]) => Object.hasOwn(parameters, key) && !Object.hasOwn(call.named, key))
  const fixups: Fixup[] = [...(call.fixups ?? [])]
  if (strays.length > 0) fixups.push('stray_arguments')
  if (strays.length < rest.length) fixups.push('outer_keys_ignored')
  return { ...call, named: { ...call.named, ...Object.fromEntries(strays) }, fixups }
}
