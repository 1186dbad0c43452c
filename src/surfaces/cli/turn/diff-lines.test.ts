import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type DiffLine, diffLines } from './diff-lines.ts'

const shown = (before: string, after: string): readonly string[] =>
  diffLines({ before, after }).map(({ sign, text }) => `${sign}${text}`)
const lines = (...all: readonly string[]): string => all.map(line => `${line}\n`).join('')

describe('the difference between two texts', () => {
  test('shows what goes and what comes, with two lines around it', () => {
    const before = lines('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h')
    expect(shown(before, before.replace('d\n', 'D\n'))).toEqual([
      ' a',
      ' b',
      ' c',
      '-d',
      '+D',
      ' e',
      ' f',
      ' (2 unchanged lines)',
    ])
  })

  test('a new file is all new, and an emptied one all gone', () => {
    expect(shown('', 'x\ny')).toEqual(['+x', '+y'])
    expect(shown('x\n', '')).toEqual(['-x'])
    expect(shown('x\n', 'x\n')).toEqual([' x'])
  })

  test('changes far apart do not drag along what lies between them', () => {
    const many = Array.from({ length: 100 }, (_, index) => `line ${index}`)
    const changed = many.map((line, index) => (index === 10 || index === 90 ? `${line}!` : line))
    const signs = diffLines({ before: lines(...many), after: lines(...changed) }).filter(({ sign }) => sign !== ' ')
    expect(signs.map(({ sign, text }) => `${sign}${text}`)).toEqual(['-line 10', '+line 10!', '-line 90', '+line 90!'])
  })

  test('whatever the texts are, the lines that go are those of the old and the lines that come those of the new one, in order', () => {
    const text = fc.array(fc.constantFrom('a', 'b', 'c', 'd', ''), { maxLength: 40 }).map(all => lines(...all))
    fc.assert(
      fc.property(text, text, (before, after) => {
        const diff = diffLines({ before, after })
        expect(isSubsequence(textsOf(diff, '-'), before.split('\n'))).toBe(true)
        expect(isSubsequence(textsOf(diff, '+'), after.split('\n'))).toBe(true)
        const balance = textsOf(diff, '+').length - textsOf(diff, '-').length
        expect(balance).toBe(after.split('\n').length - before.split('\n').length)
      }),
    )
  })

  test('two texts of 20,000 lines without a common order are compared at once', () => {
    const many = Array.from({ length: 20_000 }, (_, index) => `line ${index}`)
    const started = performance.now()
    diffLines({ before: lines(...many), after: lines(...many.toReversed()) })
    expect(performance.now() - started).toBeLessThan(2_000)
  })
})

const textsOf = (diff: readonly DiffLine[], sign: string): readonly string[] =>
  diff.flatMap(line => (line.sign === sign ? [line.text] : []))

function isSubsequence(part: readonly string[], whole: readonly string[]): boolean {
  let at = 0
  for (const each of whole) if (each === part[at]) at++
  return at === part.length
}
