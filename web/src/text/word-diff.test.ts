import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { wordDiff } from './word-diff.ts'

test('a changed word is all that differs', () => {
  expect(wordDiff('{"file":"a.md"}', '{"path":"a.md"}')).toEqual([
    { sign: ' ', text: '{"' },
    { sign: '-', text: 'file' },
    { sign: '+', text: 'path' },
    { sign: ' ', text: '":"a.md"}' },
  ])
})

test('both texts can be put together again from the parts, long ones too', () => {
  const text = fc
    .array(fc.constantFrom('a', 'bb', ' ', '{', '"', '\n', 'é'), { maxLength: 900 })
    .map(parts => parts.join(''))
  fc.assert(
    fc.property(text, text, (before, after) => {
      const parts = wordDiff(before, after)
      const without = (sign: string): string =>
        parts
          .filter(part => part.sign !== sign)
          .map(part => part.text)
          .join('')
      expect([without('+'), without('-')]).toEqual([before, after])
    }),
    { numRuns: 40 },
  )
})
