import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { runs } from '../../../test/soak-scale.ts'
import type { Json } from '../../core/index.ts'
import { noteNames } from './notes.ts'
import { readPythonCalls } from './python-calls.ts'

type Call = { name: string; named?: Record<string, Json>; positional?: Json[]; bare?: string[]; notes?: string[] }

const read = (text: string, brackets?: 'balanced' | 'stray'): unknown =>
  readPythonCalls(text, brackets)?.map(({ notes, ...call }) => ({ ...call, notes: noteNames(notes) }))
const call = ({ name, named = {}, positional = [], bare = [], notes = [] }: Call): unknown => ({
  name,
  named,
  positional,
  bare,
  notes,
})
const ab = [call({ name: 'a' }), call({ name: 'b' })]

describe('calls as Python writes them', () => {
  test.each<[string, Call]>([
    ['f()', { name: 'f' }],
    [' f ( ) ', { name: 'f' }],
    ['f(a=1)', { name: 'f', named: { a: 1 } }],
    ['f(a=1,)', { name: 'f', named: { a: 1 } }],
    ['f(a = 1, b = "x")', { name: 'f', named: { a: 1, b: 'x' } }],
    ["f(a='x', b=True, c=None)", { name: 'f', named: { a: 'x', b: true, c: null } }],
    ['f(1, "x")', { name: 'f', positional: [1, 'x'] }],
    ['f("x", b=2)', { name: 'f', positional: ['x'], named: { b: 2 } }],
    ['f({"a": 1})', { name: 'f', positional: [{ a: 1 }] }],
    ['f(a=[1, 2], b={"c": (1, 2)})', { name: 'f', named: { a: [1, 2], b: { c: [1, 2] } } }],
    ['f(\n  a=1, # one\n  b=2\n)', { name: 'f', named: { a: 1, b: 2 } }],
    ['f(a="""x\ny""")', { name: 'f', named: { a: 'x\ny' }, notes: ['raw_newlines'] }],
    [
      String.raw`f(a=r"C:\new\table", b=R'\d+')`,
      { name: 'f', named: { a: String.raw`C:\new\table`, b: String.raw`\d+` } },
    ],
    ['api.v2.f(a=-1.5)', { name: 'api.v2.f', named: { a: -1.5 } }],
    ['my\\_f(a\\_b=1)', { name: 'my_f', named: { a_b: 1 }, notes: ['unescape_markdown'] }],
    ['"f"(a=1)', { name: 'f', named: { a: 1 }, notes: ['quoted_name'] }],
    ['f(a=some words)', { name: 'f', named: { a: 'some words' }, bare: ['a'], notes: ['bare_words'] }],
    ['f(a=dict(b=1, c="x"))', { name: 'f', named: { a: { b: 1, c: 'x' } } }],
    ['f(a=dict(), b=dict(c=dict(d=True)))', { name: 'f', named: { a: {}, b: { c: { d: true } } } }],
    ['f(a=1)["result"]', { name: 'f', named: { a: 1 }, notes: ['expression'] }],
    ['f(a=1)()', { name: 'f', named: { a: 1 }, notes: ['expression'] }],
    ['f(a="), g(b=1")', { name: 'f', named: { a: '), g(b=1' } }],
    ['f(a="x=1, y=2")', { name: 'f', named: { a: 'x=1, y=2' } }],
    ['[f(a=1)]', { name: 'f', named: { a: 1 } }],
    ['`f(a=1)`', { name: 'f', named: { a: 1 } }],
  ])('%s', (text, expected) => {
    expect(read(text)).toEqual([call(expected)])
  })

  test.each(['[a(), b()]', 'a(), b()', '[a(), b(),]', '[[a()], [b()]]', '(a(), b())', '[`a()`, `b()`]'])(
    'several: %s',
    text => {
      expect(read(text)).toEqual(ab)
    },
  )

  test.each(['a() + b()', '[a() | b()]'])('joined by an operator, which is told: %s', text => {
    expect(read(text)).toEqual([call({ name: 'a', notes: ['expression'] }), call({ name: 'b', notes: ['expression'] })])
  })

  test('a call that needs the result of another waits; those before it are told', () => {
    expect(read('[a(), b(x=c(1))]')).toEqual([call({ name: 'a', notes: ['dependent_call_left'] })])
    expect(read('b(x=c(1))')).toBeUndefined()
  })

  test('brackets that do not match count only where that is allowed', () => {
    expect(read('[a(), b()')).toBeUndefined()
    expect(read('[a(), b()', 'stray')).toEqual([
      call({ name: 'a', notes: ['stray_brackets'] }),
      call({ name: 'b', notes: ['stray_brackets'] }),
    ])
  })

  test.each([
    '',
    'f',
    'f(',
    'f(a=1',
    'f(a=)',
    'f(a=1',
    'f(a=1 b=2)',
    'f(=1)',
    'f(,)',
    'f(a=1,,b=2)',
    'f(a=1))',
    'f(a=1) x',
    'f(a=1); g(b=2)',
    'f(a=1+2)',
    'f(a=x*2)',
    'f(a=10//2\n)',
    'f(a=b==c)',
    'f(a:=1)',
    'f(*a)',
    'f(**a)',
    'f(a=g(1))',
    'f(a="x" "y")',
    'f(a=f"x")',
    'f(a[0])',
    'f(path: str, n: int = 3)',
    'f(a=1, a=2)',
    'f(__proto__=1)',
    'f(\\_\\_proto\\_\\_=1)',
    'f(a={"__proto__": 1})',
    'f(a={"x": 1, "x": 2})',
    '[1, 2]',
    '["f(a=1)"]',
    '{"f": 1}',
    'x = f(a=1)',
    'print(f(a=1))',
    'f(a=1).g()',
    'f(a: 1 = 2)',
    'f(a: b)',
    'f(a: int)',
  ])('anything else is none: %j', text => {
    expect(read(text)).toBeUndefined()
  })

  test('arguments survive the way through Python', () => {
    const python = (value: unknown): string =>
      JSON.stringify(value).replaceAll(/"(?:[^"\\]|\\.)*"|true|false|null/g, token => {
        return { true: 'True', false: 'False', null: 'None' }[token] ?? token
      })
    const leaf = fc.oneof(fc.string({ unit: 'grapheme' }), fc.integer(), fc.boolean(), fc.constant(null))
    const value = fc.oneof(
      leaf,
      fc.array(leaf, { maxLength: 3 }),
      fc.dictionary(
        fc.string().filter(key => key !== '__proto__'),
        leaf,
        { maxKeys: 3 },
      ),
    )
    const name = fc.stringMatching(/^[a-z][a-z0-9_]{0,8}$/)
    fc.assert(
      fc.property(
        name,
        fc.dictionary(name, value, { maxKeys: 4 }),
        fc.array(value, { maxLength: 3 }),
        (tool, named, positional) => {
          const written = [
            ...positional.map(python),
            ...Object.entries(named).map(([key, any]) => `${key}=${python(any)}`),
          ].join(', ')
          expect(read(`${tool}(${written})`)).toEqual([
            call({ name: tool, named: { ...named } as Record<string, Json>, positional: positional as Json[] }),
          ])
        },
      ),
      { seed: 42, numRuns: runs(800, 50_000) },
    )
  })

  test('cut off anywhere, no other call comes out', () => {
    const text = '[file_reader(path="a.md", lines=[1, 2]), file_locator(criteria=\'it\', max=12)]'
    const whole = readPythonCalls(text) ?? []
    for (let length = 0; length < text.length; length++) {
      const cut = readPythonCalls(text.slice(0, length)) ?? []
      expect(cut).toEqual(whole.slice(0, cut.length))
      expect(cut.length).toBe(0)
    }
  })
})
