import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Json, type WorkspaceMay, section, shaped, texts, toggle, whole } from '../../core/index.ts'
import { type ConfigLayer, type Layers, joinSections, mergeLayers, wouldLoosen } from './index.ts'

const RULES = { type: 'array', items: { type: 'object', properties: { action: { enum: ['allow', 'deny', 'ask'] } } } }
const may = (workspaceMay: WorkspaceMay) => ({ workspaceMay })
const shape = joinSections([
  section('s', 'Some.', {
    most: whole(500, 'Most.', may('lower')),
    least: whole(60, 'Least.', may('raise')),
    unlimited: shaped({ schema: { type: ['integer', 'null'] }, standard: null }, 'Most.', may('lower')),
    check: toggle(false, 'Check?', may('turn_on')),
    open: toggle(true, 'Open?', may('turn_off')),
    deny: texts(['**/.env'], 'Closed.', may('extend')),
    trusted: whole(1, 'When trusted.'),
    never: toggle(false, 'Fail open?', may('never')),
    exempt: texts(['x'], 'Exempt.', may('never')),
    rules: shaped({ schema: RULES, standard: [] }, 'Rules.'),
    more: shaped({ schema: RULES, standard: [] }, 'Rules.', may('extend')),
    closed: shaped({ schema: RULES, standard: [] }, 'Rules.', may('never')),
  }),
])

const layer = (origin: string, values: Record<string, Json>): ConfigLayer =>
  new Map(Object.entries(values).map(([key, value]) => [`s.${key}`, { value, origin }]))
const workspace = (values: Record<string, Json>) => layer('workspace:w', values)
const value = (layers: Partial<Layers>, key: string): Json | undefined =>
  mergeLayers(shape, { trusted: false, ...layers }).values[`s.${key}`]

describe('who counts', () => {
  const all = {
    flags: layer('flag', { most: 1 }),
    environment: layer('env:E', { most: 2, trusted: 2 }),
    saved: layer('saved:s', { most: 3, trusted: 3, least: 63 }),
    user: layer('user:u', { most: 4, trusted: 4, least: 64, check: true }),
    workspace: workspace({ most: 5, trusted: 5, least: 65, check: false, open: false }),
    trusted: true,
  }

  test('flag, environment, saved, user, workspace, default: value by value, each with its origin', () => {
    const { values, origins, refused } = mergeLayers(shape, all)
    const shown = ['most', 'trusted', 'least', 'check', 'open', 'never'].map(key => [
      key,
      values[`s.${key}`],
      origins[`s.${key}`],
    ])
    expect(shown).toEqual([
      ['most', 1, 'flag'],
      ['trusted', 2, 'env:E'],
      ['least', 63, 'saved:s'],
      ['check', true, 'user:u'],
      ['open', false, 'workspace:w'],
      ['never', false, 'default'],
    ])
    expect(refused).toEqual([])
  })

  test('a person who said it himself is not overruled by a workspace, not even narrower', () => {
    expect(value({ user: layer('user:u', { most: 400 }), workspace: workspace({ most: 10 }) }, 'most')).toBe(400)
  })

  test('every key has a value and an origin', () => {
    const { values, origins } = mergeLayers(shape, { trusted: false })
    expect(Object.keys(values)).toEqual([...shape.keys.keys()])
    expect(new Set(Object.values(origins))).toEqual(new Set(['default']))
  })
})

describe('a workspace that nobody trusted may only narrow', () => {
  test.each<[string, Json, Json]>([
    ['most', 100, 1000],
    ['least', 90, 30],
    ['unlimited', 5, 'five'],
    ['check', true, 'yes'],
    ['open', false, 'no'],
  ])('%s: %j is used, %j is not', (key, narrower, looser) => {
    expect(value({ workspace: workspace({ [key]: narrower }) }, key)).toEqual(narrower)
    const merged = mergeLayers(shape, { workspace: workspace({ [key]: looser }), trusted: false })
    expect(merged.values[`s.${key}`]).toEqual(shape.keys.get(`s.${key}`)?.setting.standard)
    expect(merged.refused).toMatchObject([{ key: `s.${key}`, wanted: looser }])
  })

  test('switches cannot be turned back', () => {
    expect(mergeLayers(shape, { workspace: workspace({ check: false, open: true }), trusted: false }).refused).toEqual(
      [],
    )
    expect(value({ user: layer('user:u', { check: true }), workspace: workspace({ check: false }) }, 'check')).toBe(
      true,
    )
  })

  test('what needs trust or is never its business is refused with the reason', () => {
    const { refused } = mergeLayers(shape, {
      workspace: workspace({ trusted: 2, never: true, exempt: [] }),
      trusted: false,
    })
    expect(refused).toEqual([
      { key: 's.trusted', wanted: 2, because: 'the workspace is not trusted' },
      { key: 's.never', wanted: true, because: 'only your own configuration may set this, never a workspace' },
      { key: 's.exempt', wanted: [], because: 'only your own configuration may set this, never a workspace' },
    ])
  })

  test('asking for what counts anyway is no offence', () => {
    expect(
      mergeLayers(shape, { workspace: workspace({ trusted: 1, never: false, most: 500 }), trusted: false }).refused,
    ).toEqual([])
  })

  test('never means never: not even a trusted workspace', () => {
    const merged = mergeLayers(shape, {
      workspace: workspace({ never: true, closed: [{ action: 'deny' }] }),
      trusted: true,
    })
    expect([merged.values['s.never'], merged.values['s.closed'], merged.refused.length]).toEqual([false, [], 2])
  })

  test('whatever it writes, no number gets looser, no check goes off and no closed path opens', () => {
    const anything = fc.record(
      {
        most: fc.integer(),
        least: fc.integer(),
        unlimited: fc.option(fc.integer()),
        check: fc.boolean(),
        open: fc.boolean(),
        deny: fc.array(fc.string()),
        trusted: fc.integer(),
        never: fc.boolean(),
        exempt: fc.array(fc.string()),
      },
      { requiredKeys: [] },
    )
    fc.assert(
      fc.property(anything, fc.option(fc.integer(), { nil: undefined }), (wishes, ownMost) => {
        const user = layer('user:u', ownMost === undefined ? {} : { most: ownMost })
        const { values } = mergeLayers(shape, { user, workspace: workspace(wishes), trusted: false })
        expect(values['s.most']).toBeLessThanOrEqual(ownMost ?? 500)
        expect(values['s.least']).toBeGreaterThanOrEqual(60)
        expect(values['s.deny']).toContain('**/.env')
        expect([values['s.trusted'], values['s.never'], values['s.exempt']]).toEqual([1, false, ['x']])
      }),
    )
  })
})

