import { Ajv2020 } from 'ajv/dist/2020.js'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Json, JsonObject, ToolDefinition } from '../../core/index.ts'
import { callSchema, decisionSchema, lenientSchema } from './envelope-schema.ts'
import { grammarSafe } from './grammar-safe.ts'

const tool = (name: string, input: JsonObject): ToolDefinition => ({
  name,
  description: '',
  input,
  risk: 'read',
  capability: 'FileAccess',
  facts: { idempotent: true, cacheable: true, needsPlan: false, egress: false, acceptsRef: [], saysItRan: [] },
})

const ajv = new Ajv2020({ strict: false, addUsedSchema: false })
const accepts = (schema: JsonObject, value: Json): boolean => ajv.compile(schema)(value)

const locator = tool('file_locator', {
  type: 'object',
  properties: { search_criteria: { type: 'string' }, max_results: { type: 'integer', minimum: 1 } },
  required: ['search_criteria'],
})
const reader = tool('file_reader', { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] })
const pinger = tool('ping', { type: 'object' })

const branchesOf = (schema: JsonObject): JsonObject[] => (schema.anyOf ?? [schema]) as JsonObject[]
const argsOf = (branch: JsonObject): JsonObject => (branch.properties as JsonObject).args as JsonObject

describe('the schema of a strict call', () => {
  test('[PROV-02] holds tool, args and nonce, all required, each with its type', () => {
    expect(callSchema([reader], 'n_1')).toEqual({
      type: 'object',
      properties: {
        tool: { type: 'string', const: 'file_reader' },
        args: {
          type: 'object',
          properties: { path: { type: 'string' } },
          required: ['path'],
          additionalProperties: false,
        },
        nonce: { type: 'string', const: 'n_1' },
      },
      required: ['tool', 'args', 'nonce'],
      additionalProperties: false,
    })
  })

  test('[PROV-03] is closed at the top and inside args for every tool, and knows the types of its arguments', () => {
    const schema = callSchema([locator, reader, pinger], 'n_1')
    expect(
      branchesOf(schema).map(branch => [branch.additionalProperties, argsOf(branch).additionalProperties]),
    ).toEqual([
      [false, false],
      [false, false],
      [false, false],
    ])
    const call = (args: JsonObject): JsonObject => ({ tool: 'file_locator', args, nonce: 'n_1' })
    expect(accepts(schema, call({ search_criteria: 'a', max_results: 3 }))).toBe(true)
    expect(accepts(schema, call({ search_criteria: 'a', max_results: 'three' }))).toBe(false)
    expect(accepts(schema, call({ search_criteria: 'a', surprise: 1 }))).toBe(false)
    expect(accepts(schema, { ...call({ search_criteria: 'a' }), thought: 'hm' })).toBe(false)
  })

  test('is one whole object per tool, never properties beside anyOf', () => {
    const schema = callSchema([locator, reader], 'n_1')
    expect(Object.keys(schema)).toEqual(['type', 'anyOf'])
    expect(branchesOf(schema).map(branch => Object.keys(branch.properties as JsonObject))).toEqual([
      ['tool', 'args', 'nonce'],
      ['tool', 'args', 'nonce'],
    ])
  })

  test('of no tool accepts nothing', () => {
    expect(accepts(callSchema([], 'n_1'), { tool: 'ping', args: {}, nonce: 'n_1' })).toBe(false)
  })

  test('[STRICT-14] holds the nonce of its own turn, so a call of the turn before does not fit', () => {
    const before = { tool: 'ping', args: {}, nonce: 'n_1' }
    expect(accepts(callSchema([pinger], 'n_1'), before)).toBe(true)
    expect(accepts(callSchema([pinger], 'n_2'), before)).toBe(false)
    expect(accepts(decisionSchema([pinger], 'n_2'), { action: 'final', nonce: 'n_1' })).toBe(false)
  })

  test('[STRICT-20] shows every change of the registered schema', () => {
    const changed = tool('file_reader', {
      type: 'object',
      properties: { path: { type: 'integer' }, lines: { type: 'integer' } },
    })
    const call = { tool: 'file_reader', args: { path: 7, lines: 2 }, nonce: 'n_1' }
    expect(accepts(callSchema([reader], 'n_1'), call)).toBe(false)
    expect(accepts(callSchema([changed], 'n_1'), call)).toBe(true)
    expect(accepts(decisionSchema([changed], 'n_1'), { action: 'tool', ...call })).toBe(true)
  })
})

