import { describe, expect, test } from 'vitest'
import type { Sensitivity } from '../fact.ts'
import { type Consent, type ConsentCase, consentTo } from './consent.ts'

const proposed = (sensitivity: Sensitivity, more: Partial<ConsentCase> = {}): ConsentCase => ({
  isOwnCommand: false,
  sensitivity,
  hasShape: false,
  isPlain: true,
  ...more,
})
const MODES: readonly Consent[] = ['hybrid', 'strict', 'silent']
const verdicts = (of: ConsentCase): readonly string[] => MODES.map(mode => consentTo(of, mode))

describe('under hybrid, strict and silent', () => {
  test('[MEM-02] "remember" is consent to exactly these words', () => {
    expect(verdicts(proposed('unrated', { isOwnCommand: true }))).toEqual(['store', 'store', 'store'])
  })

  test('[MEM-04] [MEM-05] what a model proposes as low is stored, except under strict', () => {
    expect(verdicts(proposed('low'))).toEqual(['store', 'ask', 'store'])
  })

  test('[MEM-04] [MEM-05] what it does not rate is asked, except under silent; what it rates as delicate is always asked', () => {
    expect(verdicts(proposed('unrated'))).toEqual(['ask', 'ask', 'store'])
    expect(verdicts(proposed('sensitive'))).toEqual(['ask', 'ask', 'ask'])
  })

  test('[MEM-04] digits and addresses are always asked, also after "remember"', () => {
    for (const isOwnCommand of [true, false])
      expect(verdicts(proposed('low', { hasShape: true, isOwnCommand }))).toEqual(['ask', 'ask', 'ask'])
  })

  test('"remember" in a message that holds more is asked', () => {
    expect(verdicts(proposed('unrated', { isOwnCommand: true, isPlain: false }))).toEqual(['ask', 'ask', 'ask'])
  })

  test('words torn out of a sentence, or out of a message that quotes, are always asked', () => {
    expect(verdicts(proposed('low', { isPlain: false }))).toEqual(['ask', 'ask', 'ask'])
  })
})