describe('lists that a workspace may extend', () => {
  test('untrusted, its entries are added to what counts, each once', () => {
    const wished = workspace({ deny: ['secrets/**', '**/.env'] })
    expect(value({ workspace: wished }, 'deny')).toEqual(['**/.env', 'secrets/**'])
    const merged = mergeLayers(shape, { user: layer('user:u', { deny: ['mine'] }), workspace: wished, trusted: false })
    expect([merged.values['s.deny'], merged.origins['s.deny']]).toEqual([
      ['mine', 'secrets/**', '**/.env'],
      'user:u + workspace:w',
    ])
  })

  test('trusted, it may replace the default but not what a person wrote', () => {
    const wished = workspace({ deny: ['a'] })
    expect(value({ workspace: wished, trusted: true }, 'deny')).toEqual(['a'])
    expect(value({ workspace: wished, user: layer('user:u', { deny: ['mine'] }), trusted: true }, 'deny')).toEqual([
      'mine',
      'a',
    ])
  })
})

describe.each(['rules', 'more'])('rules, of which the first that fits decides (%s)', key => {
  const [allow, deny, ask] = [
    { action: 'allow', n: 1 },
    { action: 'deny', n: 2 },
    { action: 'ask', n: 3 },
  ]
  const mine = { action: 'allow', n: 9 }

  test('untrusted: what denies or asks stands in front of everything, what allows is refused by its number', () => {
    const merged = mergeLayers(shape, {
      user: layer('user:u', { [key]: [mine] }),
      workspace: workspace({ [key]: [allow, deny, ask] }),
      trusted: false,
    })
    expect(merged.values[`s.${key}`]).toEqual([deny, ask, mine])
    expect(merged.refused).toEqual([
      { key: `s.${key}[0]`, wanted: allow, because: 'an untrusted workspace may only add rules that deny or ask' },
    ])
  })

  test('untrusted: no question is put in front of a no of the person, in whichever list the no stands', () => {
    const other = key === 'rules' ? 'more' : 'rules'
    const merged = mergeLayers(shape, {
      user: layer('user:u', { [other]: [deny] }),
      workspace: workspace({ [key]: [ask, deny] }),
      trusted: false,
    })
    expect(merged.values[`s.${key}`]).toEqual([deny])
    expect(merged.refused).toEqual([
      {
        key: `s.${key}[0]`,
        wanted: ask,
        because: 'in front of your rules that deny it could turn a no into a question',
      },
    ])
  })

  test('what is no rule at all is refused', () => {
    const merged = mergeLayers(shape, {
      workspace: workspace({ [key]: ['allow', null, { action: 'DENY' }] }),
      trusted: false,
    })
    expect([merged.values[`s.${key}`], merged.refused.length]).toEqual([[], 3])
  })

  test("trusted: they come after the person's own", () => {
    expect(
      value(
        { user: layer('user:u', { [key]: [mine] }), workspace: workspace({ [key]: [allow, deny] }), trusted: true },
        key,
      ),
    ).toEqual([mine, allow, deny])
  })
})

describe('what trust would change', () => {
  test('is listed with what counts now and what would count then', () => {
    const wished = workspace({ most: 9000, trusted: 7, never: true, deny: ['a'], least: 90, check: true })
    expect(wouldLoosen(shape, { workspace: wished, trusted: false })).toEqual([
      { key: 's.most', from: 500, to: 9000 },
      { key: 's.deny', from: ['**/.env', 'a'], to: ['a'] },
      { key: 's.trusted', from: 1, to: 7 },
    ])
  })

  test('nothing, where the workspace only narrows', () => {
    expect(wouldLoosen(shape, { workspace: workspace({ most: 5, check: true }), trusted: true })).toEqual([])
  })
})
