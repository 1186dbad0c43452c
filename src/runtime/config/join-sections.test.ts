import { parse } from 'smol-toml'
import { describe, expect, test } from 'vitest'
import { createOutputCheck } from '../../catalog/index.ts'
import { section, text, toggle, whole } from '../../core/index.ts'
import { SECTIONS, configShape, joinSections, mergeLayers, tomlValue, valuesOf } from './index.ts'

const retry = section('tools.retry', 'Trying again.', {
  max_attempts: whole(2, 'How often.', { min: 0 }),
  provider: text('', 'Who.', { notYet: true }),
})

describe('sections become one configuration', () => {
  test('the schema is closed at every level and carries the defaults', () => {
    expect(joinSections([retry]).schema).toEqual({
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      title: 'countersign.toml',
      type: 'object',
      properties: {
        tools: {
          type: 'object',
          properties: {
            retry: {
              type: 'object',
              description: 'Trying again.',
              properties: {
                max_attempts: { type: 'integer', minimum: 0, description: 'How often.', default: 2 },
                provider: { type: 'string', description: 'Who. Not in this version.', default: '' },
              },
              additionalProperties: false,
            },
          },
          additionalProperties: false,
        },
      },
      additionalProperties: false,
    })
  })

  test('two rooms may write to one section', () => {
    const shape = joinSections([
      section('agent', 'One.', { a: whole(1, '') }),
      section('agent', 'Two.', { b: whole(2, '') }),
    ])
    expect(shape.sections.map(({ name, about }) => [name, about])).toEqual([['agent', 'One.']])
    expect([...shape.keys.keys()]).toEqual(['agent.a', 'agent.b'])
  })

  test('one key twice is a mistake of ours', () => {
    expect(() => joinSections([retry, section('tools.retry', '', { max_attempts: whole(3, '') })])).toThrow(
      'tools.retry.max_attempts',
    )
  })

  test.each([
    [section('tools', '', { retry: whole(1, '') }), retry],
    [retry, section('tools', '', { retry: whole(1, '') })],
  ])('a key cannot be a table as well', (...both) => {
    expect(() => joinSections(both)).toThrow('tools.retry is a key and a table')
  })

  test('two keys cannot have one variable', () => {
    expect(() => joinSections([retry, section('tools', '', { retry_max_attempts: whole(1, '') })])).toThrow(
      'COUNTERSIGN_TOOLS_RETRY_MAX_ATTEMPTS',
    )
  })

  test('a room reads its values in its own types', () => {
    const { max_attempts: attempts, provider } = valuesOf(mergeLayers(joinSections([retry]), { trusted: false }), retry)
    const sum: number = attempts + 1
    expect([sum, provider.length]).toEqual([3, 0])
  })

  test('a section that was not joined has no values', () => {
    const config = mergeLayers(joinSections([retry]), { trusted: false })
    expect(() => valuesOf(config, section('other', '', { on: toggle(true, '') }))).toThrow('other')
  })
})

describe('the sections of all rooms', () => {
  const shape = configShape()

  test.each([...shape.keys.values()].filter(({ setting }) => setting.standard !== null))(
    'the default of $key fits its own schema',
    known => {
      expect(shape.explain(known, known.setting.standard)).toEqual([])
    },
  )

  test('the whole schema accepts the whole default configuration, and nothing beside it', () => {
    const check = createOutputCheck(shape.schema)
    const known = [...shape.keys.values()].filter(({ setting }) => setting.standard !== null)
    const toml = known.map(({ key, setting }) => `${key} = ${tomlValue(setting.standard ?? '')}`).join('\n')
    const defaults = JSON.parse(JSON.stringify(parse(toml)))
    expect(check(defaults)).toMatchObject({ ok: true })
    expect(check({ ...defaults, other: 1 })).toMatchObject({ ok: false })
    expect(check({ ...defaults, tools: { ...defaults.tools, other: 1 } })).toMatchObject({ ok: false })
  })

  test('every key says what it is for, in a sentence', () => {
    expect(
      [...shape.keys.values()].filter(({ setting }) => !/^["A-Z].*[.?]$/.test(setting.about)).map(({ key }) => key),
    ).toEqual([])
  })

  test('a key that a workspace may lower has no low value that means "no limit"', () => {
    const risky = SECTIONS.flatMap(({ name, settings }) =>
      Object.entries(settings)
        .filter(([, { workspaceMay, about }]) => workspaceMay === 'lower' && /\b0 (=|means)/.test(about))
        .map(([key]) => `${name}.${key}`),
    )
    expect(risky).toEqual([])
  })
})
