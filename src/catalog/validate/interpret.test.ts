import { Ajv2020 } from 'ajv/dist/2020.js'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Json, JsonObject } from '../../core/index.ts'
import { surveySchema } from '../hostile-schema.ts'
import { answeringRun } from './check.ts'
import { createCompiler } from './compile.ts'
import { interpret } from './interpret.ts'

const accepts = (schema: JsonObject, value: Json): boolean => interpret(schema).checkOf(schema)(value, answeringRun())

describe('each keyword accepts and refuses as JSON Schema 2020-12 says', () => {
  test.each<[string, JsonObject, Json[], Json[]]>([
    ['type', { type: 'string' }, ['', 'a'], [1, null, [], {}]],
    ['type integer takes 5.0', { type: 'integer' }, [5, 5.0, -0], [5.5, '5']],
    ['type list', { type: ['string', 'null'] }, ['a', null], [1, {}]],
    ['nullable', { type: 'string', nullable: true }, ['a', null], [1]],
    ['enum', { enum: ['a', 1, null, { x: [1] }] }, ['a', 1, null, { x: [1] }], ['b', '1', { x: [2] }, {}]],
    ['const null', { const: null }, [null], [0, false, '']],
    ['const object ignores key order', { const: { a: 1, b: 2 } }, [{ b: 2, a: 1 }], [{ a: 1 }]],
    ['required', { required: ['a'] }, [{ a: null }, 7], [{}, { b: 1 }]],
    [
      'required does not see inherited members',
      { required: ['toString', 'constructor'] },
      [{ toString: 1, constructor: 2 }],
      [{}],
    ],
    [
      'properties named like inherited members',
      { properties: { constructor: { type: 'string' } } },
      [{}, { constructor: 'a' }],
      [{ constructor: 1 }],
    ],
    [
      'additionalProperties',
      { properties: { a: true }, additionalProperties: { type: 'string' } },
      [{ a: 1, b: 'x' }],
      [{ b: 1 }],
    ],
    ['patternProperties', { patternProperties: { '^x_': { type: 'string' } } }, [{ x_a: 'b', y: 1 }], [{ x_a: 1 }]],
    [
      'pattern and property both count',
      { properties: { ab: { minLength: 2 } }, patternProperties: { b$: { maxLength: 3 } } },
      [{ ab: 'xx' }],
      [{ ab: 'x' }, { ab: 'xxxx' }],
    ],
    [
      'closed but for patterns',
      { patternProperties: { '^x': true }, additionalProperties: false },
      [{ x: 1 }],
      [{ y: 1 }],
    ],
    ['propertyNames', { propertyNames: { maxLength: 2 } }, [{ ab: 1 }], [{ abc: 1 }]],
    ['minProperties', { minProperties: 1 }, [{ a: 1 }, 'x'], [{}]],
    ['maxProperties', { maxProperties: 1 }, [{ a: 1 }, {}], [{ a: 1, b: 2 }]],
    ['items', { items: { type: 'integer' } }, [[], [1, 2], 'x'], [[1, 'a']]],
    [
      'prefixItems',
      { prefixItems: [{ type: 'string' }], items: { type: 'integer' } },
      [[], ['a'], ['a', 1]],
      [[1], ['a', 'b']],
    ],
    ['contains', { contains: { type: 'string' } }, [[1, 'a']], [[], [1]]],
    ['minContains 0', { contains: { type: 'string' }, minContains: 0, maxContains: 1 }, [[], ['a']], [['a', 'b']]],
    ['minItems and maxItems', { minItems: 1, maxItems: 2 }, [[1], [1, 2]], [[], [1, 2, 3]]],
    [
      'uniqueItems',
      { uniqueItems: true },
      [[1, '1', [1], { a: 1 }, '{"a":1}']],
      [
        [1, 1],
        [
          { a: 1, b: 2 },
          { b: 2, a: 1 },
        ],
      ],
    ],
    ['minimum', { minimum: 1 }, [1, 'x'], [0]],
    ['exclusiveMinimum', { exclusiveMinimum: 1 }, [1.1], [1]],
    ['exclusiveMaximum', { exclusiveMaximum: 1 }, [0.9], [1]],
    ['multipleOf', { multipleOf: 3 }, [0, 9, -3], [1, 1.5]],
    ['multipleOf a fraction', { multipleOf: 0.1 }, [0.3, 1.1, 0], [0.35]],
    ['length counts code points', { minLength: 2, maxLength: 2 }, ['ab', '😀😀'], ['😀', '😀😀😀', 'abc']],
    ['pattern searches', { pattern: 'b+' }, ['abba', 7], ['aa']],
    ['anyOf', { anyOf: [{ type: 'string' }, { minimum: 5 }] }, ['a', 5], [4]],
    ['oneOf', { oneOf: [{ type: 'integer' }, { minimum: 5 }] }, [3, 5.5], [7, 1.5]],
    ['allOf', { allOf: [{ minimum: 1 }, { maximum: 3 }] }, [2], [0, 4]],
    ['not', { not: { type: 'string' } }, [1], ['a']],
    ['if then else', { if: { minimum: 10 }, then: { multipleOf: 10 }, else: { multipleOf: 3 } }, [20, 9], [15, 8]],
    ['dependentRequired', { dependentRequired: { a: ['b'] } }, [{}, { b: 1 }, { a: 1, b: 1 }], [{ a: 1 }]],
    ['dependentSchemas', { dependentSchemas: { a: { required: ['b'] } } }, [{}, { a: 1, b: 1 }], [{ a: 1 }]],
    [
      'dependencies of older drafts',
      { dependencies: { a: ['b'], c: { required: ['d'] } } },
      [{ a: 1, b: 1 }],
      [{ a: 1 }, { c: 1 }],
    ],
    ['$ref', { $defs: { n: { type: 'integer' } }, properties: { a: { $ref: '#/$defs/n' } } }, [{ a: 1 }], [{ a: 'x' }]],
    ['definitions', { definitions: { n: { type: 'integer' } }, $ref: '#/definitions/n' }, [1], ['x']],
    ['$ref with escapes', { $defs: { 'a/b~c d': { type: 'integer' } }, $ref: '#/$defs/a~1b~0c%20d' }, [1], ['x']],
    ['keywords beside a $ref count', { $defs: { n: { type: 'integer' } }, $ref: '#/$defs/n', minimum: 3 }, [3], [2]],
    [
      'recursion',
      { properties: { child: { $ref: '#' } }, additionalProperties: false },
      [{ child: { child: {} } }],
      [{ child: { x: 1 } }],
    ],
    ['boolean schemas', { properties: { a: true, b: false } }, [{ a: 1 }], [{ b: 1 }]],
    ['format is an annotation', { type: 'string', format: 'email' }, ['no mail'], []],
    [
      'annotations decide nothing',
      { title: 'a', description: 'b', default: 1, examples: [1], $comment: 'c', deprecated: true },
      [1, 'x', null],
      [],
    ],
  ])('%s', (_name, schema, valid, invalid) => {
    for (const value of valid) expect([value, accepts(schema, value)]).toEqual([value, true])
    for (const value of invalid) expect([value, accepts(schema, value)]).toEqual([value, false])
  })
})

