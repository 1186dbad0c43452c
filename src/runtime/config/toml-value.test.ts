import * as fc from 'fast-check'
import { parse } from 'smol-toml'
import { describe, expect, test } from 'vitest'
import type { Json } from '../../core/index.ts'
import { tomlStatements } from './toml-statements.ts'
import { tomlKey, tomlValue } from './toml-value.ts'

const simple = fc.oneof(
  fc.string({ unit: 'binary' }).map(text => text.toWellFormed()),
  fc.integer(),
  fc.boolean(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
)
const key = fc.string().filter(name => name !== '__proto__')
const value = fc.letrec<{ all: Exclude<Json, null> }>(tie => ({
  all: fc.oneof(
    { depthSize: 'small' },
    simple,
    fc.array(tie('all'), { maxLength: 3 }),
    fc.dictionary(key, tie('all'), { maxKeys: 3 }),
  ),
})).all

describe('a value written as TOML', () => {
  test('reads back as the same value', () => {
    fc.assert(
      fc.property(value, any => {
        const read: unknown = parse(`v = ${tomlValue(any)}`)['v']
        expect(JSON.stringify(read)).toBe(JSON.stringify(any))
      }),
      { numRuns: 1_000 },
    )
  })

  test('shows what would be invisible', () => {
    expect(tomlValue('a\u202Eb\u0085\u0000')).toBe(String.raw`"a\u202eb\u0085\u0000"`)
  })
})

describe('where things stand', () => {
  test('of any file that the parser reads, all top-level statements are found, in order', () => {
    const pair = fc
      .tuple(key, value)
      .map(([name, any]) => ({ name, line: `${tomlKey(name)} = ${tomlValue(any)} # [x] = {` }))
    fc.assert(
      fc.property(fc.uniqueArray(pair, { selector: ({ name }) => name, maxLength: 8 }), pairs => {
        const text = pairs.map(({ line }) => line).join('\n')
        expect(Object.keys(parse(text))).toHaveLength(pairs.length)
        const found = tomlStatements(text)
        expect(found.map(({ path, line }) => [path, line])).toEqual(pairs.map(({ name }, index) => [[name], index + 1]))
        expect(found.map(({ start, end }) => text.slice(start, end))).toEqual(pairs.map(({ line }) => line))
      }),
      { numRuns: 500 },
    )
  })

  test('values over several lines, strings of all kinds, tables and comments', () => {
    const text =
      'a = [\n  "]", # ]\n  1,\n]\nb = """\n[c]\n""""\n\n[d . "e.f"]\ng = \'#\' # h = 1\n[[i]]\nj.k = { l = 1 }\n'
    expect(tomlStatements(text).map(({ kind, path, line }) => [kind, path, line])).toEqual([
      ['pair', ['a'], 1],
      ['pair', ['b'], 5],
      ['table', ['d', 'e.f'], 9],
      ['pair', ['d', 'e.f', 'g'], 10],
      ['list', ['i'], 11],
      ['pair', ['i', 'j', 'k'], 12],
    ])
  })
})
