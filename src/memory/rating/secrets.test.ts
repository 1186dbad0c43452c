import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { findFacts } from '../index.ts'

type Row = { readonly text: string; readonly secret: boolean }

const ROWS: readonly Row[] = readFileSync(new URL('../fixtures/secrets.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line): Row => JSON.parse(line))

const kindsOf = (text: string): readonly string[] => findFacts(text).map(({ sensitivity }) => sensitivity)

test.each(ROWS.filter(({ secret }) => secret))(
  '[MEM-04] what opens something is refused, not asked: $text',
  ({ text }) => {
    expect(kindsOf(text).filter(sensitivity => sensitivity !== 'secret')).toEqual([])
  },
)

test.each(ROWS.filter(({ secret }) => !secret))('what only sounds like it is no secret: $text', ({ text }) => {
  expect(kindsOf(text)).not.toContain('secret')
})
