import { describe, expect, test } from 'vitest'
import { ALPHABETS, seeded } from '../../../../bench/redaction/random.ts'
import { surprise } from './letter-pairs.ts'
import { isPlaceholderValue } from './placeholder.ts'
import { isLoginInBase64, looksRandom } from './secret-value.ts'

const random = seeded(8)
const share = (holds: (value: string) => boolean, values: readonly string[]): number =>
  values.filter(value => holds(value)).length / values.length
const draws = (alphabet: string, length: number): readonly string[] =>
  Array.from({ length: 500 }, () => random.pick(alphabet, length))

describe('surprise', () => {
  test('tells random text from words and identifiers', () => {
    const words = [
      'authentication',
      'getElementById',
      'user_profile_cache',
      'correct-horse-battery',
      'MAX_RETRY_COUNT',
      'kubernetes',
      'HttpRequest',
    ]
    expect(words.filter(word => surprise(word) >= 4.6)).toEqual([])
    for (const alphabet of [ALPHABETS.word, ALPHABETS.base64, ALPHABETS.lower, ALPHABETS.letters])
      expect(share(value => surprise(value) >= 4.6, draws(alphabet, 24))).toBeGreaterThan(0.97)
  })

  test('of nothing is nothing', () => {
    expect([surprise(''), surprise('---')]).toEqual([0, 0])
  })
})

describe('random values', () => {
  test('are nearly always seen', () => {
    expect(share(looksRandom, draws(ALPHABETS.url, 32))).toBeGreaterThan(0.98)
  })

  test.each([
    'd41d8cd98f00b204e9800998ecf8427e',
    '123e4567-e89b-12d3-a456-426614174000',
    'src/executors/filter/index.ts',
    '2026-01-31T10:00:00.000Z',
    'x86_64-unknown-linux-gnu',
    'registry.npmjs.org',
    'com.example.service.UserController2',
  ])('are not: %s', value => {
    expect(looksRandom(value)).toBe(false)
  })
})

describe('placeholders', () => {
  test.each([
    '<token>',
    '${TOKEN}',
    '{{ token }}',
    '$TOKEN',
    '%TOKEN%',
    'xxxxxxxx',
    '********',
    'changeme',
    'your-api-key-here',
    'example-key-1',
    'password123',
    'my_secret_token',
    '12345678',
    'aaaaaaaa',
    'abcabcabcabcabcabcabc',
    'REDACTED',
    '...',
  ])('%s', value => {
    expect(isPlaceholderValue(value)).toBe(true)
  })

  test('are not taken for granted because a random text holds such a word', () => {
    expect(isPlaceholderValue(`${random.pick(ALPHABETS.word, 16)}EXAMPLE${random.pick(ALPHABETS.word, 8)}`)).toBe(false)
    expect(share(isPlaceholderValue, draws(ALPHABETS.symbols, 40))).toBeLessThan(0.01)
  })
})

describe('logins in base64', () => {
  test.each<[string, boolean]>([
    [btoa('bob:secret'), true],
    [btoa('bob'), false],
    [btoa('two words: not a login'), false],
    ['not base64!', false],
  ])('%s: %s', (value, expected) => {
    expect(isLoginInBase64(value)).toBe(expected)
  })
})
