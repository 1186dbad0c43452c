import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { INTENTS, decidePolicy, isMorePowerful, routeByRules } from './index.ts'

type Row = { readonly text: string; readonly intent: string; readonly accept: readonly string[] }

const load = (name: string): readonly Row[] =>
  readFileSync(join(import.meta.dirname, 'fixtures', `${name}.jsonl`), 'utf8')
    .trim()
    .split('\n')
    .map(line => JSON.parse(line) as Row)
    .map(row => ({ ...row, accept: row.accept ?? [row.intent] }))

const train = load('train')
const kept = load('test')
const routed = (rows: readonly Row[]): readonly (Row & { got: string })[] =>
  rows.map(row => ({ ...row, got: routeByRules(row.text).output.Intent }))
const shareOf = (part: number, rows: readonly unknown[]): number => part / rows.length
const isRight = ({ accept, got }: Row & { got: string }): boolean => accept.includes(got)

/** It would ask for a capability that none of the right intents needs. */
const isOverPowered = ({ accept, got }: Row & { got: string }): boolean => {
  const needed = new Set(accept.flatMap(intent => decidePolicy({ Intent: intent }).RequiredPermissions))
  return decidePolicy({ Intent: got }).RequiredPermissions.some(capability => !needed.has(capability))
}

describe.each([
  ['the utterances that rules were written with', train, 0.97],
  ['utterances that no rule was written for', kept, 0.9],
])('on %s', (_, rows, least) => {
  const results = routed(rows)

  test(`[ROUTE-25] at least ${100 * least} % are routed right without a model`, () => {
    expect(shareOf(results.filter(isRight).length, rows)).toBeGreaterThanOrEqual(least)
  })

  test('[ROUTE-25] at most 1 % get a capability that they do not need', () => {
    expect(results.filter(isOverPowered).length / rows.length).toBeLessThanOrEqual(0.01)
  })

  test.each(INTENTS)('[ROUTE-25] of %s at least 85 % are routed right', intent => {
    const own = results.filter(row => row.intent === intent)
    expect(own.length).toBeGreaterThanOrEqual(20)
    expect(shareOf(own.filter(isRight).length, own)).toBeGreaterThanOrEqual(0.85)
  })

  test('[ROUTE-06] every message gets an intent without a model', () => {
    for (const { got } of results) expect(INTENTS).toContain(got)
  })
})

test('nothing that is kept for testing was written with', () => {
  const seen = new Set(train.map(({ text }) => text.toLowerCase()))
  expect(kept.filter(({ text }) => seen.has(text.toLowerCase()))).toEqual([])
})

test('an intent is never more powerful than itself, and only talk needs nothing', () => {
  for (const intent of INTENTS) {
    expect(isMorePowerful(intent, intent)).toBe(false)
    expect(isMorePowerful(intent, 'chat_only')).toBe(intent !== 'chat_only')
  }
  expect(isMorePowerful('file_edit', 'file_task')).toBe(true)
  expect(isMorePowerful('file_task', 'file_edit')).toBe(false)
})
