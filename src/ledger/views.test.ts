import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { receiptsPath, safeSegment } from './views.ts'

const NAMES = [
  '..',
  '.',
  '',
  '...',
  '.hidden',
  'a/b',
  'a\\b',
  '../../etc/passwd',
  'ä',
  'a b',
  'x'.repeat(500),
  'nul\u0000',
  'line\nbreak',
]

describe('a session as a folder', () => {
  test('[RCPT-06] a plain name is its own folder', () => {
    expect(receiptsPath('sess_0123.abc-DEF')).toBe('sessions/sess_0123.abc-DEF/tool_receipts.jsonl')
  })

  test('whatever the name is, it is one plain folder below sessions', () => {
    const isPlain = (folder: string): boolean => /^[A-Za-z0-9._-]{1,100}$/.test(folder) && !/^\.+$/.test(folder)
    for (const name of NAMES) expect([name, isPlain(safeSegment(name))]).toEqual([name, true])
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), name => isPlain(safeSegment(name))),
      { seed: 4, numRuns: 1_000 },
    )
  })

  test('two names never share one', () => {
    const names = [...NAMES, 'a_b', 'a:b', 'a?b', 'x'.repeat(501), 'Ä', 'a  b']
    expect(new Set(names.map(safeSegment)).size).toBe(names.length)
  })

  test('not even a name that was made to look like what comes out for another', () => {
    const [odd, lookalike] = ['a/b', safeSegment('a/b')]
    expect(safeSegment(lookalike)).not.toBe(safeSegment(odd))
  })
})
