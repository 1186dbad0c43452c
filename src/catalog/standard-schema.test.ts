import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { CallContext, JsonObject } from '../core/index.ts'
import { createCatalog } from './registry.ts'
import type { StandardSchema } from './standard-schema.ts'

const context: CallContext = {
  profile: 'lenient',
  rawSha256: '',
  origin: { phase: 'Executor', agent: 'a' },
  coerce: true,
}
const make = (input: StandardSchema) => createCatalog([{ name: 't', input, risk: 'read', capability: 'FileAccess' }])
function send(input: StandardSchema, named: JsonObject) {
  const result = make(input).resolve({ name: 't', named, positional: [], dialect: 'json', fixups: [] }, context)
  return result.ok ? { args: result.value.args, fixups: result.value.reading.fixups } : result.error
}

describe('tools described by a Standard Schema', () => {
  test('show the JSON Schema of their input and are checked by it, coercion included', () => {
    const input = z.object({ path: z.string(), lines: z.number().int().optional() })
    expect(make(input).tools[0]?.input).toMatchObject({ type: 'object', required: ['path'] })
    expect(send(input, { path: 'a', Lines: '3' })).toEqual({
      args: { path: 'a', lines: 3 },
      fixups: ['string_to_number'],
    })
    expect(send(input, { path: 'a', other: 1 })).toMatchObject({ code: 'tool_call_invalid_args' })
  })

  test('may refuse what JSON Schema cannot express', () => {
    const input = z
      .object({ from: z.number(), to: z.number() })
      .refine(({ from, to }) => from < to, { message: 'from must be below to', path: ['from'] })
    expect(send(input, { from: 1, to: 2 })).toEqual({ args: { from: 1, to: 2 }, fixups: [] })
    expect(send(input, { from: 2, to: 1 })).toMatchObject({
      code: 'tool_call_invalid_args',
      message: '"from": from must be below to. Correct it.',
    })
  })

  test('do not change what the model sent', () => {
    const input = z.object({ name: z.string().transform(name => name.toUpperCase()), size: z.number().default(5) })
    expect(send(input, { name: 'a' })).toEqual({ args: { name: 'a' }, fixups: [] })
  })

  test('that check asynchronously are refused, not waited for', () => {
    const input = z.object({ a: z.string() }).refine(async () => Promise.resolve(true))
    expect(send(input, { a: 'x' })).toMatchObject({
      code: 'tool_definition_invalid',
      message: expect.stringContaining('asynchronously'),
    })
  })

  test('that throw are refused, not passed', () => {
    const input: StandardSchema = {
      '~standard': {
        version: 1,
        vendor: 'test',
        validate: () => {
          throw new Error('boom')
        },
        jsonSchema: { input: () => ({ type: 'object' }) },
      },
    }
    expect(send(input, {})).toMatchObject({ code: 'tool_definition_invalid', message: expect.stringContaining('boom') })
  })

  test('may be functions, as in some libraries', () => {
    const input = Object.assign(() => undefined, {
      '~standard': {
        version: 1 as const,
        vendor: 'test',
        validate: (value: unknown) => ({ value }),
        jsonSchema: { input: () => ({ type: 'object', properties: { a: {} } }) },
      },
    })
    expect(send(input, { a: 1 })).toEqual({ args: { a: 1 }, fixups: [] })
  })

  test('without a JSON Schema are refused and told what to do', () => {
    const input: StandardSchema = { '~standard': { version: 1, vendor: 'oldlib', validate: value => ({ value }) } }
    expect(() => make(input)).toThrow(
      /"t" \(oldlib\) cannot describe itself as JSON Schema\. Update oldlib, or pass a JSON Schema object\./,
    )
  })

  test('that cannot be written as JSON Schema are refused with the reason', () => {
    expect(() => make(z.object({ when: z.date() }))).toThrow(/"t" cannot be written as JSON Schema: .*[Dd]ate/)
  })
})
