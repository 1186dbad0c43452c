import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { runs } from '../../../test/soak-scale.ts'
import type { JsonObject } from '../../core/index.ts'
import { MAX_NESTING } from './piece.ts'
import { Scanner } from './scanner.ts'

const TOOLS: Readonly<Record<string, JsonObject>> = {
  f: {},
  'api.g': {},
  'my\\_f': {},
  write: { text: {}, thought: {} },
}
const parametersOf = (name: string): JsonObject | undefined => TOOLS[name]

function scan(chunks: readonly string[], startsInReasoning = false): Scanner {
  const scanner = new Scanner(parametersOf, startsInReasoning)
  for (const chunk of chunks) scanner.write(chunk)
  scanner.end()
  return scanner
}
const pieces = (text: string): readonly string[] => scan([text]).pieces.map(piece => `${piece.kind} ${piece.text}`)
const joined = (text: string): string =>
  scan([text])
    .pieces.map(piece => piece.text)
    .join('')

describe('pieces', () => {
  test.each<[string, string[]]>([
    ['', []],
    ['plain', ['text plain']],
    ['{"a":1}', ['value {"a":1}']],
    ['see {"a":1}!', ['text see ', 'value {"a":1}', 'text !']],
    ['[1,[2]] {}', ['value [1,[2]]', 'text  ', 'value {}']],
    ['{"a":"}{\\"]"}', ['value {"a":"}{\\"]"}']],
    ["{'a':'}'}", ["value {'a':'}'}"]],
    ['{“a”:“}”}', ['value {“a”:“}”}']],
    ['{"a":"""}"{"""}', ['value {"a":"""}"{"""}']],
    ["[I don't know]", ["value [I don't know]"]],
    ['f(a=(1,2))', ['call f(a=(1,2))']],
    ['x f(1) y', ['text x ', 'call f(1)', 'text  y']],
    ['api.g(1)', ['call api.g(1)']],
    ['h(1)', ['text h(1)']],
    ['f (1)', ['text f (1)']],
    ['${x} and x^{2}', ['text $', 'value {x}', 'text  and x^', 'value {2}']],
    ['a[0]', ['text a', 'value [0]']],
    ['functools[{}]', ['text functools', 'value [{}]']],
    ['```json\n{}\n```', ['fence ```', 'text json\n', 'value {}', 'text \n', 'fence ```']],
    ['``x``', ['text ``x``']],
    ['<b>x</b>', ['tag <b>', 'text x', 'tag </b>']],
    ['a < b > c', ['text a < b > c']],
    ['a <b {', ['text a <b ', 'open {']],
    ['[TOOL_CALLS]x', ['tag [TOOL_CALLS]', 'text x']],
    ['<parameter=a>{"x"</parameter>', ['tag <parameter=a>', 'raw {"x"', 'tag </parameter>']],
    ['<parameter=a>x', ['tag <parameter=a>', 'open x']],
    [
      '<invoke name=f><parameter=a>x</parameter>y</parameter></invoke>',
      ['tag <invoke name=f>', 'tag <parameter=a>', 'raw x</parameter>y', 'tag </parameter>', 'tag </invoke>'],
    ],
    [
      '<invoke name=f><parameter=a>x</parameter></invoke>y</parameter></invoke>',
      [
        'tag <invoke name=f>',
        'tag <parameter=a>',
        'torn x',
        'tag </parameter>',
        'tag </invoke>',
        'text y',
        'tag </parameter>',
        'tag </invoke>',
      ],
    ],
    [
      '<write><text>a<think>b</think>{</text>\n</write>',
      ['tag <write>', 'tag <text>', 'raw a<think>b</think>{', 'tag </text>', 'text \n', 'tag </write>'],
    ],
    ['<write><thought>a</thought>', ['tag <write>', 'tag <thought>', 'raw a', 'tag </thought>']],
    ['<write> is <text>a', ['tag <write>', 'text  is ', 'tag <text>', 'text a']],
    [
      '<invoke name=f><parameter=a>x</parameter>, <parameter=b>y</parameter></invoke>',
      [
        'tag <invoke name=f>',
        'tag <parameter=a>',
        'torn x</parameter>, <parameter=b>y',
        'tag </parameter>',
        'tag </invoke>',
      ],
    ],
    ['<parameter=a>x</parameter>y', ['tag <parameter=a>', 'raw x', 'tag </parameter>', 'text y']],
    ['{"a":', ['open {"a":']],
    ['f("a', ['open f("a']],
    ['{"a":[}', ['broken {"a":[}']],
    ['{"a":1<tool_call>', ['broken {"a":1', 'tag <tool_call>']],
    ['{"a":"<tool_call>"}', ['value {"a":"<tool_call>"}']],
    ['{"a":1<b>2}', ['value {"a":1<b>2}']],
    ['<think>{}</think>x', ['text x']],
    ['a<think>b</think>c', ['text a', 'text c']],
    ['[THINK]a[/THINK]b', ['text b']],
    ['{"a":1} x</think>b', ['text b']],
    ['<think>never', []],
  ])('%j', (text, expected) => {
    expect(pieces(text)).toEqual(expected)
  })

  test('a value says how many members it may have, and whether JSON can read it', () => {
    const facts = (text: string): unknown => scan([text]).pieces.map(({ colons, loose }) => ({ colons, loose }))
    expect(facts('{"a:b":1,"c":{"d":":"}}')).toEqual([{ colons: 3, loose: false }])
    expect(facts("{'a':1}")).toEqual([{ colons: 1, loose: true }])
    expect(facts('[(1)]')).toEqual([{ colons: 0, loose: true }])
  })

  test('a call and a tag say their name', () => {
    const names = (text: string): unknown => scan([text]).pieces.map(({ kind, name }) => `${kind} ${name}`)
    expect(names('api.g(1)')).toEqual(['call api.g'])
    expect(names('<Tool_Call></x:invoke><function=f><|Python_Tag|>[ARGS]')).toEqual([
      'tag tool_call',
      'tag /invoke',
      'tag function',
      'tag |python_tag|',
      'tag [args]',
    ])
  })

  test('a reply may begin in its reasoning', () => {
    expect(scan(['{} <b> x</think>', '{}'], true).pieces.map(piece => piece.text)).toEqual(['{}'])
    expect(scan(['never ends'], true).pieces).toEqual([])
  })

  test('depth has a limit', () => {
    expect(pieces('['.repeat(MAX_NESTING) + ']'.repeat(MAX_NESTING))).toHaveLength(1)
    expect(scan(['['.repeat(MAX_NESTING + 1)]).pieces[0]?.kind).toBe('broken')
  })
})