const KEYS = ['a', 'b', 'constructor', 'x_1'] as const
const key = fc.constantFrom(...KEYS)
const scalar = fc.oneof(
  fc.constantFrom<Json[]>('', 'a', 'ab', '😀', 'abc'),
  fc.integer({ min: -3, max: 6 }),
  fc.constantFrom(0.5, 1.5),
  fc.boolean(),
  fc.constant(null),
)
const { value: anyValue } = fc.letrec<{ value: Json; list: Json[]; object: JsonObject }>(tie => ({
  value: fc.oneof({ maxDepth: 3, withCrossShrink: true }, scalar, tie('list'), tie('object')),
  list: fc.array(tie('value'), { maxLength: 4 }),
  object: fc.dictionary(key, tie('value'), { maxKeys: 4, noNullPrototype: true }),
}))
const count = fc.integer({ min: 0, max: 3 })
const typeName = fc.constantFrom('string', 'integer', 'number', 'boolean', 'array', 'object', 'null')

const { schema: anySchema } = fc.letrec<{ schema: Json; parts: Json[]; members: JsonObject }>(tie => ({
  parts: fc.array(tie('schema'), { minLength: 1, maxLength: 3 }),
  members: fc.dictionary(key, tie('schema'), { maxKeys: 3, noNullPrototype: true }),
  schema: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.boolean(),
    fc.record(
      { type: fc.oneof(typeName, fc.uniqueArray(typeName, { minLength: 1, maxLength: 3 })) },
      { requiredKeys: [] },
    ),
    fc.record({ enum: fc.array(anyValue, { minLength: 1, maxLength: 3 }), const: anyValue }, { requiredKeys: [] }),
    fc.record(
      {
        minimum: fc.integer({ min: -2, max: 4 }),
        maximum: fc.integer({ min: -2, max: 4 }),
        exclusiveMinimum: count,
        exclusiveMaximum: count,
        multipleOf: fc.constantFrom(1, 2, 0.5),
      },
      { requiredKeys: [] },
    ),
    fc.record(
      { minLength: count, maxLength: count, pattern: fc.constantFrom('^a', 'b$', '^a?b*$', '.') },
      { requiredKeys: [] },
    ),
    fc.record(
      {
        type: fc.constantFrom('object', 'array', 'string'),
        properties: tie('members'),
        required: fc.uniqueArray(key, { maxLength: 2 }),
        additionalProperties: tie('schema'),
        patternProperties: fc.dictionary(fc.constantFrom('^x_', 'S', 'a|b'), tie('schema'), {
          maxKeys: 2,
          noNullPrototype: true,
        }),
        propertyNames: tie('schema'),
        minProperties: count,
        maxProperties: count,
      },
      { requiredKeys: [] },
    ),
    fc.record(
      {
        items: tie('schema'),
        contains: tie('schema'),
        minContains: count,
        maxContains: count,
        minItems: count,
        maxItems: count,
        uniqueItems: fc.boolean(),
      },
      { requiredKeys: [] },
    ),
    fc.record(
      { anyOf: tie('parts'), oneOf: tie('parts'), allOf: tie('parts'), not: tie('schema') },
      { requiredKeys: [] },
    ),
    fc.record({ if: tie('schema'), then: tie('schema'), else: tie('schema') }, { requiredKeys: [] }),
    fc.record(
      {
        dependentRequired: fc.dictionary(key, fc.uniqueArray(key, { maxLength: 2 }), {
          maxKeys: 2,
          noNullPrototype: true,
        }),
        dependentSchemas: tie('members'),
      },
      { requiredKeys: [] },
    ),
    fc.constantFrom({ $ref: '#/$defs/word' }, { $ref: '#/$defs/list' }, { $ref: '#/$defs/tree' }),
  ),
}))