describe('arguments that are more than a list of properties', () => {
  const tree = tool('grow', {
    type: 'object',
    properties: { root: { $ref: '#/$defs/node' } },
    required: ['root'],
    $defs: {
      node: {
        type: 'object',
        properties: { leaf: { type: 'string' }, children: { type: 'array', items: { $ref: '#/$defs/node' } } },
        required: ['leaf'],
      },
    },
  })

  test.each([[[tree]], [[pinger, tree]]])('references still lead to their target inside the envelope', tools => {
    const call = (leaf: Json): JsonObject => ({
      tool: 'grow',
      args: { root: { leaf: 'a', children: [{ leaf }] } },
      nonce: 'n_1',
    })
    expect(accepts(callSchema(tools, 'n_1'), call('b'))).toBe(true)
    expect(accepts(callSchema(tools, 'n_1'), call(7))).toBe(false)
  })

  test('a reference by name is left out, since two tools may use the same name', () => {
    const named = (type: string): JsonObject => ({
      type: 'object',
      properties: { at: { $ref: '#spot' } },
      $defs: { x: { $anchor: 'spot', type } },
    })
    const schema = callSchema([tool('a', named('string')), tool('b', named('integer'))], 'n_1')
    expect(accepts(schema, { tool: 'b', args: { at: 3 }, nonce: 'n_1' })).toBe(true)
    expect(JSON.stringify(schema)).not.toContain('spot')
  })

  test('a key that only a branch lists is legal, one that nobody lists is not', () => {
    const sender = tool('send', {
      type: 'object',
      properties: { text: { type: 'string' } },
      required: ['text'],
      oneOf: [
        { properties: { user: { type: 'string' } }, required: ['user'] },
        { properties: { room: { type: 'string' } }, required: ['room'] },
      ],
    })
    const schema = callSchema([sender], 'n_1')
    const call = (args: JsonObject): JsonObject => ({ tool: 'send', args, nonce: 'n_1' })
    expect(argsOf(schema).additionalProperties).toBe(false)
    expect(accepts(schema, call({ text: 'hi', room: 'r' }))).toBe(true)
    expect(accepts(schema, call({ text: 'hi' }))).toBe(false)
    expect(accepts(schema, call({ text: 'hi', room: 'r', other: 1 }))).toBe(false)
  })

  test('a tool that itself asks for unlisted keys keeps them', () => {
    const setter = tool('set_env', { type: 'object', additionalProperties: { type: 'string' } })
    const call = (args: JsonObject): JsonObject => ({ tool: 'set_env', args, nonce: 'n_1' })
    expect(accepts(callSchema([setter], 'n_1'), call({ HOME: '/root' }))).toBe(true)
    expect(accepts(callSchema([setter], 'n_1'), call({ HOME: 1 }))).toBe(false)
  })
})

test('a decision is another call or the end, and nothing of both', () => {
  const schema = decisionSchema([reader], 'n_1')
  expect(accepts(schema, { action: 'final', nonce: 'n_1' })).toBe(true)
  expect(accepts(schema, { action: 'tool', tool: 'file_reader', args: { path: 'a' }, nonce: 'n_1' })).toBe(true)
  expect(accepts(schema, { tool: 'file_reader', args: { path: 'a' }, nonce: 'n_1' })).toBe(false)
  expect(accepts(schema, { action: 'final', tool: 'file_reader', args: { path: 'a' }, nonce: 'n_1' })).toBe(false)
  expect(decisionSchema([], 'n_1')).toMatchObject({ required: ['action', 'nonce'], additionalProperties: false })
})

test('the lenient envelope has type, name and args, and no nonce', () => {
  const schema = lenientSchema([reader, pinger])
  expect(accepts(schema, { type: 'tool_call', name: 'ping', args: {} })).toBe(true)
  expect(accepts(schema, { type: 'tool_call', name: 'ping', args: {}, nonce: 'n_1' })).toBe(false)
  expect(accepts(schema, { type: 'tool_call', name: 'file_reader', args: {} })).toBe(false)
})

