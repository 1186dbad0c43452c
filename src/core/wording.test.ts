import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyOf, spelledOut } from './wording.ts'

const PATTERNS = [
  /\bich habe\b[^.;]{0,30}?\b(?:geprüft|gelesen)(?![\p{L}])/iu,
  /(?<![\p{L}\p{N}])(?:leí|vérifié)(?![\p{L}])/iu,
  /\bthe (?:\p{L}{1,12} )?file \u{f8ff}/iu,
  /^(?<who>\p{Lu}\p{L}+)['’]s card\b/iu,
]
const PIECES = 'ich habe|geprüft|gelesen|leí|vérifié|the|große|file|\uf8ff|Åsa|card|я'.split('|').concat(' ', '.', '—', '’s', 'é')
const texts = fc.array(fc.constantFrom(...PIECES), { maxLength: 12 }).map(pieces => pieces.join(''))

describe('a pattern that is spelled out', () => {
  it('finds what it found in Unicode mode, in the same place', () => {
    fc.assert(
      fc.property(fc.constantFrom(...PATTERNS), texts, (pattern, text) => {
        expect(spelledOut(pattern).exec(text)?.[0]).toBe(pattern.exec(text)?.[0])
      }),
    )
  })

  it('counts every letter of the basic plane as one, and no sign of punctuation, space or control', () => {
    const [letter, other] = [spelledOut(/\p{L}/iu), /[\p{Z}\p{Cc}\p{P}]/u]
    const wrong = Array.from({ length: 0xd800 }, (_, code) => String.fromCharCode(code)).filter(character =>
      /\p{L}/u.test(character) ? !letter.test(character) : character < '\u0370' && other.test(character) && letter.test(character),
    )
    expect([...wrong, ...Array.from('‘’“”„—–…·、。「」').filter(character => letter.test(character))]).toEqual([])
  })

  it('refuses what it cannot spell out', () => {
    expect(() => spelledOut(/\p{Lu}/u)).toThrow('cannot be spelled out')
    expect(() => spelledOut(/\p{Sc}/iu)).toThrow('cannot be spelled out')
  })

  it('has no Unicode mode and keeps its other flags', () => {
    expect(spelledOut(/\p{L}/giu).flags).toBe('gi')
  })
})

describe('one search for many patterns', () => {
  it('tells exactly whether one of them would be found', () => {
    const patterns = PATTERNS.map(spelledOut)
    const isAny = anyOf(patterns)
    fc.assert(fc.property(texts, text => isAny(text) === patterns.some(pattern => pattern.test(text))))
  })

  it('takes groups of the same name in several of them', () => {
    expect(anyOf([/(?<a>x)/i, /(?<a>y)(?<=y)/i])('Y')).toBe(true)
  })

  it('refuses patterns that cannot be looked for together', () => {
    expect(() => anyOf([/a/i, /b/])('a')).toThrow('same flags')
  })
})
