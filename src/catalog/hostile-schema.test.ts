import { describe, expect, test } from 'vitest'
import type { Json, JsonObject } from '../core/index.ts'
import { checkSchema, surveySchema } from './hostile-schema.ts'

function refusal(schema: unknown): string {
  const result = checkSchema(schema as Json)
  if (result.ok) return 'accepted'
  expect(result.error.code).toBe('schema_refused')
  return result.error.message
}
const withProperty = (x: unknown): unknown => ({ type: 'object', properties: { x } })
const nested = (depth: number): JsonObject =>
  depth === 0 ? { type: 'string' } : { type: 'object', properties: { a: nested(depth - 1) } }

describe('what a tool may ask for', () => {
  test.each<[string, unknown]>([
    ['nothing', {}],
    ['plain parameters', withProperty({ type: 'string', description: 'x', format: 'uri', default: null })],
    [
      'a definition under its old name',
      { definitions: { a: { type: 'string' } }, properties: { x: { $ref: '#/definitions/a' } } },
    ],
    [
      'recursion through properties',
      { type: 'object', properties: { child: { $ref: '#' }, list: { type: 'array', items: { $ref: '#' } } } },
    ],
    [
      'recursion through a branch and items',
      {
        $defs: { t: { anyOf: [{ type: 'string' }, { type: 'array', items: { $ref: '#/$defs/t' } }] } },
        properties: { x: { $ref: '#/$defs/t' } },
      },
    ],
    [
      'anchors',
      {
        $defs: { a: { $anchor: 'here', type: 'string' } },
        properties: { x: { $ref: '#here' }, y: { $dynamicRef: '#here' } },
      },
    ],
    [
      'its own $id',
      {
        $id: 'https://example.com/tool',
        $defs: { a: {} },
        properties: { x: { $ref: 'https://example.com/tool#/$defs/a' } },
      },
    ],
    [
      'an embedded $id',
      {
        $defs: { a: { $id: 'https://example.com/a', type: 'string' } },
        properties: { x: { $ref: 'https://example.com/a' } },
      },
    ],
    ['unevaluatedProperties', { allOf: [{ properties: { a: {} } }], unevaluatedProperties: false }],
    ['another draft named', { $schema: 'http://json-schema.org/draft-07/schema#', type: 'object' }],
    ['31 levels', nested(30)],
    ['1,000 choices', withProperty({ enum: Array.from({ length: 1_000 }, (_, index) => index) })],
    ['names of inherited members', withProperty({ type: 'object', properties: { constructor: {}, toString: {} } })],
  ])('%s is accepted', (_name, schema) => {
    expect(refusal(schema)).toBe('accepted')
  })
})