const $defs: JsonObject = {
  tree: { type: 'object', properties: { a: { $ref: '#/$defs/tree' } }, additionalProperties: { type: 'integer' } },
  word: { type: 'string', minLength: 1 },
  list: { type: 'array', items: { $ref: '#/$defs/word' } },
}
const document = anySchema.map((schema): JsonObject => ({ $defs, allOf: [schema] }))

/** Undefined where ajv's own code trips, as it does over some branches beside patternProperties. */
function ask(validate: (value: Json) => boolean, value: Json): boolean | undefined {
  try {
    return validate(value)
  } catch {
    return undefined
  }
}

describe('both engines give one answer', () => {
  const values = fc.array(anyValue, { minLength: 1, maxLength: 8 })

  test('the interpreter agrees with stock ajv on random schemas and values', () => {
    const ajv = new Ajv2020({ strict: false, ownProperties: true, logger: false, meta: false, validateSchema: false })
    let compared = 0
    fc.assert(
      fc.property(document, values, (schema, samples) => {
        const validate = ajv.compile(schema)
        ajv.removeSchema(schema)
        for (const value of samples) {
          const answer = ask(validate, value)
          if (answer === undefined) continue
          compared += 1
          expect([value, accepts(schema, value)]).toEqual([value, answer])
        }
      }),
      { numRuns: 2_000, seed: 20_260_101 },
    )
    expect(compared).toBeGreaterThan(5_000)
  })

  test('whatever may be compiled when hot is read alike by our compiler', () => {
    const compiler = createCompiler()
    let compared = 0
    fc.assert(
      fc.property(document, values, (schema, samples) => {
        const survey = surveySchema(schema)
        if (!survey.ok || !survey.value.compilable) return
        const compiled = compiler.compile(schema)
        for (const value of samples) expect([value, accepts(schema, value)]).toEqual([value, compiled?.accepts(value)])
        compared += samples.length
      }),
      { numRuns: 2_000, seed: 20_260_102 },
    )
    expect(compared).toBeGreaterThan(2_000)
  })
})

describe('no value keeps the interpreter busy', () => {
  test('ten thousand items are compared in linear time', () => {
    const list = Array.from({ length: 10_000 }, (_, index) => ({ index }))
    const started = performance.now()
    expect(accepts({ uniqueItems: true }, list)).toBe(true)
    expect(performance.now() - started).toBeLessThan(1_000)
  })

  test('a hostile pattern is matched in linear time', () => {
    const started = performance.now()
    expect(accepts({ pattern: '^(a+)+$' }, `${'a'.repeat(5_000)}!`)).toBe(false)
    expect(performance.now() - started).toBeLessThan(2_000)
  })
})
