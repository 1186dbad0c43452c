import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { CallContext, Json, JsonObject, Profile } from '../core/index.ts'
import { type CatalogOptions, createCatalog } from './registry.ts'

const reader: JsonObject = {
  type: 'object',
  properties: { path: { type: 'string' }, start_line: { type: 'integer' }, end_line: { type: 'integer' } },
  required: ['path'],
}

type Sent = {
  named?: JsonObject
  positional?: Json[]
  input?: JsonObject
  profile?: Profile
  coerce?: boolean
  options?: CatalogOptions
}

function send({
  named = {},
  positional = [],
  input = reader,
  profile = 'lenient',
  coerce = profile !== 'strict',
  options = {},
}: Sent) {
  const context: CallContext = { profile, rawSha256: '', origin: { phase: 'Executor', agent: 'a' }, coerce }
  const result = createCatalog([{ name: 't', input, risk: 'read', capability: 'FileAccess' }], options).resolve(
    { name: 't', named, positional, dialect: 'json', fixups: [] },
    context,
  )
  return result.ok
    ? { args: result.value.args, fixups: result.value.reading.fixups, aliases: result.value.reading.aliases }
    : { code: result.error.code, message: result.error.message }
}

const refused = (message: unknown = expect.any(String)) => ({ code: 'tool_call_invalid_args', message })

describe('argument keys', () => {
  test.each(['strict', 'lenient', 'run', 'native'] as const)(
    '[STRICT-18] "Search-Criteria " is search_criteria in %s, and recorded',
    profile => {
      const input = { type: 'object', properties: { search_criteria: { type: 'string' } } }
      expect(send({ input, profile, named: { 'Search-Criteria ': 'x' } })).toEqual({
        args: { search_criteria: 'x' },
        fixups: [],
        aliases: ['args.Search-Criteria →args.search_criteria'],
      })
    },
  )

  test.each([
    'start_line',
    'startLine',
    'StartLine',
    'START_LINE',
    'start line',
    'start-line',
    'start.line',
    ' startline',
  ])('%j means start_line', key => {
    expect(send({ profile: 'strict', named: { path: 'a', [key]: 1 } })).toEqual({
      args: { path: 'a', start_line: 1 },
      fixups: [],
      aliases: key === 'start_line' ? [] : [`args.${key}→args.start_line`],
    })
  })

  test.each([
    { Path: 'a', path: 'b' },
    { path: 'b', Path: 'a' },
    { PATH: 'a', ' path': 'b' },
  ])('[STRICT-18] two keys that come out as one parameter are refused: %j', named => {
    expect(send({ profile: 'strict', named })).toEqual(
      refused(expect.stringContaining('"path" is given more than once')),
    )
  })

  test('[STRICT-18] a curated argument alias counts in every spelling, unless the parameter is given as well', () => {
    const options = { argumentAliases: { t: { file_path: 'path' } } }
    expect(send({ options, profile: 'strict', named: { filePath: 'a' } })).toEqual({
      args: { path: 'a' },
      fixups: [],
      aliases: ['args.filePath→args.path'],
    })
    expect(send({ options, profile: 'strict', named: { filePath: 'a', path: 'b' } })).toEqual(refused())
  })

  test('two parameters that differ only in separators need exact keys', () => {
    const input = { type: 'object', properties: { user_id: { type: 'string' }, userid: { type: 'string' } } }
    expect(send({ input, named: { user_id: 'a', userid: 'b' } })).toMatchObject({ args: { user_id: 'a', userid: 'b' } })
    expect(send({ input, named: { userId: 'a' } })).toEqual(refused())
  })

  test('a markdown backslash in a key is a fixup, and none in strict', () => {
    expect(send({ named: { path: 'a', 'start\\_line': 1 } })).toEqual({
      args: { path: 'a', start_line: 1 },
      fixups: ['unescape_markdown'],
      aliases: ['args.start\\_line→args.start_line'],
    })
    expect(send({ profile: 'strict', named: { path: 'a', 'start\\_line': 1 } })).toEqual(refused())
  })

  test('unknown keys pass only where the schema speaks of them', () => {
    const open = [
      { additionalProperties: true },
      { additionalProperties: { type: 'string' } },
      { patternProperties: { '^x': true } },
      { allOf: [{ additionalProperties: {} }] },
    ]
    for (const rule of open)
      expect(send({ input: { ...reader, ...rule }, named: { path: 'a', xtra: 'b' } })).toMatchObject({
        args: { path: 'a', xtra: 'b' },
      })
    const closed = [{}, { additionalProperties: false }, { not: { required: ['zzz'], additionalProperties: true } }]
    for (const rule of closed)
      expect(send({ input: { ...reader, ...rule }, named: { path: 'a', xtra: 'b' } })).toEqual(
        refused(expect.stringMatching(/^"xtra" is not a parameter\. Parameters: path, start_line, end_line\.$/)),
      )
  })

  test('parameters are found behind $ref, allOf and branches', () => {
    const input = {
      $ref: '#/$defs/all',
      $defs: {
        all: {
          allOf: [
            { properties: { a: {} } },
            { oneOf: [{ required: ['b'] }, { properties: { c: {} }, required: ['c'] }] },
          ],
        },
      },
    }
    expect(send({ input, profile: 'strict', named: { A: 1, c: 2 } })).toMatchObject({ args: { a: 1, c: 2 } })
    expect(send({ input, profile: 'strict', named: { a: 1, c: 2, d: 3 } })).toEqual(refused())
  })

  test.each(['constructor', 'toString', 'hasOwnProperty', 'prototype', 'valueOf'])(
    '%j is a key like any other',
    key => {
      expect(send({ profile: 'strict', named: { path: 'a', [key]: 'x' } })).toEqual(
        refused(expect.stringContaining(`"${key}" is not a parameter`)),
      )
      const input = { type: 'object', properties: { [key]: { type: 'string' } }, required: [key] }
      expect(send({ input, profile: 'strict', named: { [key]: 'x' } })).toMatchObject({ args: { [key]: 'x' } })
      expect(send({ input, profile: 'strict' })).toEqual(refused(`"${key}" is required. Add it as a string.`))
    },
  )
})