const MARKS = '{}[]()<>"\'`\\/|,:=# \nabf$^“”‘’'.split('')
const WORDS = 'f(¦api.g(¦```¦<b>¦</b>¦<tool_call>¦<parameter=x>¦</parameter>¦[NOTE]¦functools¦"""¦<|x|>¦😀¦\uD800'
const TOKENS = [...MARKS, ...WORDS.split('¦')]
const mix = fc.array(fc.constantFrom(...TOKENS), { maxLength: 40 }).map(tokens => tokens.join(''))
const withReasoning = fc
  .array(fc.constantFrom(...TOKENS, '<think>', '</think>', '[THINK]', '[/THINK]'), { maxLength: 30 })
  .map(tokens => tokens.join(''))

describe('any text', () => {
  test('without reasoning, the pieces joined are the text', () => {
    fc.assert(
      fc.property(mix, text => {
        expect(joined(text)).toBe(text)
      }),
      { seed: 51, numRuns: runs(2000, 200_000) },
    )
  })

  test('[PROTO-09] every split gives the same pieces', () => {
    fc.assert(
      fc.property(
        withReasoning,
        fc.array(fc.nat(100), { maxLength: 6 }),
        fc.boolean(),
        (text, places, startsInReasoning) => {
          const borders = [0, ...places.map(place => place % (text.length + 1)).toSorted((a, b) => a - b), text.length]
          const chunks = borders.slice(1).map((end, index) => text.slice(borders[index], end))
          const whole = scan([text], startsInReasoning)
          const split = scan(chunks, startsInReasoning)
          const single = scan(text.split(''), startsInReasoning)
          expect(split.pieces).toEqual(whole.pieces)
          expect(single.pieces).toEqual(whole.pieces)
        },
      ),
      { seed: 52, numRuns: runs(2000, 200_000) },
    )
  })

  test('[PROTO-07] a JSON object in prose without brackets is one piece, exactly', () => {
    const prose = fc
      .string({ unit: fc.constantFrom(...'xyz ,.;:!?\'"\n'.split('')), maxLength: 20 })
      .map(text => `${text} `)
    fc.assert(
      fc.property(
        fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue()),
        prose,
        prose,
        (object, before, after) => {
          const text = JSON.stringify(object)
          expect(pieces(`${before}${text}${after}`)).toEqual([`text ${before}`, `value ${text}`, `text ${after}`])
        },
      ),
      { seed: 53, numRuns: runs(400, 100_000) },
    )
  })
})
