import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../core/index.ts'
import { createValidatorCache } from './validator-cache.ts'

const schema = (name: string): JsonObject => ({ type: 'object', properties: { [name]: { type: 'string' } } })

describe('the cache of prepared schemas', () => {
  test('prepares equal schemas once, whoever brings them', () => {
    const cache = createValidatorCache()
    const [first, second, other] = [cache.prepare(schema('a')), cache.prepare(schema('a')), cache.prepare(schema('b'))]
    expect(first.ok && second.ok && first.value === second.value).toBe(true)
    expect(first.ok && other.ok && first.value === other.value).toBe(false)
  })

  test('goes by what a schema says, not by which object it is', () => {
    const cache = createValidatorCache()
    const changing = { type: 'object', properties: { a: { type: 'string' } } }
    const before = cache.prepare(changing)
    changing.properties.a.type = 'integer'
    const after = cache.prepare(changing)
    expect(
      [before, after].map(({ ok, ...rest }) => ok && 'value' in rest && rest.value.validator.accepts({ a: 'x' })),
    ).toEqual([true, false])
  })

  test('forgets the oldest when it is full', () => {
    const cache = createValidatorCache({ capacity: 2 })
    const first = cache.prepare(schema('a'))
    for (const name of ['b', 'c']) cache.prepare(schema(name))
    const again = cache.prepare(schema('a'))
    expect(first.ok && again.ok && first.value !== again.value).toBe(true)
  })

  test('refuses what cannot be written as JSON instead of throwing', () => {
    const loop: Record<string, unknown> = { type: 'object' }
    loop['properties'] = loop
    const refused = [loop, { properties: { n: 10n } }, (() => undefined) as unknown].map(input =>
      createValidatorCache().prepare(input as JsonObject),
    )
    expect(refused.map(result => !result.ok && result.error.code)).toEqual([
      'schema_refused',
      'schema_refused',
      'schema_refused',
    ])
  })
})
