import { describe, expect, test } from 'vitest'
import type { ToolDefinition } from '../../core/index.ts'
import { callSchema, decisionSchema, lenientSchema } from './envelope-schema.ts'
import { planEnforcement } from './plan-enforcement.ts'
import { type SchemaRequest, responseSchemaFor } from './response-schema-for.ts'

const reader: ToolDefinition = {
  name: 'file_reader',
  description: '',
  input: { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] },
  risk: 'read',
  capability: 'FileAccess',
  facts: { idempotent: true, cacheable: true, needsPlan: false, egress: false, acceptsRef: [], saysItRan: [] },
}
const request: SchemaRequest = { step: 1, required: true, profile: 'strict', tools: [reader], nonce: 'n_1' }

describe('which schema a reply must follow', () => {
  test('[PROV-04] the call schema on the first step, the decision schema on later ones, none where no call is required', () => {
    expect(responseSchemaFor(request)).toEqual({ name: 'tool_call_envelope', schema: callSchema([reader], 'n_1') })
    const decision = { name: 'tool_decision_envelope', schema: decisionSchema([reader], 'n_1') }
    expect(responseSchemaFor({ ...request, step: 2 })).toEqual(decision)
    expect(responseSchemaFor({ ...request, step: 5, required: false })).toEqual(decision)
    expect(responseSchemaFor({ ...request, required: false })).toBeUndefined()
  })

  test.each(['lenient', 'run'] as const)(
    '%s: its own envelope when a call is required, and prose stays possible afterwards',
    profile => {
      expect(responseSchemaFor({ ...request, profile })).toEqual({
        name: 'tool_call_envelope',
        schema: lenientSchema([reader]),
      })
      expect(responseSchemaFor({ ...request, profile, required: false })).toBeUndefined()
      expect(responseSchemaFor({ ...request, profile, step: 2 })).toBeUndefined()
    },
  )

  test('native: none, since a schema would keep the model from its own calls', () => {
    expect(responseSchemaFor({ ...request, profile: 'native' })).toBeUndefined()
  })

  test('no tools: no call can be demanded', () => {
    expect(responseSchemaFor({ ...request, tools: [] })).toBeUndefined()
  })
})

describe('what was enforced is recorded', () => {
  const wire = { form: 'format', subset: 'full' } as const

  test('[PROV-05] a required call goes out with its schema wherever the server can hold to one, and the record says whether it could', () => {
    expect(planEnforcement({ ...request, canJsonSchema: true, wire })).toEqual({
      responseSchema: callSchema([reader], 'n_1'),
      recorded: { schema_enforced: true, nonce_forced: true },
    })
    expect(planEnforcement({ ...request, canJsonSchema: false, wire })).toEqual({
      responseSchema: undefined,
      recorded: { schema_enforced: false, nonce_forced: false },
    })
  })

  test('a lenient envelope has no nonce that could be forced', () => {
    const { recorded } = planEnforcement({ ...request, profile: 'lenient', canJsonSchema: true, wire })
    expect(recorded).toEqual({ schema_enforced: true, nonce_forced: false })
  })

  test('a schema that is only a hint enforces nothing', () => {
    const hint = planEnforcement({
      ...request,
      step: 2,
      canJsonSchema: true,
      wire: { form: 'json_schema', subset: 'strict-safe' },
    })
    expect(hint.responseSchema).toMatchObject({ json_schema: { name: 'tool_decision_envelope', strict: false } })
    expect(hint.recorded).toEqual({ schema_enforced: false, nonce_forced: false })
  })

  test('where prose is legal nothing is sent', () => {
    const { responseSchema, recorded } = planEnforcement({ ...request, required: false, canJsonSchema: true, wire })
    expect([responseSchema, recorded.schema_enforced]).toEqual([undefined, false])
  })
})
