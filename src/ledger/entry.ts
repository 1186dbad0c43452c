import { type Json, type JsonObject, canonicalJson, isJsonObject, parseJsonText } from '../core/index.ts'
import type { Mac } from './keys.ts'

/** What a line tells: a call that is about to act, what came of it, a refusal, and so on. */
export type EntryType = 'intent' | 'outcome' | 'refusal' | 'replay' | 'attempt' | 'permission' | 'system'

export type Entry = {
  readonly seq: number
  /** ISO 8601, UTC; never before the entry above it. */
  readonly at: string
  readonly type: EntryType
  readonly body: JsonObject
}

export const FORMAT_VERSION = 1
const TYPES: readonly unknown[] = [
  'intent',
  'outcome',
  'refusal',
  'replay',
  'attempt',
  'permission',
  'system',
] satisfies EntryType[]

/** The members of a body, each in canonical form, in canonical order. They are what the other files consist of. */
export type Members = ReadonlyMap<string, string>

export const canonicalMembers = (body: JsonObject): Members =>
  new Map(
    Object.keys(body)
      .toSorted()
      .map(key => [key, canonicalJson(body[key] ?? null)]),
  )

/** The same for a line that somebody else may have written: undefined if it says what has no canonical form. */
export function membersOf(body: JsonObject): Members | undefined {
  try {
    return canonicalMembers(body)
  } catch {
    return undefined
  }
}

/**
 * One line of the log, without its newline: canonical JSON with the keys `at, body, mac, seq, type, v`. The mac is
 * taken over the same line with an empty mac, so it is checked on the stored bytes and nothing is ever put into
 * canonical form a second time.
 */
export function encodeLine({ seq, at, type }: Entry, members: Members, mac: Mac): string {
  let body = ''
  for (const [key, text] of members) body += `${body === '' ? '' : ','}${canonicalJson(key)}:${text}`
  const before = `{"at":${canonicalJson(at)},"body":{${body}},"mac":"`
  const after = `","seq":${seq},"type":${canonicalJson(type)},"v":${FORMAT_VERSION}}`
  return before + mac(before + after) + after
}

const TAIL = /","seq":\d+,"type":"[a-z]+","v":1\}$/
const MAC_LENGTH = 64

/** Does the line carry the mac that only this user's key can make? Said of the bytes, whatever they may mean. */
export function hasValidMac(line: string, mac: Mac): boolean {
  const tail = TAIL.exec(line)
  if (!tail) return false
  const start = tail.index - MAC_LENGTH
  return line.slice(start, tail.index) === mac(line.slice(0, start) + tail[0])
}

/** The line's meaning; undefined if it is no line of this format. */
export function decodeLine(line: string): Entry | undefined {
  const value = parseJsonText(line)
  return isEntry(value) ? value : undefined
}

function isEntry(value: Json | undefined): value is Entry & JsonObject {
  if (!isJsonObject(value) || value['v'] !== FORMAT_VERSION || !TYPES.includes(value['type'])) return false
  return Number.isSafeInteger(value['seq']) && typeof value['at'] === 'string' && isJsonObject(value['body'])
}
