import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type Json, type JsonObject, isJsonList, isJsonObject, parseJsonText, textOf } from '../core/index.ts'
import { FAILURE_BUCKETS, type FailureBucket, bucketOf } from './failure-bucket.ts'

/** What one agent has come to in one conference. */
export type ConferencePair = {
  readonly conference_id: string
  readonly agent_id: string
  readonly buckets: Readonly<Record<FailureBucket, number>>
  readonly tokens: { readonly input: number; readonly output: number }
}

export type ConferenceCount = {
  readonly conference: string
  readonly agent: string
  /** Why a reply was refused. */
  readonly code?: string | undefined
  readonly inputTokens?: number | undefined
  readonly outputTokens?: number | undefined
}

/** Counts, and nothing that anybody said. */
export type ConferenceTelemetry = {
  readonly count: (more: ConferenceCount) => ConferencePair
  readonly pairs: () => readonly ConferencePair[]
  /** Writes what is only in memory yet. */
  readonly save: () => void
}

const MAX_PAIRS = 10_000
const MAX_NAME = 200

/** Kept in `totals.json` of the folder; the oldest pairs give way. A file that cannot be read is begun anew. */
export function openConferenceTelemetry(folder: string): ConferenceTelemetry {
  const file = join(folder, 'totals.json')
  const known = new Map(readPairs(file).map(pair => [keyOf(pair.conference_id, pair.agent_id), pair]))
  let isSaved = true
  return {
    count(more) {
      const [conference, agent] = [nameOf(more.conference), nameOf(more.agent)]
      const key = keyOf(conference, agent)
      const pair = added(known.get(key) ?? emptyPair(conference, agent), more)
      known.delete(key)
      known.set(key, pair)
      const [oldest] = known.keys()
      if (known.size > MAX_PAIRS && oldest !== undefined) known.delete(oldest)
      isSaved = false
      return pair
    },
    pairs: () => [...known.values()],
    save() {
      if (isSaved) return
      writeWhole(file, `${JSON.stringify({ pairs: [...known.values()] })}\n`)
      isSaved = true
    },
  }
}

const keyOf = (conference: string, agent: string): string => JSON.stringify([conference, agent])
const nameOf = (name: string): string => name.slice(0, MAX_NAME).toWellFormed()

const emptyPair = (conference_id: string, agent_id: string): ConferencePair => ({
  conference_id,
  agent_id,
  buckets: { evidence_invalid: 0, quote_not_found: 0, tool_syntax: 0, cot_leak: 0, format_error: 0 },
  tokens: { input: 0, output: 0 },
})

function added(
  { buckets, tokens, ...pair }: ConferencePair,
  { code, inputTokens = 0, outputTokens = 0 }: ConferenceCount,
): ConferencePair {
  const bucket = code === undefined ? undefined : bucketOf(code)
  return {
    ...pair,
    buckets: bucket === undefined ? buckets : { ...buckets, [bucket]: buckets[bucket] + 1 },
    tokens: { input: tokens.input + inputTokens, output: tokens.output + outputTokens },
  }
}

function readPairs(file: string): readonly ConferencePair[] {
  try {
    const stored = parseJsonText(readFileSync(file, 'utf8'))
    const pairs = isJsonObject(stored) ? stored['pairs'] : undefined
    return isJsonList(pairs) ? pairs.filter(isJsonObject).map(readPair) : []
  } catch {
    return []
  }
}

function readPair({ conference_id, agent_id, buckets, tokens }: JsonObject): ConferencePair {
  const empty = emptyPair(nameOf(textOf(conference_id)), nameOf(textOf(agent_id)))
  const { input, output } = isJsonObject(tokens) ? tokens : {}
  const counts = isJsonObject(buckets) ? buckets : {}
  const read = Object.fromEntries(FAILURE_BUCKETS.map(bucket => [bucket, countIn(counts[bucket])]))
  return {
    ...empty,
    buckets: { ...empty.buckets, ...read },
    tokens: { input: countIn(input), output: countIn(output) },
  }
}

const countIn = (value: Json | undefined): number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : 0

/** The old file or the new one, never half. */
function writeWhole(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(`${file}.new`, text)
  renameSync(`${file}.new`, file)
}