describe('what no tool may see', () => {
  const anything = { type: 'object', additionalProperties: true }
  const deep = Array.from({ length: 5_000 }).reduce<Json>(value => [value], null)
  test.each<[string, JsonObject]>([
    ['the key __proto__', JSON.parse('{"__proto__":{"admin":true}}') as JsonObject],
    ['the key __proto__ further down', JSON.parse('{"a":[{"__proto__":1}]}') as JsonObject],
    ['a lone surrogate', { a: 'x\uD800' }],
    ['a lone surrogate in a key', { '\uDC00': 1 }],
    ['a number beyond JSON', { a: Number.POSITIVE_INFINITY }],
    ['values nested without end', { a: deep }],
    ['what is not JSON at all', { a: undefined } as unknown as JsonObject],
  ])('%s is refused even by a schema that allows everything', (_what, named) => {
    expect(send({ input: anything, named })).toEqual(refused(expect.stringMatching(/^The arguments hold /)))
    expect(send({ input: anything, positional: [named] })).toEqual(refused())
  })
})

describe('layouts, only where coercion is allowed', () => {
  test.each<[string, Sent, JsonObject, string[]]>([
    [
      'values in the order of the schema',
      { positional: ['a', 1, 2] },
      { path: 'a', start_line: 1, end_line: 2 },
      ['positional_arguments'],
    ],
    [
      'values before names',
      { positional: ['a'], named: { end_line: 2 } },
      { path: 'a', end_line: 2 },
      ['positional_arguments'],
    ],
    [
      'one object that holds the arguments',
      { positional: [{ path: 'a', start_line: 1 }] },
      { path: 'a', start_line: 1 },
      ['dict_argument'],
    ],
    [
      'one object beside names',
      { positional: [{ path: 'a' }], named: { end_line: 2 } },
      { path: 'a', end_line: 2 },
      ['dict_argument'],
    ],
    [
      'one object with a wrapper',
      { positional: [{ arguments: { path: 'a' } }] },
      { path: 'a' },
      ['dict_argument', 'wrapped_arguments'],
    ],
    ['a wrapper', { named: { parameters: { path: 'a' } } }, { path: 'a' }, ['wrapped_arguments']],
    ['two wrappers', { named: { args: { kwargs: { path: 'a' } } } }, { path: 'a' }, ['wrapped_arguments']],
    [
      'a wrapper beside a thought',
      { named: { _tafc_think: 'x', input: { path: 'a' } } },
      { path: 'a' },
      ['wrapped_arguments'],
    ],
    [
      'values that need conversion too',
      { positional: ['a', '7'] },
      { path: 'a', start_line: 7 },
      ['positional_arguments', 'string_to_number'],
    ],
  ])('%s', (_name, sent, args, fixups) => {
    expect(send(sent)).toEqual({ args, fixups, aliases: [] })
    expect(send({ ...sent, profile: 'strict' })).toEqual(refused())
    expect(send({ ...sent, coerce: false })).toEqual(refused())
  })

  test.each<[string, Sent]>([
    ['more values than parameters', { positional: ['a', 1, 2, 3] }],
    ['a value for a parameter that is named as well', { positional: ['a'], named: { path: 'b' } }],
    ['the same in another spelling', { positional: ['a'], named: { Path: 'b' } }],
    ['an object that repeats a named parameter', { positional: [{ path: 'a' }], named: { path: 'b' } }],
    ['an object with a foreign key', { positional: [{ path: 'a', colour: 'red' }] }],
    ['three wrappers', { named: { args: { args: { args: { path: 'a' } } } } }],
    ['a wrapper with something beside it', { named: { arguments: { path: 'a' }, x: 1 } }],
    ['a wrapper around text', { named: { arguments: '{"path":"a"}' } }],
    ['an unknown wrapper', { named: { payload: { path: 'a' } } }],
  ])('%s is refused', (_name, sent) => {
    expect(send(sent)).toEqual(refused())
  })

  test('a wrapper word that is a parameter is no wrapper', () => {
    const input = {
      type: 'object',
      properties: { input: { type: 'object', properties: { path: { type: 'string' } } } },
    }
    expect(send({ input, named: { input: { path: 'a' } } })).toEqual({
      args: { input: { path: 'a' } },
      fixups: [],
      aliases: [],
    })
  })

  test('an object whose keys do not fit is the first parameter itself', () => {
    const input = {
      type: 'object',
      properties: { filter: { type: 'object' }, limit: { type: 'integer' } },
      required: ['filter'],
    }
    expect(send({ input, positional: [{ colour: 'red' }] })).toEqual({
      args: { filter: { colour: 'red' } },
      fixups: ['positional_arguments'],
      aliases: [],
    })
    expect(send({ input, positional: [{ filter: { a: 1 } }] })).toEqual({
      args: { filter: { a: 1 } },
      fixups: ['dict_argument'],
      aliases: [],
    })
  })

  test('unnamed values are told their names', () => {
    expect(send({ positional: ['a'], coerce: false })).toEqual(
      refused(
        expect.stringContaining(
          'The arguments must be named, got ["a"]. Give each value its name. Parameters: path, start_line, end_line.',
        ),
      ),
    )
  })

  test('when nothing helps, the fault speaks of what was sent', () => {
    expect(send({ named: { path: 'a', start_line: '7', end_line: 'x' } })).toEqual(
      refused(
        '"start_line" must be a whole number, got "7". Send a whole number. "end_line" must be a whole number, got "x". Send a whole number.',
      ),
    )
  })
})

test('what already fits is never touched, whether coercion is allowed or not', () => {
  const input = {
    type: 'object',
    properties: {
      s: { type: 'string' },
      n: { type: ['number', 'string'] },
      e: { enum: ['A', 'a', 1] },
      l: { type: 'array', items: { type: ['string', 'integer', 'null'] } },
      o: { type: 'object' },
      z: { type: ['null', 'boolean'] },
    },
  }
  const text = fc.constantFrom('1', 'true', '[1]', '{}', ' a ', 'A', '', 'null', 'x, y')
  const named = fc.record(
    {
      s: text,
      n: fc.oneof(text, fc.integer()),
      e: fc.constantFrom('A', 'a', 1),
      l: fc.array(fc.oneof(text, fc.integer(), fc.constant(null))),
      o: fc.dictionary(fc.constantFrom('p', 'q'), text),
      z: fc.constantFrom(null, true),
    },
    { requiredKeys: [] },
  )
  fc.assert(
    fc.property(named, args => {
      expect(send({ input, named: args })).toEqual({ args, fixups: [], aliases: [] })
    }),
    { numRuns: 300, seed: 3 },
  )
})