describe('what is refused, with its place and what to change', () => {
  test.each<[string, unknown, RegExp]>([
    ['no schema', 'string', /^parameters must be a JSON Schema object/],
    ['a list', [], /^parameters must be a JSON Schema object/],
    ['arguments that are no object', { type: 'string' }, /^parameters\.type must be "object"/],
    ['too deep', nested(40), /^parameters(\.properties\.a)+ is nested deeper than 32 schemas\. Flatten it\.$/],
    ['endless JSON', JSON.parse(`${'{"default":'.repeat(500)}1${'}'.repeat(500)}`), /nested too deeply/],
    ['too large', withProperty({ description: 'x'.repeat(70_000) }), /bytes of JSON, more than the 65536 allowed/],
    [
      'too many schemas',
      { properties: Object.fromEntries(Array.from({ length: 2_001 }, (_, index) => [`p${index}`, {}])) },
      /more than 2000 schemas/,
    ],
    [
      'too many choices',
      withProperty({ enum: Array.from({ length: 1_001 }, (_, index) => index) }),
      /^parameters\.properties\.x\.enum must be a list of 1 to 1000 values/,
    ],
    ['no choice', withProperty({ enum: [] }), /^parameters\.properties\.x\.enum /],
    [
      'look-ahead',
      withProperty({ pattern: '^(?=.*a)b' }),
      /^parameters\.properties\.x\.pattern cannot be matched safely .*without look-around/,
    ],
    ['look-behind', withProperty({ pattern: '(?<=a)b' }), /^parameters\.properties\.x\.pattern cannot/],
    ['a back-reference', withProperty({ pattern: String.raw`(a)\1` }), /^parameters\.properties\.x\.pattern cannot/],
    ['a huge repeat', withProperty({ pattern: '((a{100}){100}){100}' }), /^parameters\.properties\.x\.pattern cannot/],
    ['a broken pattern', withProperty({ pattern: '[a' }), /^parameters\.properties\.x\.pattern cannot/],
    ['a long pattern', withProperty({ pattern: 'a'.repeat(1_001) }), /has 1001 characters\. Use at most 1000/],
    [
      'a pattern as a property name',
      { patternProperties: { '(?!a)': {} } },
      /^parameters\.patternProperties\.\(\?!a\) cannot/,
    ],
    ['a reference to itself', { $ref: '#' }, /^parameters refers back to itself without looking inside/],
    [
      'references in a circle',
      {
        $defs: { a: { $ref: '#/$defs/b' }, b: { allOf: [{ $ref: '#/$defs/a' }] } },
        properties: { x: { $ref: '#/$defs/a' } },
      },
      /refers back to itself/,
    ],
    ['a circle through not', withProperty({ not: { $ref: '#/properties/x' } }), /refers back to itself/],
    [
      'a web reference',
      withProperty({ $ref: 'https://example.com/schema.json' }),
      /^parameters\.properties\.x\.\$ref leads to "https:.*nothing is fetched.*\$defs/,
    ],
    ['a file reference', withProperty({ $ref: 'file:///etc/passwd' }), /not in this schema/],
    ['a relative reference', withProperty({ $ref: 'other.json#/a' }), /not in this schema/],
    ['a reference to nothing', withProperty({ $ref: '#/$defs/nobody' }), /not in this schema/],
    ['a reference to an inherited member', withProperty({ $ref: '#/properties/constructor' }), /not in this schema/],
    [
      'a reference to no schema',
      withProperty({ type: 'string', $ref: '#/properties/x/type' }),
      /which is not a schema/,
    ],
    [
      'a local reference under a nested $id',
      withProperty({ $id: 'https://example.com/x', $ref: '#/properties/x' }),
      /nested \$id/,
    ],
    [
      'a hidden target of a reference',
      { properties: { x: { $ref: '#/other' } }, other: { pattern: '(?=a)' } },
      /^parameters\.properties\.x\.\$ref\.pattern cannot/,
    ],
    ['__proto__ as a parameter', JSON.parse('{"properties":{"__proto__":{"type":"string"}}}'), /__proto__/],
    ['a lone surrogate', withProperty({ description: '\uD800' }), /lone surrogate/],
    [
      'type any',
      withProperty({ type: 'any' }),
      /^parameters\.properties\.x\.type is "any", which JSON Schema does not know\. Use one of string, /,
    ],
    ['type dict', withProperty({ type: 'dict' }), /"dict"/],
    ['type float in a list', withProperty({ type: ['string', 'float'] }), /"float"/],
    [
      'items as a list',
      withProperty({ type: 'array', items: [{ type: 'string' }] }),
      /^parameters\.properties\.x\.items is a list\. Write the schemas of single positions as "prefixItems"/,
    ],
    [
      'exclusiveMinimum of draft 4',
      withProperty({ minimum: 1, exclusiveMinimum: true }),
      /exclusiveMinimum must be a number: write the limit itself/,
    ],
    [
      'required of draft 3',
      withProperty({ type: 'string', required: true }),
      /^parameters\.properties\.x\.required must be a list of strings/,
    ],
    ['properties as a list', { properties: [] }, /^parameters\.properties must be an object/],
    [
      'a parameter without a schema',
      { properties: { x: 'string' } },
      /^parameters\.properties must map every name to a schema/,
    ],
    ['an empty anyOf', withProperty({ anyOf: [] }), /anyOf must be a list of schemas/],
    ['a negative length', withProperty({ minLength: -1 }), /minLength must be a whole number/],
    ['a multiple of nothing', withProperty({ multipleOf: 0 }), /multipleOf must be a number above 0/],
    [
      'recursion beside unevaluatedProperties',
      { properties: { x: { $ref: '#' } }, unevaluatedProperties: false },
      /recursive or too branched/,
    ],
  ])('%s', (_name, schema, message) => {
    expect(refusal(schema)).toMatch(message)
  })
})

describe('what may be compiled', () => {
  const survey = (schema: JsonObject) => {
    const result = surveySchema(schema)
    return result.ok && result.value
  }
  /** Each definition uses the next one twice, so that a small text means endless work. */
  const doubling = (count: number): JsonObject => ({
    properties: { x: { $ref: '#/$defs/d0' } },
    $defs: Object.fromEntries(
      Array.from({ length: count }, (_, index) => [
        `d${index}`,
        index === count - 1 ? {} : { anyOf: [{ $ref: `#/$defs/d${index + 1}` }, { $ref: `#/$defs/d${index + 1}` }] },
      ]),
    ),
  })

  test('plain schemas may, recursive and exploding ones may not', () => {
    expect(survey({ type: 'object', properties: { a: { type: 'string', enum: ['x'] } } })).toEqual({
      needsCompiler: false,
      compilable: true,
    })
    expect(survey({ properties: { child: { $ref: '#' } } })).toEqual({ needsCompiler: false, compilable: false })
    expect(survey(doubling(5))).toEqual({ needsCompiler: false, compilable: true })
    expect(survey(doubling(200))).toEqual({ needsCompiler: false, compilable: false })
  })

  test('keywords that ajv reads otherwise keep a schema interpreted', () => {
    for (const keyword of ['not', 'if', 'contains', 'propertyNames'])
      expect(survey({ properties: { a: { [keyword]: {} } } })).toMatchObject({ compilable: false })
    expect(survey({ properties: { a: { prefixItems: [{}] } } })).toMatchObject({ compilable: false })
  })

  test('an asynchronous schema, which would answer with a promise, may not', () => {
    expect(survey({ $async: true, type: 'object' })).toMatchObject({ compilable: false })
  })
})

test('the worst schema within the limits is judged quickly', () => {
  const names = Array.from({ length: 900 }, (_, index) => `d${index}`)
  const $defs = Object.fromEntries(
    names.map((name, index) => [
      name,
      { $anchor: name, properties: { x: { $ref: `#${names[(index * 7 + 1) % names.length] ?? ''}` } } },
    ]),
  )
  const started = performance.now()
  expect(refusal({ type: 'object', $defs, $ref: '#d0' })).toBe('accepted')
  expect(performance.now() - started).toBeLessThan(2_000)
})
