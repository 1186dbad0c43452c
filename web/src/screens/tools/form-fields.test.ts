import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { argumentsOf, fieldsOf } from './form-fields.ts'

const schema = {
  type: 'object',
  properties: {
    path: { type: 'string', description: 'where' },
    limit: { type: 'integer' },
    all: { type: 'boolean' },
    edits: { type: 'array' },
    mode: { type: 'string', enum: ['a', 'b'] },
  },
  required: ['path'],
}

test('a schema becomes fields, and what is typed becomes arguments of the right types', () => {
  const fields = fieldsOf(schema)
  expect(fields.map(({ name, kind, isRequired, choices }) => [name, kind, isRequired, choices])).toEqual([
    ['path', 'text', true, null],
    ['limit', 'number', false, null],
    ['all', 'json', false, ['true', 'false']],
    ['edits', 'json', false, null],
    ['mode', 'text', false, ['a', 'b']],
  ])
  expect(argumentsOf(fields, { path: '12', limit: '3', all: 'true', edits: '[1]', mode: '' })).toEqual({
    ok: true,
    value: { path: '12', limit: 3, all: true, edits: [1] },
  })
  expect(argumentsOf(fields, { limit: 'three' }).ok).toBe(false)
})

test('no schema, however odd, breaks the form', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), odd => {
      const fields = fieldsOf(odd as never)
      expect(argumentsOf(fields, {})).toEqual({ ok: true, value: {} })
    }),
  )
})
