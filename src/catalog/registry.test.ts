import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { CallContext, CallRequest, Json, JsonObject } from '../core/index.ts'
import { CountersignError, hashJson, promptId } from '../core/index.ts'
import { type CatalogOptions, type ToolSource, createCatalog, createValidatorCache } from './index.ts'

const locator: ToolSource = {
  name: 'file_locator',
  description: 'Finds files.',
  input: {
    type: 'object',
    properties: { search_criteria: { type: 'string' }, max_results: { type: 'integer' } },
    required: ['search_criteria'],
  },
  risk: 'read',
  capability: 'FileAccess',
}
const gcPlan: ToolSource = {
  name: 'memory.gc_plan',
  input: { type: 'object', properties: { age_min_days: { type: 'integer' }, access_threshold: { type: 'number' } } },
  risk: 'destroy',
  capability: 'SystemExecute',
}
const strict: CallContext = {
  profile: 'strict',
  rawSha256: 'abc',
  origin: { phase: 'Executor', agent: 'test' },
  coerce: false,
}
const lenient: CallContext = { ...strict, profile: 'lenient', coerce: true }
const request = (name: string, named: JsonObject, positional: Json[] = []): CallRequest => ({
  name,
  named,
  positional,
  dialect: 'json',
  fixups: [],
})
const catalog = (options: CatalogOptions = {}) => createCatalog([locator, gcPlan], options)

function thrown(make: () => unknown): { code: string; message: string } {
  try {
    make()
  } catch (error) {
    if (error instanceof CountersignError) return { code: error.code, message: error.message }
    throw error
  }
  throw new Error('nothing was thrown')
}

describe('registration', () => {
  test('[GATE-01] a tool without one of the three risks is refused by name', () => {
    const risks = [undefined, 'harmless', null].map(risk =>
      thrown(() => createCatalog([{ ...locator, risk } as unknown as ToolSource])),
    )
    expect(risks.map(({ code }) => code)).toEqual(Array.from({ length: 3 }).fill('tool_definition_invalid'))
    expect(risks[0]?.message).toContain('"file_locator"')
    for (const risk of ['read', 'write', 'destroy'] as const)
      expect(createCatalog([{ ...locator, risk }]).tools[0]?.risk).toBe(risk)
  })

  test.each([
    [{ capability: undefined }, 'capability'],
    [{ capability: 'Everything' }, 'capability'],
    [{ capability: 'mcp.' }, 'capability'],
    [{ name: '' }, 'name'],
    [{ name: ' padded ' }, 'name'],
    [{ name: 'bell\u0007' }, 'name'],
    [{ name: 'x'.repeat(129) }, 'name'],
    [{ name: 7 }, 'name'],
    [{ description: '\uD800' }, 'description'],
    [{ input: undefined }, 'input'],
    [{ facts: { acceptsRef: ['nowhere'], saysItRan: [] } }, 'acceptsRef'],
  ])('a definition with %j is refused and told what is wrong', (wrong, word) => {
    const { code, message } = thrown(() => createCatalog([{ ...locator, ...wrong } as unknown as ToolSource]))
    expect(code).toBe('tool_definition_invalid')
    expect(message).toContain(word)
  })

  test('a hostile schema is refused with the name of the tool and the place', () => {
    const input = { type: 'object', properties: { x: { type: 'string', pattern: '(?=a)' } } }
    const { code, message } = thrown(() => createCatalog([{ ...locator, input }]))
    expect(code).toBe('schema_refused')
    expect(message).toContain('Tool "file_locator": parameters.properties.x.pattern')
  })

  test('two tools that answer to the same name are refused', () => {
    const names = [
      ['a_b', 'a_b'],
      ['a_b', 'a.b'],
      ['Read File', 'read-file'],
    ]
    for (const pair of names)
      expect(thrown(() => createCatalog(pair.map(name => ({ ...locator, name })))).code).toBe('tool_duplicate')
  })

  test('definitions are complete and frozen, and later changes to the source do not reach them', () => {
    const input = { type: 'object', properties: { a: { type: 'string' } } }
    const made = createCatalog([{ name: 'x', input, risk: 'read', capability: 'mcp.server' }])
    input.properties.a.type = 'integer'
    expect(made.get('x')).toEqual({
      name: 'x',
      description: '',
      input: { type: 'object', properties: { a: { type: 'string' } } },
      risk: 'read',
      capability: 'mcp.server',
      facts: { idempotent: false, cacheable: false, needsPlan: false, egress: false, acceptsRef: [], saysItRan: [] },
    })
    expect(Object.isFrozen(made.get('x'))).toBe(true)
    expect(Object.isFrozen(made.get('x')?.input['properties'])).toBe(true)
    expect(made.resolve(request('x', { a: 'text' }), strict).ok).toBe(true)
  })

  test('[STRICT-20] a changed schema changes what is valid and what is shown, even through a shared cache', () => {
    const validators = createValidatorCache()
    const input: { type: string; properties: Record<string, Json> } = {
      type: 'object',
      properties: { a: { type: 'string' } },
    }
    const before = createCatalog([{ ...locator, input }], { validators })
    input.properties['b'] = { type: 'string' }
    const after = createCatalog([{ ...locator, input }], { validators })
    expect([before, after].map(made => made.resolve(request('file_locator', { b: 'x' }), strict).ok)).toEqual([
      false,
      true,
    ])
    expect(after.get('file_locator')?.input).toEqual(input)
  })

  test('the definition hash covers every field and nothing else', () => {
    const hash = (source: ToolSource) => createCatalog([source]).definitionHash(source.name)
    const base = hash(locator)
    expect(base).toBe(hashJson({ ...createCatalog([locator]).tools[0] }))
    expect(hash({ ...locator })).toBe(base)
    const changes: Partial<ToolSource>[] = [
      { description: 'Other.' },
      { risk: 'write' },
      { capability: 'FileWrite' },
      { facts: { egress: true } },
      { input: { type: 'object' } },
      { name: 'other' },
    ]
    expect(new Set([base, ...changes.map(change => hash({ ...locator, ...change }))]).size).toBe(changes.length + 1)
    expect(catalog().definitionHash('nobody')).toBeUndefined()
  })
})

