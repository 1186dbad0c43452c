import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { createMessageWindow } from './message-window.ts'

const entry = (seq: number, text = 'x') => ({ seq, message: { role: 'user', text, turn: 't' } as const })

test('all messages behind the start are there', () => {
  const window = createMessageWindow()
  for (const seq of [1, 2, 4, 5]) window.add(entry(seq))
  expect(window.behind(0)).toEqual({ from: 0, entries: [1, 2, 4, 5].map(seq => entry(seq)) })
  expect(window.behind(2)).toEqual({ from: 2, entries: [4, 5].map(seq => entry(seq)) })
})

test('of too many only the newest stay, and it says behind which one they begin', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(20), { maxLength: 60 }), fc.integer({ min: 1, max: 6 }), (sizes, maxMessages) => {
      const window = createMessageWindow({ maxMessages, maxCharacters: 30 })
      sizes.forEach((size, at) => window.add(entry(at + 1, 'x'.repeat(size))))
      const { from, entries } = window.behind(0)
      expect(entries.map(({ seq }) => seq)).toEqual(sizes.map((_, at) => at + 1).slice(from))
      const characters = entries.reduce((sum, { message }) => sum + message.text.length, 0)
      expect(entries.length <= maxMessages && (characters <= 30 || entries.length === 1)).toBe(true)
      const oneMore = sizes[from - 1] ?? Number.POSITIVE_INFINITY
      expect(entries.length === maxMessages || characters + oneMore > 30).toBe(true)
    }),
  )
})
