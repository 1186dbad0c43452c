import { describe, expect, test } from 'vitest'
import type { CallContext, JsonObject, ToolDefinition } from '../core/index.ts'
import { createCatalog } from './registry.ts'
import { isThinkKey, schemaComplexity, thinkSettings, withThinkField } from './think-field.ts'

const shell: JsonObject = {
  type: 'object',
  properties: { command: { type: 'string', description: 'What to run' } },
  required: ['command'],
}
const branched: JsonObject = {
  type: 'object',
  properties: {
    target: { anyOf: [{ type: 'string' }, { type: 'object', properties: { path: { type: 'string' } } }] },
    mode: { enum: ['a', 'b'] },
  },
}
const tool = (input: JsonObject): ToolDefinition => {
  const [made] = createCatalog([{ name: 't', input, risk: 'read', capability: 'FileAccess' }]).tools
  if (!made) throw new Error('no tool')
  return made
}

describe('[TAFC-01] settings', () => {
  test.each([
    [undefined, 0.6],
    [Number.NaN, 0.6],
    [Number.POSITIVE_INFINITY, 0.6],
    [Number.NEGATIVE_INFINITY, 0.6],
    [7, 1],
    [-1, 0],
    [0.25, 0.25],
  ])('a threshold of %j becomes %j', (given, threshold) => {
    expect(thinkSettings(given === undefined ? {} : { complexity_threshold: given })).toEqual({
      enabled: false,
      complexity_threshold: threshold,
    })
  })

  test('off unless switched on', () => {
    expect(thinkSettings().enabled).toBe(false)
    expect(thinkSettings({ enabled: true }).enabled).toBe(true)
  })
})

describe('[TAFC-02] complexity', () => {
  test.each<[string, JsonObject, number]>([
    ['a tool without parameters', { type: 'object', properties: {} }, 0.075],
    ['a one-string shell tool', shell, 0.175],
    [
      'eight plain parameters',
      { type: 'object', properties: Object.fromEntries('abcdefgh'.split('').map(name => [name, { type: 'string' }])) },
      0.35,
    ],
    [
      'nine count as eight',
      { type: 'object', properties: Object.fromEntries('abcdefghi'.split('').map(name => [name, { type: 'string' }])) },
      0.35,
    ],
    ['an enum of five', { type: 'object', properties: { a: { enum: [1, 2, 3, 4, 5] } } }, 0.3 * (5 / 8) + 0.15 + 0.025],
    ['branches', branched, 0.3 + 0.4 + 0.06 + 0.05],
    ['a parameter that is only called anyOf', { type: 'object', properties: { anyOf: { type: 'string' } } }, 0.175],
  ])('%s', (_name, schema, score) => {
    expect(schemaComplexity(schema)).toBeCloseTo(score, 10)
  })

  test('never above 1', () => {
    const everything = {
      type: 'object',
      properties: Object.fromEntries(
        'abcdefgh'
          .split('')
          .map(name => [
            name,
            { anyOf: [{ enum: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] }, { items: { items: { type: 'null' } } }] },
          ]),
      ),
    }
    expect(schemaComplexity(everything)).toBe(1)
  })
})

describe('the field', () => {
  const on = thinkSettings({ enabled: true })

  test('[TAFC-02] a complex schema gains exactly one optional property, a simple one stays the same object', () => {
    const [simple, complex] = [tool(shell), tool(branched)]
    expect(withThinkField(simple, on)).toBe(simple)
    expect(withThinkField(complex, thinkSettings())).toBe(complex)
    const thinking = withThinkField(complex, on)
    const { _tafc_think: added, ...others } = thinking.input['properties'] as JsonObject
    expect({ ...thinking, input: { ...thinking.input, properties: others } }).toEqual(complex)
    expect(added).toMatchObject({ type: 'string' })
    expect(thinking.input['required']).toBeUndefined()
  })

  test('[TAFC-02] a score at the threshold is enough', () => {
    const simple = tool(shell)
    expect(withThinkField(simple, { enabled: true, complexity_threshold: schemaComplexity(shell) })).not.toBe(simple)
  })

  test('[TAFC-03] it asks to reason step by step before filling the parameters', () => {
    const properties = withThinkField(tool(branched), on).input['properties'] as Record<string, JsonObject>
    expect(properties['_tafc_think']?.['description']).toMatch(/before filling.*reason step by step/i)
  })

  test.each(['strict', 'lenient', 'run', 'native'] as const)(
    '[TAFC-04] in %s no such key reaches the call, whatever its case or number',
    profile => {
      const context: CallContext = {
        profile,
        rawSha256: '',
        origin: { phase: 'Executor', agent: 'a' },
        coerce: profile !== 'strict',
      }
      const named = { _tafc_think: 'hm', command: 'ls', _TAFC_THINK: 'HM', _tafc_think_2: { deep: true } }
      const made = createCatalog([{ name: 't', input: shell, risk: 'read', capability: 'FileAccess' }])
      expect(made.resolve({ name: 't', named, positional: [], dialect: 'json', fixups: [] }, context)).toMatchObject({
        ok: true,
        value: { args: { command: 'ls' }, reading: { fixups: [], aliases: [] } },
      })
      const augmented = createCatalog([{ ...withThinkField(tool(shell), { enabled: true, complexity_threshold: 0 }) }])
      const call = augmented.resolve({ name: 't', named, positional: [], dialect: 'json', fixups: [] }, context)
      expect(call.ok && call.value.args).toEqual({ command: 'ls' })
    },
  )

  test('what was thought is never repeated in a fault', () => {
    const context: CallContext = {
      profile: 'lenient',
      rawSha256: '',
      origin: { phase: 'Executor', agent: 'a' },
      coerce: true,
    }
    const made = createCatalog([{ name: 't', input: shell, risk: 'read', capability: 'FileAccess' }])
    const result = made.resolve(
      { name: 't', named: { _tafc_think: 'canary', command: 5.5 }, positional: [], dialect: 'json', fixups: [] },
      context,
    )
    expect(result.ok).toBe(false)
    expect(JSON.stringify(result)).not.toContain('canary')
  })

  test('a key that merely contains the word is an argument like any other', () => {
    expect(['_tafc_think', '_TAFC_think_9', 'tafc_think', 'x_tafc_think'].map(isThinkKey)).toEqual([
      true,
      true,
      false,
      false,
    ])
  })
})
