import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createAnswerStream } from './answer-stream.ts'
import { fitLine, textWidth, wrapLines } from './fit-line.ts'
import { jsonLine } from '../terminal.ts'
import { marksFor } from './marks.ts'
import { createWordWrap } from './word-wrap.ts'

describe('a line of the screen', () => {
  test('is never wider than the room, and what is left out is marked', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 300 }),
        fc.integer({ min: 20, max: 120 }),
        (text, columns) => {
          const line = fitLine(text, columns)
          expect(textWidth(line)).toBeLessThanOrEqual(columns)
          expect(line).not.toContain('\n')
        },
      ),
    )
    expect(fitLine('x'.repeat(50), 20)).toBe(`${'x'.repeat(17)}...`)
    expect(fitLine('名'.repeat(10), 20)).toBe('名'.repeat(10))
    expect(fitLine('名'.repeat(11), 20)).toBe(`${'名'.repeat(8)}...`)
  })

  test('shows commands for the terminal instead of obeying them', () => {
    expect(fitLine('a\u001b[2Jb\u202Ec', 80)).toBe(String.raw`a\u{001b}[2Jb\u{202e}c`)
    expect(wrapLines('a\u001b[2J', 80)).toEqual([String.raw`a\u{001b}[2J`])
    expect(jsonLine({ text: 'a\u202Eb' })).toBe(String.raw`{"text":"a\u202eb"}`)
  })

  test('wrapping leaves nothing out', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 300 }), fc.integer({ min: 20, max: 80 }), (text, columns) => {
        const plain = text.replace(/[^\x20-\x7e]/g, '')
        const lines = wrapLines(plain, columns)
        expect(lines.join('')).toBe(plain)
        for (const line of lines) expect(line.length).toBeLessThanOrEqual(columns)
      }),
    )
  })
})

describe('an answer that arrives in pieces', () => {
  const streamed = (pieces: readonly string[]): string => {
    const stream = createAnswerStream()
    return pieces.map(stream.add).join('')
  }

  test('is shown without what the model thought aloud before it, however it is cut', () => {
    const whole = '<think>Let me see. <b>Hm</b></think>\n\nIt burned < 3 nights.'
    for (const size of [1, 2, 5, 100]) {
      const pieces = whole.match(new RegExp(`[\\s\\S]{1,${size}}`, 'g')) ?? []
      expect(streamed(pieces)).toBe('It burned < 3 nights.')
    }
  })

  test('is shown as it is where nobody thought', () => {
    expect(streamed(['<', 'b>bold</b>'])).toBe('<b>bold</b>')
    expect(streamed(['Hel', 'lo'])).toBe('Hello')
  })

  test('lines are broken between words, and no word is lost', () => {
    fc.assert(
      fc.property(
        fc.array(fc.stringMatching(/^[a-z]{1,12}$/), { maxLength: 40 }),
        fc.integer({ min: 1, max: 7 }),
        (words, size) => {
          const text = words.join(' ')
          const wrap = createWordWrap(20)
          const shown = `${(text.match(new RegExp(`[\\s\\S]{1,${size}}`, 'g')) ?? []).map(wrap.add).join('')}${wrap.end()}`
          expect(shown.split(/\s+/).filter(Boolean)).toEqual(words)
          for (const line of shown.split('\n')) expect(line.trimEnd().length).toBeLessThanOrEqual(20)
        },
      ),
    )
  })
})

test('signs beyond ASCII are left out where the terminal does not know them', () => {
  expect(marksFor({}, { LANG: 'en_US.UTF-8' }).fixed).toBe('◆')
  expect(marksFor({}, {}).fixed).toBe('◆')
  expect(
    [marksFor({ ascii: true }, {}), marksFor({}, { LC_ALL: 'C' }), marksFor({}, { TERM: 'dumb' })].map(
      ({ fixed }) => fixed,
    ),
  ).toEqual(['*', '*', '*'])
})