describe('for any tools', () => {
  type Field = { readonly schema: JsonObject; readonly value: Json }
  type Call = { readonly tool: ToolDefinition; readonly args: JsonObject }

  const word = fc.stringMatching(/^[a-z]{1,6}$/)
  const scalar: fc.Arbitrary<Field> = fc.oneof(
    fc.string({ maxLength: 12 }).map(value => ({ schema: { type: 'string', maxLength: 12 }, value })),
    fc.tuple(fc.integer({ min: -50, max: 50 }), fc.nat(9), fc.nat(9)).map(([value, below, above]) => ({
      schema: { type: 'integer', minimum: value - below, exclusiveMaximum: value + above + 1 },
      value,
    })),
    fc
      .double({ noNaN: true, noDefaultInfinity: true })
      .map(value => ({ schema: { type: 'number', maximum: Math.abs(value) }, value })),
    fc.boolean().map(value => ({ schema: { type: ['boolean', 'null'] }, value })),
    fc
      .uniqueArray(word, { minLength: 1, maxLength: 4 })
      .map(values => ({ schema: { enum: values }, value: values[0] ?? '' })),
  )
  const field: fc.Arbitrary<Field> = fc.oneof(
    { weight: 4, arbitrary: scalar },
    fc.tuple(scalar, fc.nat(3)).map(([{ schema, value }, length]) => ({
      schema: { type: 'array', items: schema, maxItems: 3 },
      value: Array.from({ length }, () => value),
    })),
    fc.tuple(word, scalar).map(([name, { schema, value }]) => ({
      schema: { type: 'object', properties: { [name]: schema }, required: [name] },
      value: { [name]: value },
    })),
    fc.tuple(scalar, scalar).map(([one, two]) => ({ schema: { anyOf: [one.schema, two.schema] }, value: two.value })),
  )
  const parameter = fc.record({ field, required: fc.boolean(), given: fc.boolean() })
  /** Each tool has a required parameter of its own name, so that no arguments fit two tools. */
  const call: fc.Arbitrary<Call> = fc
    .tuple(word, fc.dictionary(word, parameter, { maxKeys: 4 }))
    .map(([name, others]) => {
      const entries = Object.entries(others)
      const properties = {
        [`the_${name}`]: { type: 'string' },
        ...Object.fromEntries(
          entries.map(
            ([
              key,
              {
                field: { schema },
              },
            ]) => [key, schema],
          ),
        ),
      }
      const required = [`the_${name}`, ...entries.filter(([, entry]) => entry.required).map(([key]) => key)]
      const given = entries
        .filter(([, entry]) => entry.required || entry.given)
        .map(([key, entry]) => [key, entry.field.value])
      return {
        tool: tool(name, { type: 'object', properties, required }),
        args: { [`the_${name}`]: 'x', ...Object.fromEntries(given) },
      }
    })
  const calls = fc.uniqueArray(call, { minLength: 1, maxLength: 4, selector: ({ tool: { name } }) => name })
  const runs = { seed: 20251115, numRuns: 150 }

  test.each([
    ['the schema', (schema: JsonObject) => schema],
    ['its grammar-safe form', grammarSafe],
  ])(
    '%s accepts every valid call and no wrong nonce, extra key or call with the arguments of another tool',
    (_form, fit) => {
      const property = fc.property(calls, fc.nat(), (some, pick) => {
        const validate = ajv.compile(
          fit(
            callSchema(
              some.map(each => each.tool),
              'n_1',
            ),
          ),
        )
        const [mine, other] = [some[pick % some.length]!, some[(pick + 1) % some.length]!]
        const valid = { tool: mine.tool.name, args: mine.args, nonce: 'n_1' }
        expect(validate(valid)).toBe(true)
        expect(validate({ ...valid, nonce: 'n_2' })).toBe(false)
        expect(validate({ ...valid, extra: 1 })).toBe(false)
        expect(validate({ ...valid, args: { ...mine.args, extra_key: 1 } })).toBe(false)
        if (other !== mine) expect(validate({ ...valid, args: other.args })).toBe(false)
      })
      fc.assert(property, runs)
    },
  )
})
