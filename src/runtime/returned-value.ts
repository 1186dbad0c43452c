import { type Json, type JsonObject, type ToolOutput, isJsonObject, parseJsonText } from '../core/index.ts'
import type { CallReport } from './call-tool.ts'

/**
 * The output as the path takes it: a text, or a value beside the text that stands for it, so that a replay returns the
 * same.
 */
export async function toolOutput(returned: unknown, signal: AbortSignal): Promise<ToolOutput> {
  const value = isStream(returned) ? await lastOf(returned, signal) : await returned
  if (typeof value === 'string') return { text: value, sources: [] }
  if (value === undefined) return { text: '', data: {}, sources: [] }
  const text = JSON.stringify(value)
  const plain = text === undefined ? undefined : parseJsonText(text)
  if (plain === undefined) throw new TypeError('The tool returned something that is not JSON.')
  return { text, data: { value: plain }, sources: [] }
}

const isStream = (value: unknown): value is AsyncIterable<unknown> =>
  typeof value === 'object' && value !== null && Symbol.asyncIterator in value

/** Only the last value of a stream is the result: nothing is shown before it is recorded. */
async function lastOf(stream: AsyncIterable<unknown>, signal: AbortSignal): Promise<unknown> {
  let last: unknown
  for await (const value of stream) {
    last = value
    if (signal.aborted) break
  }
  return last
}

/** What the tool returned, without its secrets; of what was too long, the text that says so. */
export function returnedValue({ text, data }: CallReport): unknown {
  if (!isJsonObject(data)) return text
  return Object.hasOwn(data, 'value') ? data['value'] : data['cut'] === true ? text : undefined
}

const MAX_LEVELS = 64 // as many as the catalog accepts

/** Members that are `undefined` are not there; anything else that JSON does not know makes the whole unusable. */
export function plainArguments(given: unknown): JsonObject | undefined {
  const plain = given === undefined ? {} : plainValue(given, MAX_LEVELS)
  return isJsonObject(plain) ? plain : undefined
}

function plainValue(value: unknown, levels: number): Json | undefined {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined
  if (typeof value !== 'object' || levels <= 0) return undefined
  if (Array.isArray(value)) return plainList(value, levels)
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null ? plainMembers(value, levels) : undefined
}

function plainList(list: readonly unknown[], levels: number): Json | undefined {
  const items = list.map(item => plainValue(item, levels - 1))
  return items.every(item => item !== undefined) ? items : undefined
}

function plainMembers(object: object, levels: number): JsonObject | undefined {
  const members = Object.entries(object).filter(([, member]) => member !== undefined)
  const plain = members.map(([key, member]) => [key, plainValue(member, levels - 1)] as const)
  return plain.every((member): member is [string, Json] => member[1] !== undefined)
    ? Object.fromEntries(plain)
    : undefined
}
