import { afterEach, describe, expect, test, vi } from 'vitest'
import { drawMatch } from '../../../bench/redaction/draw-match.ts'
import { seeded } from '../../../bench/redaction/random.ts'
import { BASE_RULES, COMMAND_RULES, SECRET_CATEGORIES, STRUCTURE_RULES, VENDOR_RULES, createRedactor } from './index.ts'

const ALL = [...BASE_RULES, ...STRUCTURE_RULES, ...COMMAND_RULES, ...VENDOR_RULES]

describe('the base layer', () => {
  test('[OUT-04] has 17 patterns in 6 categories, compiled once: 1,000 outputs compile none', () => {
    expect(BASE_RULES).toHaveLength(17)
    expect(new Set(BASE_RULES.map(({ category }) => category))).toEqual(new Set(SECRET_CATEGORIES))
    expect(SECRET_CATEGORIES).toEqual([
      'api_key',
      'auth_token',
      'private_key',
      'password',
      'connection_string',
      'cloud_metadata',
    ])

    const redactor = createRedactor({ key: 'k' })
    expect(redactor.compiled).toBe(ALL.length)
    let compilations = 0
    class CountingRegExp extends RegExp {
      constructor(pattern: string | RegExp, flags?: string) {
        super(pattern, flags)
        compilations++
      }
    }
    vi.stubGlobal('RegExp', CountingRegExp)
    for (let output = 0; output < 1000; output++)
      redactor.redactText(`output ${output}: password="hunter${output}x" token=abc ${output}`)
    expect(compilations).toBe(0)
    createRedactor({ key: 'k' })
    expect(compilations).toBeGreaterThanOrEqual(17)
  })
  afterEach(() => {
    vi.unstubAllGlobals()
  })
})

describe('every rule', () => {
  test('has an id of its own', () => {
    expect(new Set(ALL.map(({ id }) => id)).size).toBe(ALL.length)
  })

  test('replaces a part of the match, or all of it with what stands before it, never both', () => {
    const groups = ALL.map(({ pattern: { source } }) => [source.includes('(?<secret>'), source.includes('(?<head>')])
    expect(groups.filter(([hasPart, hasHead]) => hasPart === true && hasHead === true)).toEqual([])
    expect(groups.some(([hasPart]) => hasPart) && groups.some(([, hasHead]) => hasHead)).toBe(true)
  })

  test('has keywords in small letters', () => {
    expect(
      ALL.filter(
        ({ keywords }) => keywords.length === 0 || keywords.some(word => word === '' || word !== word.toLowerCase()),
      ),
    ).toEqual([])
  })

  test('has only bounded repetitions behind its keyword, or one that nothing follows', () => {
    const unbounded = ALL.filter(({ pattern }) =>
      /[^\\][*+](?![^(]*\))/.test(pattern.source.replaceAll(/\[[^\]]*\]/g, 'x').replaceAll(/\\./g, 'x')),
    )
    expect(unbounded.map(({ id }) => id)).toEqual([])
  })
})

describe('every vendor format', () => {
  const redactor = createRedactor({ key: 'k' })
  test.each(VENDOR_RULES.map(rule => [rule.id, rule] as const))(
    '%s is found in a sentence',
    (_, { pattern, accepts }) => {
      const random = seeded(29)
      const draws = Array.from({ length: 40 }, () => drawMatch(pattern, random))
      const missed = draws.filter(draw => redactor.redactText(`Take ${draw} with you.`).text.includes(draw))
      expect(missed.length).toBeLessThanOrEqual(accepts === undefined ? 0 : 8)
    },
  )
})
