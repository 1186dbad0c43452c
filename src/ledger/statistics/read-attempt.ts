import { type Json, type JsonObject, isJsonList, isJsonObject, textOf } from '../../core/index.ts'

/** What the statistics need of one record of the attempt log. */
export type ReadAttempt = {
  readonly turn: string
  /** Which reply of the turn; two calls of one reply share it. */
  readonly reply: number
  readonly purpose: string
  readonly model: string
  readonly provider: string
  readonly profile: string
  readonly outcome: string
  /** As the model named it where there is no such tool; empty where it named none. */
  readonly tool: string
  readonly wasFixed: boolean
  readonly failure: string
  readonly milliseconds: number
  /** Read and written; undefined where the server did not say. */
  readonly tokens: number | undefined
}

/** Undefined for a call that no model made. */
export function readAttempt(record: JsonObject): ReadAttempt | undefined {
  const model = textOf(record['model'])
  if (model === '') return undefined
  const { fixups } = record
  return {
    turn: textOf(record['turn_id']),
    reply: numberOf(record['attempt']),
    purpose: textOf(record['purpose']),
    model,
    provider: textOf(record['provider']),
    profile: textOf(record['profile']),
    outcome: textOf(record['outcome']),
    tool: (textOf(record['tool']) || textOf(record['requested']) || firstNamed(record['extracted'])).slice(0, MAX_NAME),
    wasFixed: isJsonList(fixups) && fixups.length > 0,
    failure: textOf(record['first_failure']) || 'unknown',
    milliseconds: numberOf(record['duration_ms']),
    tokens: tokensOf(record['usage']),
  }
}

const MAX_NAME = 128

function firstNamed(extracted: Json | undefined): string {
  const [first] = isJsonList(extracted) ? extracted : []
  return isJsonObject(first) ? textOf(first['name']) : ''
}

function tokensOf(usage: Json | undefined): number | undefined {
  const tokens = isJsonObject(usage) ? numberOf(usage['inputTokens']) + numberOf(usage['outputTokens']) : 0
  return tokens > 0 ? tokens : undefined
}

const numberOf = (value: Json | undefined): number => (typeof value === 'number' && Number.isFinite(value) ? value : 0)