describe('aliases', () => {
  const aliases = { file_viewer: 'file_locator' }

  test('[STRICT-17] a curated alias runs the real tool and the call remembers both names', () => {
    const call = catalog({ aliases }).resolve(request('file_viewer', { search_criteria: 'x' }), strict)
    expect(call).toMatchObject({
      ok: true,
      value: {
        tool: { name: 'file_locator' },
        reading: { requested: 'file_viewer', aliases: ['file_viewer→file_locator'] },
      },
    })
  })

  test.each<[string, CatalogOptions, string]>([
    ['leads nowhere', { aliases: { x: 'nobody' } }, 'tool_definition_invalid'],
    ['is a real tool', { aliases: { file_locator: 'memory.gc_plan' } }, 'tool_duplicate'],
    ['reads like a real tool', { aliases: { 'File Locator': 'memory.gc_plan' } }, 'tool_duplicate'],
    ['reads like another alias', { aliases: { 'a-b': 'file_locator', a_b: 'memory.gc_plan' } }, 'tool_duplicate'],
    [
      'has arguments for a tool that is not there',
      { argumentAliases: { nobody: { a: 'b' } } },
      'tool_definition_invalid',
    ],
    [
      '[STRICT-17] has an argument that cannot fit',
      { argumentAliases: { file_locator: { path: 'folder' } } },
      'tool_definition_invalid',
    ],
    [
      'hides a parameter',
      { argumentAliases: { file_locator: { maxResults: 'search_criteria' } } },
      'tool_definition_invalid',
    ],
    [
      'means two parameters',
      { argumentAliases: { file_locator: { 'a-b': 'search_criteria', a_b: 'max_results' } } },
      'tool_definition_invalid',
    ],
    ['is empty', { argumentAliases: { file_locator: { ' ': 'search_criteria' } } }, 'tool_definition_invalid'],
  ])('an alias that %s is refused at registration', (_why, options, code) => {
    expect(thrown(() => catalog(options)).code).toBe(code)
  })

  test('[STRICT-19] prompts show hyphens, and the hyphenated id resolves to the real one', () => {
    expect(promptId('file_locator')).toBe('file-locator')
    expect(catalog().find('file-locator')).toMatchObject({
      tool: { name: 'file_locator' },
      aliases: ['file-locator→file_locator'],
    })
  })

  test('with useAliases off only exact names and keys count', () => {
    const exact = catalog({
      aliases,
      argumentAliases: { file_locator: { query: 'search_criteria' } },
      useAliases: false,
    })
    expect(
      ['file_viewer', 'file-locator', 'File_Locator', 'functions.file_locator'].map(name => exact.find(name)),
    ).toEqual(Array.from({ length: 4 }))
    expect(exact.find('file_locator')?.aliases).toEqual([])
    const keys = ['search_criteria', 'Search-Criteria ', 'query'].map(
      key => exact.resolve(request('file_locator', { [key]: 'x' }), lenient).ok,
    )
    expect(keys).toEqual([true, false, false])
  })
})

