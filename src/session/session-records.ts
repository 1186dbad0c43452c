import { type JsonObject, isJsonObject, isoTime, sha256, textOf } from '../core/index.ts'
import type { CompactionMethod, Remembered } from './conversation.ts'

/** What the stream of a session holds. The stream is the truth; everything else is counted from it. */
export type SessionRecord =
  | {
      readonly kind: 'message'
      readonly at: number
      readonly message: Remembered
      readonly model: string
      readonly agent: string
    }
  | { readonly kind: 'clear'; readonly at: number }
  | {
      readonly kind: 'compaction'
      readonly at: number
      readonly method: CompactionMethod
      readonly summary: string
      /** The last record that it replaces. */
      readonly through: number
      readonly replaced: number
      readonly model: string
    }

const MAX_TEXT = 1_000_000 // twenty times the longest result that a tool may show
const MAX_ARGS = 64_000
const SHOWN_ARGS = 2_000
const MAX_NAME = 256
export const MAX_SUMMARY = 64_000
const METHODS: readonly CompactionMethod[] = ['Triggered', 'Manual', 'Autonomous']

export function encodeRecord(record: SessionRecord): JsonObject {
  if (record.kind !== 'message') {
    const { at, ...about } = record
    return { at: isoTime(at), ...about }
  }
  const { at, kind, model, agent, message } = record
  return { at: isoTime(at), kind, model, agent, ...boundMessage(message) }
}

/** Undefined for whatever is not ours, or no longer whole. */
export function decodeRecord(value: JsonObject): SessionRecord | undefined {
  const at = Date.parse(textOf(value['at']))
  if (!Number.isFinite(at)) return undefined
  if (value['kind'] === 'clear') return { kind: 'clear', at }
  if (value['kind'] === 'compaction') return decodeCompaction(value, at)
  const message = value['kind'] === 'message' ? decodeMessage(value) : undefined
  return message && { kind: 'message', at, message, model: nameIn(value, 'model'), agent: nameIn(value, 'agent') }
}

function decodeCompaction(value: JsonObject, at: number): SessionRecord | undefined {
  const { through, replaced, summary } = value
  const method = METHODS.find(known => known === value['method'])
  if (method === undefined || typeof summary !== 'string' || !isCount(through) || !isCount(replaced)) return undefined
  return {
    kind: 'compaction',
    at,
    method,
    summary: cutText(summary, MAX_SUMMARY),
    through,
    replaced,
    model: nameIn(value, 'model'),
  }
}

function decodeMessage({ role, turn, text, tool, args, receipt, ok }: JsonObject): Remembered | undefined {
  if (typeof text !== 'string' || !isName(turn)) return undefined
  if (role === 'user' || role === 'assistant') return boundMessage({ role, text, turn })
  if (role !== 'call' || !isName(tool) || typeof ok !== 'boolean' || args === undefined || !isJsonObject(args))
    return undefined
  return boundMessage({ role, turn, tool, args, text, ok, ...(isName(receipt) && { receipt }) })
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) > 0
const isName = (value: unknown): value is string =>
  typeof value === 'string' && value.length > 0 && value.length <= MAX_NAME
const nameIn = (value: JsonObject, key: string): string => textOf(value[key]).slice(0, MAX_NAME)

/** Both ways: neither what we write nor what we find may be of any size. */
function boundMessage(message: Remembered): Remembered {
  const text = cutText(message.text, MAX_TEXT)
  if (message.role !== 'call') return text === message.text ? message : { ...message, text }
  const args = boundArgs(message.args)
  return text === message.text && args === message.args ? message : { ...message, text, args }
}

function boundArgs(args: JsonObject): JsonObject {
  const whole = writtenOut(args)
  if (whole !== undefined && whole.length <= MAX_ARGS) return args
  if (whole === undefined) return { not_kept: 'arguments that are nested too deep' }
  return {
    not_kept: `${whole.length} characters of arguments`,
    sha256: sha256(whole),
    begins: whole.slice(0, SHOWN_ARGS).toWellFormed(),
  }
}

/** What was read can be nested deeper than what can be written. */
function writtenOut(args: JsonObject): string | undefined {
  try {
    return JSON.stringify(args)
  } catch {
    return undefined
  }
}

/** Keeps both ends and says how much is missing. */
export function cutText(text: string, limit: number): string {
  if (text.length <= limit) return text
  const half = Math.max(0, Math.floor((limit - MARK_ROOM) / 2))
  const end = half === 0 ? '' : text.slice(-half)
  return `${text.slice(0, half).toWellFormed()}\n[${text.length - 2 * half} characters not kept]\n${end.toWellFormed()}`
}
const MARK_ROOM = 40
