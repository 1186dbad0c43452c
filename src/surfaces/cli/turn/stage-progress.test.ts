import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { TurnEvent } from '../../../core/index.ts'
import { textWidth } from './fit-line.ts'
import { marksFor } from './marks.ts'
import { createStageProgress } from './stage-progress.ts'

const AT = {
  v: 1,
  seq: 1,
  ts: '2026-01-01T00:00:00.000Z',
  session_id: 's',
  turn_id: 't',
  run_id: null,
  step_id: null,
  agent_id: 'main',
} as const
const failed = (text: string): TurnEvent => ({
  ...AT,
  type: 'tool.failed',
  call_id: 'call_1',
  tool: 'file_write',
  args: {},
  code: 'path_blocked',
  text,
  data: null,
  replayed: false,
  duration_ms: 1,
  receipt_id: null,
})
const told = (event: TurnEvent, columns: number, isScreen: boolean): string =>
  createStageProgress({ marks: marksFor({ ascii: true }, {}), columns, isScreen })(event)?.text ?? ''

describe('the reason why something did not happen', () => {
  test('stands there whole, in lines that fit the screen', () => {
    const words = fc.array(fc.stringMatching(/^[a-z]{1,12}$/), { minLength: 1, maxLength: 60 })
    fc.assert(
      fc.property(words, fc.integer({ min: 40, max: 120 }), (said, columns) => {
        const text = told(failed(said.join(' ')), columns, true)
        expect(text.split(/\s+/)).toEqual(expect.arrayContaining(said))
        expect(text.replace(/\s+/g, ' ')).toContain(said.join(' '))
        for (const line of text.split('\n')) expect(textWidth(line)).toBeLessThan(columns)
      }),
    )
  })

  test('is one line where nobody looks at a screen, and never longer than a reason can be', () => {
    const long = 'no '.repeat(200).trim()
    expect(told(failed(long), 80, false)).toMatch(new RegExp(`${long}$`))
    expect(told(failed('x'.repeat(100_000)), 80, false).length).toBeLessThan(1_100)
    expect(told(failed('first\nsecond'), 80, false)).not.toContain('\n')
  })

  test('is not obeyed by the terminal', () => {
    expect(told(failed('a\u001b[2Jb\u202Ec'), 80, true)).toContain(String.raw`a\u{001b}[2Jb\u{202e}c`)
  })
})

test('what went well is one line, and cut', () => {
  const event: TurnEvent = {
    ...AT,
    type: 'policy.decided',
    allowed: Array.from({ length: 40 }, (_, index) => `tool_${index}`),
    forbidden: [],
    permissions: [],
    withheld: [],
  }
  const text = told(event, 80, true)
  expect(text).not.toContain('\n')
  expect(textWidth(text)).toBeLessThan(80)
})