describe('resolving', () => {
  test('a valid request becomes a call that remembers how it was read', () => {
    const call = catalog().resolve(
      { ...request('file_locator', { search_criteria: 'x' }), fixups: ['strip_fence'] },
      strict,
    )
    expect(call).toEqual({
      ok: true,
      value: {
        id: expect.stringMatching(/^call_[0-9a-f]{24}[0-9a-z]{6,}$/),
        tool: catalog().get('file_locator'),
        args: { search_criteria: 'x' },
        reading: {
          profile: 'strict',
          dialect: 'json',
          fixups: ['strip_fence'],
          aliases: [],
          requested: 'file_locator',
          rawSha256: 'abc',
        },
        origin: { phase: 'Executor', agent: 'test' },
      },
    })
  })

  test('[PROTO-14] an unknown tool is told which tools there are', () => {
    expect(catalog().resolve(request('memory.gc', {}), lenient)).toEqual({
      ok: false,
      error: {
        code: 'tool_call_unknown_tool',
        message: 'No tool "memory.gc". Tools: file_locator, memory.gc_plan.',
        detail: { requested: 'memory.gc', tools: ['file_locator', 'memory.gc_plan'] },
      },
    })
    expect(createCatalog([]).resolve(request('x', {}), lenient)).toMatchObject({
      ok: false,
      error: { code: 'tool_call_unknown_tool' },
    })
  })

  test('[PROTO-14] a string where a whole number belongs is refused by name without coercion', () => {
    expect(
      catalog().resolve(request('memory.gc_plan', { age_min_days: '14' }), { ...lenient, coerce: false }),
    ).toMatchObject({
      ok: false,
      error: {
        code: 'tool_call_invalid_args',
        message: '"age_min_days" must be a whole number, got "14". Send a whole number.',
      },
    })
  })

  test('[STRICT-12] unknown keys are refused although the schema does not forbid them', () => {
    const result = catalog().resolve(request('file_locator', { search_criteria: 'x', max_result: 5 }), strict)
    expect(result).toMatchObject({
      ok: false,
      error: {
        code: 'tool_call_invalid_args',
        message:
          '"max_result" is not a parameter. Parameters: search_criteria, max_results. Did you mean "max_results"?',
      },
    })
  })

  test('strict never coerces, whatever the context says', () => {
    const result = catalog().resolve(request('memory.gc_plan', { age_min_days: '14' }), { ...strict, coerce: true })
    expect(result.ok).toBe(false)
  })

  test('resolve never throws, whatever it is given', () => {
    const tools = catalog({
      aliases: { viewer: 'file_locator' },
      argumentAliases: { file_locator: { query: 'search_criteria' } },
    })
    const name = fc.oneof(
      fc.constantFrom('file_locator', 'memory.gc_plan', 'viewer', '__proto__', 'constructor'),
      fc.string({ unit: 'binary' }),
    )
    const key = fc.oneof(
      fc.constantFrom('search_criteria', 'SearchCriteria', '__proto__', 'toString', 'arguments', '_tafc_think'),
      fc.string({ unit: 'binary' }),
    )
    const json = fc.jsonValue({ depthSize: 'large' }).map(value => value as Json)
    const named = fc
      .array(fc.tuple(key, json), { maxLength: 5 })
      .map(
        pairs =>
          JSON.parse(`{${pairs.map(([k, v]) => `${JSON.stringify(k)}:${JSON.stringify(v)}`).join(',')}}`) as JsonObject,
      )
    fc.assert(
      fc.property(name, named, fc.array(json, { maxLength: 3 }), fc.boolean(), (tool, args, positional, coerce) => {
        const result = tools.resolve(request(tool, args, positional), { ...lenient, coerce })
        if (!result.ok) expect(result.error.message.length).toBeGreaterThan(0)
      }),
      { numRuns: 2_000, seed: 1 },
    )
  })
})
