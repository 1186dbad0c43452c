import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { runs } from '../../../test/soak-scale.ts'
import type { Json } from '../../core/index.ts'
import { LiteralParser } from './literal-parser.ts'
import { noteNames } from './notes.ts'

function parse(text: string): { value: Json | undefined; notes: readonly string[] } {
  const parser = new LiteralParser(text)
  const value = parser.readAll()
  return { value, notes: value === undefined ? [] : noteNames(parser.notes) }
}
const refused = { value: undefined, notes: [] }

describe('JSON', () => {
  test.each([
    'null',
    'true',
    'false',
    '0',
    '-0',
    '12.5e-3',
    '1E+2',
    '""',
    '"a\\"b\\\\c\\/d\\b\\f\\n\\r\\t\\u00e9\\uD83D\\uDE00"',
    '"it\'s late, isn\'t it"',
    '"It\'s a #1 // not a comment {[("',
    '[]',
    '[[], {}, [null]]',
    '{}',
    '{"": 1, "a b": {"c": [1, 2, {"d": "e"}]}}',
    ' \t\r\n{"a" : 1}\n',
  ])('%s is read as JSON.parse reads it, with nothing to note', text => {
    expect(parse(text)).toEqual({ value: JSON.parse(text), notes: [] })
  })

  test('whatever JSON.parse accepts is read the same, with nothing to note', () => {
    const strings = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom("it's ", "don't go", '//', '#', '"""', "'''", '“x”', '\\_'),
    )
    const { value } = fc.letrec<{ value: unknown }>(tie => ({
      value: fc.oneof(
        { depthSize: 'small' },
        fc.oneof(
          strings,
          fc.integer(),
          fc.double({ noNaN: true, noDefaultInfinity: true }),
          fc.boolean(),
          fc.constant(null),
        ),
        fc.array(tie('value'), { maxLength: 4 }),
        fc.dictionary(
          strings.filter(key => key !== '__proto__'),
          tie('value'),
          { maxKeys: 4 },
        ),
      ),
    }))
    fc.assert(
      fc.property(value, fc.constantFrom(undefined, 2, '\t'), (any, indent) => {
        const text = JSON.stringify(any, null, indent)
        expect(parse(text)).toEqual({ value: JSON.parse(text), notes: [] })
      }),
      { seed: 41, numRuns: runs(600, 100_000) },
    )
  })
})

describe('liberties', () => {
  test.each<[string, Json, string[]]>([
    ["{'a': 'b'}", { a: 'b' }, ['single_quotes']],
    ['{“a”: “b”}', { a: 'b' }, ['smart_quotes']],
    ['{‘a’: ‘b’}', { a: 'b' }, ['smart_quotes']],
    ['\'say "hi"\'', 'say "hi"', ['single_quotes']],
    ['{a: 1, b_c: 2, d.e: 3, f-g: 4}', { a: 1, b_c: 2, 'd.e': 3, 'f-g': 4 }, ['unquoted_keys']],
    ['[1, 2,]', [1, 2], ['trailing_comma']],
    ['{"a": 1,}', { a: 1 }, ['trailing_comma']],
    ['{"a": 1\n "b": "x"\n}', { a: 1, b: 'x' }, ['missing_comma']],
    ['[{"a": 1}\n{"b": 2}]', [{ a: 1 }, { b: 2 }], ['missing_comma']],
    ['[True, False, None]', [true, false, null], ['python_literals']],
    ['(1, 2)', [1, 2], ['python_literals']],
    ['()', [], ['python_literals']],
    ['(1)', 1, ['python_literals']],
    ['("a")', 'a', ['python_literals']],
    ['[1_000, +5, .5, 5.]', [1000, 5, 0.5, 5], ['python_literals']],
    ['{"a": 1 # one\n}', { a: 1 }, ['comments']],
    ['{"a": 1, // one\n"b": 2}', { a: 1, b: 2 }, ['comments']],
    ['{"a": src/main.ts}', { a: 'src/main.ts' }, ['bare_words']],
    ['{"a": two words}', { a: 'two words' }, ['bare_words']],
    ['{"a": Trueish}', { a: 'Trueish' }, ['bare_words']],
    ['{"a": None of these}', { a: 'None of these' }, ['bare_words']],
    ['"two\nlines\tand a tab"', 'two\nlines\tand a tab', ['raw_newlines']],
    ['"C:\\dir \\d+ \\q"', 'C:\\dir \\d+ \\q', ['loose_escapes']],
    ["'it\\'s'", "it's", ['single_quotes', 'loose_escapes']],
    ['"\\x41"', 'A', ['loose_escapes']],
    ['"snake\\_case"', 'snake_case', ['unescape_markdown']],
    ['{snake\\_case: 1}', { snake_case: 1 }, ['unquoted_keys', 'unescape_markdown']],
    ['"""a "quoted" word"""', 'a "quoted" word', []],
    ["'''it's'''", "it's", ['single_quotes']],
    ['"""a\nb"""', 'a\nb', ['raw_newlines']],
  ])('%s', (text, value, notes) => {
    expect(parse(text)).toEqual({ value, notes })
  })

  test('a tuple with one member needs its comma, and a nested one does not lend it', () => {
    expect(parse('(1,)').value).toEqual([1])
    expect(parse('((1,))').value).toEqual([1])
    expect(parse('((1, 2))').value).toEqual([1, 2])
  })
})

describe('what is in doubt fails', () => {
  test.each([
    '',
    ' ',
    '{',
    '}',
    '[1, 2',
    '{"a": 1',
    '{"a"}',
    '{"a": }',
    '{"a": 1 "b": 2}',
    '{"a": "he said\n"b" and left"}',
    '["a"\n"b"]',
    '{"a": 1;}',
    '[1 2]',
    '[,]',
    '[1,,2]',
    '{,}',
    '{"a": 1,, "b": 2}',
    '"abc',
    "'it's'",
    '"he said "hi""',
    '{"a": 1} {"b": 2}',
    '{"a": 1} x',
    '1 + 2',
    '1+2',
    '2*3',
    '0x1F',
    '1.2.3',
    '2024-01-01',
    '10:30',
    '007',
    '12345678901234567890',
    '1__0',
    '1_',
    '10//2',
    '"a" + "b"',
    '"a" "b"',
    'f"x"',
    '`x`',
    'f(1)',
    '$x',
    '1e999',
    '-1e999',
    '--1',
    '-',
    '+',
    '.',
  ])('%j', text => {
    expect(parse(text)).toEqual(refused)
  })

  test.each([
    '{"a": 1, "a": 2}',
    '{\'a\': 1, "a": 2}',
    '{a: 1, "a": 2}',
    '{"a": 1, "\\u0061": 2}',
    '{"x": {"a": 1, "a": 2}}',
    '{"__proto__": 1}',
    '{"\\u005f_proto__": 1}',
    '{__proto__: 1}',
    '{\\_\\_proto\\_\\_: 1}',
    "{'__proto__': {}}",
  ])('a repeated key or __proto__: %s', text => {
    expect(parse(text)).toEqual(refused)
  })

  test('names of object methods are ordinary keys', () => {
    expect(parse('{toString: 1, constructor: 2, hasOwnProperty: 3}').value).toEqual({
      toString: 1,
      constructor: 2,
      hasOwnProperty: 3,
    })
  })

  test('nesting has a limit, and what is refused there does not spoil the parser', () => {
    expect(parse('['.repeat(128) + ']'.repeat(128)).value).toBeDefined()
    expect(parse('['.repeat(129) + ']'.repeat(129))).toEqual(refused)
    expect(parse('['.repeat(1_000_000))).toEqual(refused)
  })
})
