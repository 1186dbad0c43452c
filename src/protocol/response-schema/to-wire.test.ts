import { describe, expect, test } from 'vitest'
import type { JsonObject, ToolDefinition } from '../../core/index.ts'
import { callSchema, decisionSchema } from './envelope-schema.ts'
import { toWire } from './to-wire.ts'

const tool = (name: string, input: JsonObject): ToolDefinition => ({
  name,
  description: '',
  input,
  risk: 'read',
  capability: 'FileAccess',
  facts: { idempotent: true, cacheable: true, needsPlan: false, egress: false, acceptsRef: [], saysItRan: [] },
})

const reader = tool('file_reader', {
  type: 'object',
  properties: { path: { type: 'string', minLength: 1, default: 'a.md' } },
  required: ['path'],
})
const optional = tool('file_reader', {
  type: 'object',
  properties: { path: { type: 'string' }, lines: { type: 'integer' } },
  required: ['path'],
})
const schema = callSchema([reader], 'n_1')

test('[PROV-02] json_schema is a response_format with the name of the envelope', () => {
  const { body, enforced } = toWire({ name: 'tool_call_envelope', schema }, { form: 'json_schema', subset: 'full' })
  expect(body).toEqual({ type: 'json_schema', json_schema: { name: 'tool_call_envelope', strict: true, schema } })
  expect(enforced).toBe(true)
})

test('format is the bare schema', () => {
  expect(toWire({ name: 'tool_call_envelope', schema }, { form: 'format', subset: 'full' })).toEqual({
    body: schema,
    enforced: true,
  })
  expect(toWire({ name: 'tool_call_envelope', schema }, { form: 'format', subset: 'grammar-safe' }).body).toMatchObject(
    {
      properties: { args: { properties: { path: { type: 'string', minLength: 1 } } } },
    },
  )
})

describe('strict-safe', () => {
  const wire = { form: 'json_schema', subset: 'strict-safe' } as const

  test('is strict when every property is required, without the words that strict decoders refuse', () => {
    const { body, enforced } = toWire({ name: 'tool_call_envelope', schema }, wire)
    expect(enforced).toBe(true)
    expect(body).toMatchObject({ json_schema: { strict: true, schema: { required: ['tool', 'args', 'nonce'] } } })
    expect(body).toHaveProperty('json_schema.schema.properties.args.properties.path', { type: 'string' })
  })

  test.each<[string, JsonObject]>([
    ['an optional property', callSchema([optional], 'n_1')],
    ['a union at the top', decisionSchema([reader], 'n_1')],
    ['a union at the top that names no type', { anyOf: [callSchema([reader], 'n_1')] }],
    [
      'an open object',
      callSchema([tool('a', { type: 'object', properties: { x: { type: 'object' } }, required: ['x'] })], 'n_1'),
    ],
    [
      'a reference',
      callSchema(
        [
          tool('a', {
            type: 'object',
            properties: { x: { $ref: '#/$defs/y' } },
            required: ['x'],
            $defs: { y: { type: 'string' } },
          }),
        ],
        'n_1',
      ),
    ],
    ['a value of no type', callSchema([tool('a', { type: 'object', properties: { x: {} }, required: ['x'] })], 'n_1')],
  ])('with %s the whole schema goes out unchanged, as a hint', (_why, loose) => {
    const { body, enforced } = toWire({ name: 'tool_call_envelope', schema: loose }, wire)
    expect(body).toEqual({
      type: 'json_schema',
      json_schema: { name: 'tool_call_envelope', strict: false, schema: loose },
    })
    expect(enforced).toBe(false)
  })
})
