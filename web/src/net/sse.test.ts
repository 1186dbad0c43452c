import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { type StreamEvent, createSseReader } from './sse.ts'

const read = (pieces: readonly string[]): readonly StreamEvent[] => {
  const seen: StreamEvent[] = []
  const reader = createSseReader(event => seen.push(event))
  for (const piece of pieces) reader(piece)
  return seen
}

test('a named event has its id, name and data', () => {
  expect(read(['id: 41\nevent: tool.started\ndata: {"a":1}\n\n'])).toEqual([
    { id: '41', name: 'tool.started', data: '{"a":1}' },
  ])
})

test('comments and blank lines are no events, and several data lines are one', () => {
  expect(read([': beat\n\n\n', 'data: a\ndata: b\r\n\r\n'])).toEqual([{ id: null, name: 'message', data: 'a\nb' }])
})

test('an event that was not finished is not told', () => {
  expect(read(['data: half'])).toEqual([])
})

test('wherever the text is cut, the same events are read', () => {
  const line = fc.oneof(
    fc.constantFrom('', ': beat', 'data', 'id: 7', 'event: x'),
    fc.string({ maxLength: 12 }).map(text => `data: ${text}`),
  )
  fc.assert(
    fc.property(fc.array(line), fc.constantFrom('\n', '\r\n', '\r'), fc.array(fc.nat(300)), (lines, end, cuts) => {
      const text = lines.map(one => one.replaceAll(/[\r\n]/g, ' ') + end).join('') + end
      const places = [...new Set(cuts.map(cut => cut % (text.length + 1)))].toSorted((a, b) => a - b)
      const pieces = [...places, text.length].map((place, index) =>
        text.slice(index === 0 ? 0 : (places[index - 1] ?? 0), place),
      )
      expect(read(pieces)).toEqual(read([text]))
    }),
  )
})
