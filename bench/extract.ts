import { type Catalog } from '../src/catalog/index.ts'
import { type Json, type JsonObject, isJsonList, isJsonObject } from '../src/core/index.ts'
import type { GotCall } from '../src/surfaces/cli/replay/matches-expected.ts'
import type { Parse } from './peers.ts'

/** A piece of JSON-like text in a reply, and the name of the tool if that is all that stands before it. */
export type Slice = { readonly text: string; readonly before: string }
type Request = { readonly name: string; readonly named: JsonObject }

const REASONING = /<think(?:ing)?>[\s\S]*?<\/think(?:ing)?>/g
const FENCE = /```[a-z]*\n?([\s\S]*?)(?:```|$)/g
const FRAME = /<(tool_call|function_call|tool_use)>([\s\S]*?)(?:<\/\1>|$)/g
const NAME_LINE = /([\w.-]+)[\s:`]*$/
const WRAPPERS = ['tool_calls', 'function_calls', 'tool_call', 'function_call', 'calls', 'function']
const NAME_KEYS = ['name', 'function_name', 'tool_name', 'tool', 'function']
const ARGUMENT_KEYS = ['arguments', 'parameters', 'args', 'params', 'input']

/** Where a reader of JSON should look: in tags, else in fences, else from the first bracket on. Every value there, one after the other. */
export function findSlices(reply: string): readonly Slice[] {
  const text = reply.replace(REASONING, '')
  const framed = [...text.matchAll(FRAME)].map(match => match[2] ?? '')
  const fenced = [...text.matchAll(FENCE)].map(match => match[1] ?? '').filter(inside => /[{[]/.test(inside))
  const regions = framed.length > 0 ? framed : fenced.length > 0 ? fenced : [text]
  return regions.flatMap(slicesOf)
}

function slicesOf(text: string): readonly Slice[] {
  const slices: Slice[] = []
  for (let at = 0; at < text.length;) {
    const offset = text.slice(at).search(/[{[]/)
    if (offset < 0) break
    const end = endOfValue(text, at + offset)
    slices.push({ text: text.slice(at + offset, end), before: NAME_LINE.exec(text.slice(at, at + offset))?.[1] ?? '' })
    at = end
  }
  return slices
}

/** After the bracket that closes the one at `start`; the end of the text if none does. */
function endOfValue(text: string, start: number): number {
  let depth = 0
  let inString = false
  for (let at = start; at < text.length; at++) {
    const character = text[at]
    if (inString && character === '\\') at++
    else if (character === '"') inString = !inString
    else if (inString) continue
    else if (character === '{' || character === '[') depth++
    else if ((character === '}' || character === ']') && --depth === 0) return at + 1
  }
  return text.length
}

/** The naive way: the first object or list must be JSON, and what it says is the call. */
export function firstObject(reply: string, parse: Parse): readonly GotCall[] {
  const start = reply.search(/[{[]/)
  if (start < 0) return []
  try {
    const value = toJson(parse(reply.slice(start, endOfValue(reply, start))))
    return requestsIn(value, { before: '', isTool: () => false }).map(({ name, named }) => ({
      tool: name,
      args: named,
    }))
  } catch {
    return []
  }
}

/** Everything that a reader of JSON can be helped with: slices, all usual keys, and our own catalog's names and coercion. */
export async function readWith(parse: Parse, reply: string, catalog: Catalog): Promise<readonly GotCall[]> {
  const isTool = (name: string): boolean => catalog.find(name) !== undefined
  const calls: GotCall[] = []
  for (const { text, before } of findSlices(reply)) {
    const value = toJson(await attempt(parse, text))
    const requests = requestsIn(value, { before, isTool })
    for (const { name, named } of requests) {
      const inner = typeof named['$text'] === 'string' ? toJson(await attempt(parse, named['$text'])) : named
      if (isJsonObject(inner)) calls.push(...resolve({ name, named: inner }, catalog))
    }
  }
  return calls
}

/** Undefined when it throws: that is how some say that they cannot read it. */
export async function attempt(parse: Parse, text: string): Promise<unknown> {
  try {
    return await parse(text)
  } catch {
    return undefined
  }
}

const toJson = (value: unknown): Json | undefined => value as Json | undefined

export function resolve({ name, named }: Request, catalog: Catalog): readonly GotCall[] {
  const request = { name, named, positional: [], dialect: 'peer', fixups: [] }
  const resolved = catalog.resolve(request, {
    profile: 'lenient',
    rawSha256: '',
    origin: { phase: 'Executor', agent: 'bench' },
    coerce: true,
  })
  return resolved.ok ? [{ tool: resolved.value.tool.name, args: resolved.value.args }] : []
}

type Around = { readonly before: string; readonly isTool: (name: string) => boolean }

function requestsIn(value: Json | undefined, around: Around): readonly Request[] {
  if (isJsonList(value)) return value.flatMap(item => requestsIn(item, around))
  if (!isJsonObject(value)) return []
  const wrapped = WRAPPERS.map(key => value[key]).find(inside => typeof inside === 'object' && inside !== null)
  if (wrapped !== undefined) return requestsIn(wrapped, around)
  const nameKey = NAME_KEYS.find(key => typeof value[key] === 'string')
  if (nameKey !== undefined && !around.isTool(around.before)) return [namedRequest(value, nameKey)]
  const entries = Object.entries(value)
  if (entries.length > 0 && entries.every(([key, inside]) => around.isTool(key) && isJsonObject(inside)))
    return entries.map(([name, named]) => ({ name, named: isJsonObject(named) ? named : {} }))
  return around.isTool(around.before) ? [{ name: around.before, named: value }] : []
}

function namedRequest(value: JsonObject, nameKey: string): Request {
  const { [nameKey]: name, ...rest } = value
  const key = ARGUMENT_KEYS.find(each => Object.hasOwn(value, each))
  const inside = key === undefined ? rest : value[key]
  // Arguments may be JSON in a string: to be parsed once more, by the same parser.
  return {
    name: typeof name === 'string' ? name : '',
    named: isJsonObject(inside) ? inside : typeof inside === 'string' ? { $text: inside } : {},
  }
}
