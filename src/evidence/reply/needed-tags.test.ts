import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { DEED_RULES } from './deed-rules.ts'
import { neededTags } from './needed-tags.ts'

test.each([
  ['S[ha]*W(?!U)', ['S', 'W']],
  ['^[ia,:.]*(?:X[^.,:]{0,3}[TF]|L|[lr]{1,2}K):', ['XLK', ':']],
  ['[Rrl](?:[PI][^.,:]{0,8}?)?(?:hB|B)a*[LX]', ['Rrl', 'hB', 'LX']],
  ['(?:G|[xJ](?=T))\\.*$', ['GxJ']],
  ['a|b*', []],
  ['(?:a|)b', ['b']],
])('%s needs %j', (source, needs) => {
  expect(neededTags(new RegExp(source))).toEqual(needs)
})

/** Rows of the tags that a build speaks of, so that it matches often. */
const rowsOf = ({ source }: RegExp): fc.Arbitrary<string> =>
  fc
    .array(fc.constantFrom(...source.replace(/[^A-Za-z#.,:]/g, '').split('')), { minLength: 1, maxLength: 10 })
    .map(row => row.join(''))

test('a build never matches a row of tags that lacks what it needs', () => {
  const builds = DEED_RULES.map(({ build }) => build)
  const matched = new Set<RegExp>()
  const drawn = fc.constantFrom(...builds).chain(build => rowsOf(build).map(row => ({ build, row })))
  fc.assert(
    fc.property(drawn, ({ build, row }) => {
      if (!build.test(row)) return
      matched.add(build)
      expect(neededTags(build).filter(any => !any.split('').some(tag => row.includes(tag)))).toEqual([])
    }),
    { numRuns: 30_000 },
  )
  expect(matched.size).toBeGreaterThan(builds.length / 3)
})
