import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { WRITTEN_CALLS } from '../../test/written-calls.ts'
import { createProseGate } from './prose-gate.ts'

const NAMES = ['file_reader', 'file_locator', 'get_time']

function shownOf(text: string, size: number, names: readonly string[] = NAMES): string {
  const gate = createProseGate(names)
  let shown = ''
  for (let at = 0; at < text.length; at += size) shown += gate.write(text.slice(at, at + size))
  return shown
}

describe('prose is let through while it arrives', () => {
  test('all of it but the last word, which may still become something else', () => {
    expect(shownOf('The lamp burned all night. Nobody saw it', 3)).toBe('The lamp burned all night. Nobody saw ')
    expect(shownOf('灯は一晩中燃えていた。', 2)).toBe('灯は一晩中燃えていた。')
    expect(shownOf('If a < b, then `a` is smaller. ', 1)).toBe('If a < b, then `a` is smaller. ')
  })

  test.each([
    ['Let me look.\n```json\n{}\n```', 'Let me look.\n'],
    ['Let me look. <tool_call>{}</tool_call>', 'Let me look. '],
    ['I use file_reader(path="a")', 'I use '],
    ['I use File-Reader now', 'I use '],
    ['Fine.\nAction: something\nAction Input: {}', 'Fine.\n'],
    ['[TOOL_REQUEST]{}', ''],
  ])('up to where a call may begin: %j', (text, expected) => {
    for (const size of [1, 2, 5, 100]) expect(shownOf(text, size)).toBe(expected)
  })
})

test.each(WRITTEN_CALLS.map(({ title, reply }) => [title, reply] as const))(
  'nothing of a call gets out: %s',
  (_, reply) => {
    for (const size of [1, 3, 7, 1_000]) {
      const shown = shownOf(reply, size)
      expect(reply.startsWith(shown)).toBe(true)
      expect(shown).not.toMatch(/file[\s._-]?(?:reader|locator)|get_time|[{[]|```/i)
    }
  },
)

test('whatever comes in whatever pieces, what is let through is the beginning of it', () => {
  const piece = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom('```', '<', '{', 'file_', 'reader', '\n', 'Action', ': ', ' '),
  )
  fc.assert(
    fc.property(fc.array(piece), pieces => {
      const gate = createProseGate(NAMES)
      const shown = pieces.map(each => gate.write(each)).join('')
      expect(pieces.join('').startsWith(shown)).toBe(true)
      expect(shown).not.toMatch(/[{[]|```|file_reader/)
    }),
  )
})

test('time grows with the length, not with its square', () => {
  const took = (length: number): number => {
    const gate = createProseGate(NAMES)
    const text = 'word '.repeat(length)
    const started = performance.now()
    for (let at = 0; at < text.length; at += 4) gate.write(text.slice(at, at + 4))
    return performance.now() - started
  }
  took(20_000)
  const [short, long] = [Math.min(took(20_000), took(20_000)), Math.min(took(160_000), took(160_000))]
  expect(long / Math.max(short, 1)).toBeLessThan(40)
})
