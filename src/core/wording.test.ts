import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { neededWords } from './needed-words.ts'
import { anyOf, likely, spelledOut, worded } from './wording.ts'

const PATTERNS = [
  /\bich habe\b[^.;]{0,30}?\b(?:geprüft|gelesen)(?![\p{L}])/iu,
  /(?<![\p{L}\p{N}])(?:leí|vérifié)(?![\p{L}])/iu,
  /\bthe (?:\p{L}{1,12} )?file \u{f8ff}/iu,
  /^(?<who>\p{Lu}\p{L}+)['’]s card\b/iu,
]
const PIECES = 'ich habe|geprüft|gelesen|leí|vérifié|the|große|file|\uf8ff|Åsa|card|я'
  .split('|')
  .concat(' ', '.', '—', '’s', 'é')
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
      /\p{L}/u.test(character)
        ? !letter.test(character)
        : character < '\u0370' && other.test(character) && letter.test(character),
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

/** Small patterns of all that is used in tables, over few letters, so that they often match. */
const { pattern: sources } = fc.letrec<{ pattern: string; item: string }>(tie => ({
  item: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    fc.constantFrom(
      'a',
      'b',
      'ab',
      'B',
      'k',
      's',
      ' ',
      '\\.',
      '.',
      '\\b',
      '[ab]',
      '[^a]',
      '\\s',
      '\\w',
      '^',
      '$',
      'é',
      '\\u0061',
      '(?=a)',
      '(?!b)',
    ),
    tie('pattern').map(inner => `(?:${inner})`),
    tie('pattern').map(inner => `(?<=${inner})`),
    fc
      .tuple(fc.constantFrom('a', 'b', 'k', '(?:ab|ba)'), fc.constantFrom('?', '*', '+', '+?', '{2}', '{0,1}', '{1,}'))
      .map(parts => parts.join('')),
  ),
  pattern: fc
    .array(
      fc.array(tie('item'), { minLength: 1, maxLength: 4 }).map(items => items.join('')),
      { minLength: 1, maxLength: 3 },
    )
    .map(all => all.join('|')),
}))
const fewLetters = fc
  .array(fc.constantFrom('a', 'b', 'A', 'k', 'K', 'ſ', 's', ' ', '.', 'é'), { maxLength: 8 })
  .map(letters => letters.join(''))

describe('the words that a pattern needs', () => {
  it('stand in every text that it matches, whatever it is made of', () => {
    fc.assert(
      fc.property(sources, fc.constantFrom('', 'i', 'iu', 'u'), fewLetters, (source, flags, text) => {
        const pattern = new RegExp(source, flags)
        const words = neededWords(pattern)
        if (words !== undefined && pattern.test(text))
          expect(words.filter(word => text.toLowerCase().includes(word))).not.toEqual([])
      }),
      { numRuns: 5_000 },
    )
  })

  it('are the most telling ones', () => {
    expect(neededWords(/\bI (?:ran|checked) the\b/i)).toEqual(['ran', 'checked'])
    expect(neededWords(/(?<who>\w+) (?:very )?often (?:said|says)\b/)).toEqual(['often '])
    expect(neededWords(/(?:nobody|no one)?\s\w+/)).toBe(undefined)
    expect(neededWords(/foo?bar+baz/)).toEqual(['rbaz'])
  })

  it('choose the patterns that are worth a try, in their order', () => {
    const all = [/\bsearched\b/i, /\d+/, /\b(?:read|opened) it/i, /never/i]
    const likelyOnes = likely(all, each => each)
    expect(likelyOnes('I OPENED it and never searched')).toEqual(all)
    expect(likelyOnes('')).toEqual([all[1]])
    const words = fc
      .array(fc.constantFrom('searched', 'Read', 'opened', 'it', '7', 'never', ' '))
      .map(each => each.join(''))
    fc.assert(fc.property(words, text => all.every(each => !each.test(text) || likelyOnes(text).includes(each))))
  })
})

describe('a pattern that is tried only where a word that it needs stands', () => {
  const SOURCES = [String.raw`\b(?:no|never) (?<what>\w+)`, String.raw`(?:the )?file \d+`, 'ab|ba', String.raw`\d`]
  const said = fc
    .array(fc.constantFrom('no', 'Never', 'the', 'file', 'FILE', '7', 'ab', 'b', ' '), { maxLength: 10 })
    .map(all => all.join(''))

  it('finds, replaces and splits like the plain one, whatever its flags', () => {
    fc.assert(
      fc.property(fc.constantFrom(...SOURCES), fc.constantFrom('', 'i', 'g', 'gi'), said, (source, flags, text) => {
        const [plain, gated] = [new RegExp(source, flags), worded(new RegExp(source, flags))]
        for (let round = 0; round < 3; round++)
          expect([gated.exec(text), gated.lastIndex]).toEqual([plain.exec(text), plain.lastIndex])
        expect([text.replace(gated, '<$&>'), text.split(gated), text.search(gated)]).toEqual([
          text.replace(plain, '<$&>'),
          text.split(plain),
          text.search(plain),
        ])
        if (flags.includes('g')) expect([...text.matchAll(gated)]).toEqual([...text.matchAll(plain)])
      }),
    )
  })

  it('is not tried where none of its words stands', () => {
    const slow = worded(/(?:x+x+)+y never/i) // it would take ages
    expect(slow.test('x'.repeat(40))).toBe(false)
  })
})
