import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, test } from 'vitest'
import { offered } from '../../../../test/demo-turn.ts'
import type { JsonObject } from '../../../core/index.ts'
import { callSchema, decisionSchema, lenientSchema } from '../../../protocol/index.ts'
import { fitSchema } from './fit-schema.ts'

const fits = (schema: JsonObject, value: unknown): boolean => new Ajv2020({ strict: false }).validate(schema, value)

test('a call that is wanted comes out as it is, in each of our schemas', () => {
  const args = { path: 'a.md' }
  expect(fitSchema(callSchema(offered, 'n_1'), { tool: 'file_read', args, nonce: 'n_1' }, '')).toEqual({
    tool: 'file_read',
    args,
    nonce: 'n_1',
  })
  expect(fitSchema(lenientSchema(offered), { type: 'tool_call', name: 'file_read', args }, '')).toEqual({
    type: 'tool_call',
    name: 'file_read',
    args,
  })
  const decision = decisionSchema(offered, 'n_1')
  expect(fitSchema(decision, { action: 'final', nonce: 'n_1' }, '')).toEqual({ action: 'final', nonce: 'n_1' })
  expect(fitSchema(decision, { action: 'tool', tool: 'file_list', args: {}, nonce: 'n_1' }, '')).toEqual({
    action: 'tool',
    tool: 'file_list',
    args: {},
    nonce: 'n_1',
  })
})

test('the schema wins over every wish: a wrong nonce, an unknown tool, an unlisted key', () => {
  const schema = callSchema(offered, 'n_1')
  for (const wanted of [
    { tool: 'file_read', args: { path: 'a', evil: 1 }, nonce: 'n_2' },
    { tool: 'shell', args: 1 },
    {},
  ])
    expect(fits(schema, fitSchema(schema, wanted, 'words'))).toBe(true)
})

const SCHEMAS: readonly JsonObject[] = [
  {
    type: 'object',
    properties: {
      a: { type: 'integer', minimum: 3, maximum: 9 },
      b: { type: 'array', items: { enum: ['x', 'y'] }, minItems: 2 },
    },
    required: ['a', 'b'],
  },
  {
    type: 'object',
    properties: { text: { type: 'string', minLength: 5, maxLength: 8 }, ok: { type: 'boolean' } },
    required: ['text', 'ok'],
    additionalProperties: false,
  },
  {
    $ref: '#/$defs/node',
    $defs: {
      node: {
        type: 'object',
        properties: { name: { type: 'string' }, next: { anyOf: [{ $ref: '#/$defs/node' }, { type: 'null' }] } },
        required: ['name'],
      },
    },
  },
  { type: ['string', 'null'] },
  { oneOf: [{ const: 1 }, { const: 2 }] },
  { type: 'array', items: { type: 'number' }, maxItems: 0 },
  {
    type: 'object',
    properties: {
      Intent: { type: 'string', enum: ['chat_only', 'file_task'] },
      Confidence: { type: 'number', minimum: 0, maximum: 1 },
    },
    required: ['Intent', 'Confidence'],
  },
]

test.each(SCHEMAS)('any other schema is kept, too: %j', schema => {
  expect(fits(schema, fitSchema(schema, {}, 'some words'))).toBe(true)
})

test('a schema that contains itself for ever comes to an end', () => {
  expect(() => fitSchema({ $ref: '#' }, {}, '')).not.toThrow()
  expect(() => fitSchema({ type: 'object', properties: { a: { $ref: '#' } }, required: ['a'] }, {}, '')).not.toThrow()
})
