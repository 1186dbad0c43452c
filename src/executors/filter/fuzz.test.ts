import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { KINDS } from '../../../bench/redaction/kinds.ts'
import { isHidden, labelledSecrets } from '../../../bench/redaction/labelled.ts'
import { drawMatch } from '../../../bench/redaction/draw-match.ts'
import { seeded } from '../../../bench/redaction/random.ts'
import type { Json } from '../../core/index.ts'
import { BASE_RULES, type FoundSecret, STRUCTURE_RULES, VENDOR_RULES, createRedactor } from './index.ts'

const redactor = createRedactor({ key: 'k' })
const WORDS = [...BASE_RULES, ...STRUCTURE_RULES, ...VENDOR_RULES].flatMap(({ keywords }) => keywords)
/** Text that is more likely to touch a rule than noise is. */
const suspicious = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        ...WORDS,
        'password',
        'token',
        ': ',
        '=',
        '"',
        "'",
        '\n',
        '\\n',
        '[REDACTED:',
        '[REDACTED:password#00000000]',
        '://',
        '@',
      ),
      fc.string({ unit: 'binary', maxLength: 12 }),
      fc.base64String({ maxLength: 60 }),
    ),
    {
      maxLength: 60,
    },
  )
  .map(parts => parts.join(''))

const withGaps = (text: string, found: readonly FoundSecret[]): string =>
  found.reduceRight((left, { start, end }) => `${left.slice(0, start)}§${left.slice(end)}`, text)

describe('whatever the text is', () => {
  test('redaction does not throw, tells places in order, and changes nothing the second time', () => {
    fc.assert(
      fc.property(suspicious, text => {
        const { text: once, found } = redactor.redactText(text)
        expect(redactor.redactText(once).text).toBe(once)
        let last = 0
        for (const { start, end } of found) {
          expect(start).toBeGreaterThanOrEqual(last)
          expect(end).toBeGreaterThan(start)
          last = end
        }
        expect(last).toBeLessThanOrEqual(text.length)
        if (!text.includes('[REDACTED:'))
          expect(withGaps(text, found)).toBe(once.replaceAll(/\[REDACTED:\w+#[0-9a-f]{8}\]/g, '§'))
      }),
      { seed: 20, numRuns: 1500 },
    )
  })

  test('a value that the runtime holds never comes out', () => {
    const known = fc
      .string({ unit: 'grapheme-ascii', minLength: 8, maxLength: 40 })
      .filter(
        value => value.trim().length >= 8 && !'[REDACTED:known_value#'.includes(value.trim()) && !/[#\]]/.test(value),
      )
    fc.assert(
      fc.property(known, suspicious, suspicious, (value, before, after) => {
        const own = createRedactor({ key: 'k', known: [value] })
        expect(own.redactText(before + value.trim() + after).text).not.toContain(value.trim())
        expect(JSON.stringify(own.redactJson({ [before]: [after, value.trim()] }))).not.toContain(
          JSON.stringify(value.trim()).slice(1, -1),
        )
      }),
      { seed: 21, numRuns: 150 },
    )
  })

  test('a vendor key after a space never comes out', () => {
    const sure = VENDOR_RULES.filter(
      ({ accepts, pattern }) => accepts === undefined && !pattern.source.includes('(?<secret>'),
    )
    fc.assert(
      fc.property(fc.constantFrom(...sure), fc.nat(), suspicious, suspicious, ({ pattern }, seed, before, after) => {
        const key = drawMatch(pattern, seeded(seed))
        expect(redactor.redactText(`${before} ${key} ${after}`).text).not.toContain(key)
      }),
      { seed: 22, numRuns: 600 },
    )
  })

  test('a labelled secret between other text stays hidden', () => {
    const labelled = labelledSecrets('tuning', 9)
    expect(labelled.length).toBeGreaterThan(KINDS.length)
    fc.assert(
      fc.property(fc.constantFrom(...labelled), fc.lorem(), (each, prose) => {
        expect(isHidden(each, redactor.redactText(`${prose}\n${each.text}\n${prose}`).text)).toBe(true)
      }),
      { seed: 23, numRuns: 400 },
    )
  })

  test('any JSON keeps its form', () => {
    const shape = (value: Json): Json =>
      Array.isArray(value)
        ? value.map(shape)
        : typeof value === 'object' && value !== null
          ? Object.values(value).map(shape)
          : 0
    fc.assert(
      fc.property(fc.jsonValue(), given => {
        const value = given as Json
        const once = redactor.redactJson(value)
        expect(shape(once)).toEqual(shape(value))
        expect(redactor.redactJson(once)).toEqual(once)
      }),
      { seed: 24, numRuns: 400 },
    )
  })
})
