import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { type JsonObject, isJsonObject } from '../src/core/index.ts'
import type { Expected } from '../src/surfaces/cli/replay/matches-expected.ts'
import { readReplayRow } from '../src/surfaces/cli/replay/replay-row.ts'
import { toolSources } from '../src/surfaces/cli/tool-file.ts'
import { type Assembly, assemble } from './ours.ts'
import { sampleLines } from './sample.ts'

export type Row = {
  readonly model: string
  readonly format: string
  readonly raw: string
  readonly expected: readonly Expected[]
  /** At least one known reader gets the right calls out of it. */
  readonly recoverable: boolean
  readonly assembly: Assembly
  /** The same tools, the same key. */
  readonly toolsKey: string
}

export type Corpus = { readonly source: string; readonly rows: readonly Row[] }

const BESIDE = join(import.meta.dirname, '..', '..', 'shared', 'corpus', 'tool-calls-dev.jsonl.gz')

/** Recorded replies if they are there, otherwise replies of our own making; `source` says which. */
export function loadCorpus(): Corpus {
  const path = process.env['COUNTERSIGN_CORPUS'] ?? BESIDE
  const recorded = readLines(path)
  if (recorded !== undefined) return { source: 'recorded replies', rows: toRows(recorded) }
  console.log(
    'There are no recorded replies here (COUNTERSIGN_CORPUS may name a .jsonl or .jsonl.gz file). This is a generated sample:',
  )
  console.log('its figures show that everything runs, not how well real replies are read.\n')
  return { source: 'generated sample', rows: toRows(sampleLines()) }
}

function readLines(path: string): readonly string[] | undefined {
  try {
    const bytes = readFileSync(path)
    return (path.endsWith('.gz') ? gunzipSync(bytes) : bytes)
      .toString('utf8')
      .split('\n')
      .filter(line => line !== '')
  } catch {
    return undefined
  }
}

function toRows(lines: readonly string[]): readonly Row[] {
  const assemblies = new Map<string, Assembly>()
  return lines.map((line, index) => {
    const { model, tools, raw, expected } = readReplayRow(line, index + 1)
    const toolsKey = JSON.stringify(tools)
    const assembly = assemblies.get(toolsKey) ?? assemble({ tools: toolSources(tools, `row ${index + 1}`) })
    assemblies.set(toolsKey, assembly)
    const { format, recoverable } = labels(line)
    return { model, format, raw, expected, recoverable, assembly, toolsKey }
  })
}

function labels(line: string): { format: string; recoverable: boolean } {
  const value: unknown = JSON.parse(line)
  const { format, recoverable }: JsonObject = isJsonObject(value) ? value : {}
  return { format: typeof format === 'string' ? format : 'unknown', recoverable: recoverable === true }
}
