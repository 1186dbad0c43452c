import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type * as Policy from '../../src/policy/index.ts'
import { median } from '../measure.ts'
import { percent, printTable, saveFigures } from '../report.ts'
import { keywordRouter } from './keyword-router.ts'

const ROUNDS = 9
const REPEATS = 20

type Row = { readonly text: string; readonly intent: string; readonly accept: readonly string[] }
type Router = (text: string) => string
type Outcome = {
  readonly rows: number
  readonly right: number
  readonly overPowered: number
  readonly byIntent: Record<string, string>
}

// What a user gets; run from source, tsx would slow it down.
const policy = (await import(new URL('../../dist/policy/index.js', import.meta.url).href)) as typeof Policy
const ours: Router = text => policy.routeByRules(text).output.Intent

/** Undefined when the file is not there. */
function load(path: string): readonly Row[] | undefined {
  try {
    const lines = readFileSync(path, 'utf8').trim().split('\n')
    return lines.map(line => JSON.parse(line) as Row).map(row => ({ ...row, accept: row.accept ?? [row.intent] }))
  } catch {
    return undefined
  }
}

const permissionsOf = (intent: string): readonly string[] => policy.decidePolicy({ Intent: intent }).RequiredPermissions

/** It would ask for a capability that none of the right intents needs. */
function isOverPowered(got: string, accept: readonly string[]): boolean {
  const needed = new Set(accept.flatMap(permissionsOf))
  return permissionsOf(got).some(capability => !needed.has(capability))
}

function measure(router: Router, rows: readonly Row[]): Outcome {
  const got = rows.map(row => ({ ...row, got: router(row.text) }))
  const rightOf = (part: typeof got): number => part.filter(row => row.accept.includes(row.got)).length
  const byIntent = Object.fromEntries(
    policy.INTENTS.map(intent => [intent, got.filter(row => row.intent === intent)] as const)
      .filter(([, part]) => part.length > 0)
      .map(([intent, part]) => [intent, `${rightOf(part)}/${part.length}`]),
  )
  return {
    rows: rows.length,
    right: rightOf(got),
    overPowered: got.filter(row => isOverPowered(row.got, row.accept)).length,
    byIntent,
  }
}

/** Processor time, so that whatever else the machine does counts as little as possible. */
function microsPerMessage(router: Router, rows: readonly Row[]): number {
  const rounds: number[] = []
  for (let round = 0; round <= ROUNDS; round++) {
    const before = process.cpuUsage()
    for (let repeat = 0; repeat < REPEATS; repeat++) for (const { text } of rows) router(text)
    const { user, system } = process.cpuUsage(before)
    if (round > 0) rounds.push((user + system) / (REPEATS * rows.length))
  }
  return median(rounds)
}

const fixtures = join(import.meta.dirname, '..', '..', 'src', 'policy', 'fixtures')
const beside = join(import.meta.dirname, '..', '..', '..', 'shared', 'corpus', 'routing-dev.jsonl')
const candidates: readonly (readonly [name: string, path: string])[] = [
  ['own, written with', join(fixtures, 'train.jsonl')],
  ['own, kept for testing', join(fixtures, 'test.jsonl')],
  ['corpus', process.env['COUNTERSIGN_ROUTING'] ?? beside],
]
const routers: readonly (readonly [name: string, router: Router])[] = [
  ['countersign', ours],
  ['keywords', keywordRouter],
]

const sets = candidates.flatMap(([name, path]) => {
  const rows = load(path)
  if (rows === undefined)
    console.log(`There is no ${name} here (COUNTERSIGN_ROUTING may name a .jsonl file with text, intent and accept).\n`)
  return rows === undefined ? [] : [{ name, rows }]
})

const results = sets.flatMap(({ name, rows }) =>
  routers.map(([router, route]) => ({
    set: name,
    router,
    ...measure(route, rows),
    micros: microsPerMessage(route, rows),
  })),
)
printTable(
  ['without a model', 'messages', 'right, %', 'more power than needed, %', 'µs'],
  results.map(({ set, router, rows, right, overPowered, micros }) => [
    `${set}: ${router}`,
    rows,
    percent(right, rows),
    percent(overPowered, rows),
    micros.toFixed(1),
  ]),
)
printTable(
  ['right, of', ...results.map(({ set, router }) => `${set.split(',').at(-1)?.trim()}: ${router}`)],
  policy.INTENTS.map(intent => [intent, ...results.map(({ byIntent }) => byIntent[intent] ?? '–')]),
)
saveFigures(import.meta.dirname, {
  results: results.map(result => ({ ...result, micros: Number(result.micros.toFixed(1)) })),
})
