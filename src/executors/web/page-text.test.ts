import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cleanLine, cleanText } from './clean-text.ts'
import { decodePage } from './decode-text.ts'
import { HTML_LIMITS, measureHtml } from './measure-html.ts'
import { pagePart } from './fetch-act.ts'

describe('what nobody sees', () => {
  test.each([
    ['letters without width', 'a\u200bb\u2060c\ufeffd', 'abcd'],
    ['directions', 'a\u202eb\u2066c', 'abc'],
    ['tags', `a${String.fromCodePoint(0xe0041, 0xe0042)}b`, 'ab'],
    ['selectors in a row', `a\ufe01\ufe02${String.fromCodePoint(0xe0100, 0xe0101)}b`, 'ab'],
    ['fillers', 'a\u3164\u115fb', 'ab'],
    ['controls', 'a\u0000\u0007\u001b[31mb\u009b', 'a[31mb'],
    ['private signs', 'a\ue000\u{f0000}b', 'ab'],
    ['joiners between letters that need none', 'a\u200db\u200c', 'ab'],
    ['joiners in a row', 'я\u200d\u200c\u200dя', 'яя'],
    ['half a character', 'a\ud800b', 'a\ufffdb'],
  ])('%s is left out', (_title, text, seen) => {
    expect(cleanText(text)).toBe(seen)
  })

  test.each(['👩‍👩‍👧', 'می‌خواهم', 'क्‍ष', '❤️', 'a\tb\nc', 'naïve'])('%s stays as it is', text => {
    expect(cleanText(text)).toBe(text)
  })

  test('leaves nothing but what is seen, on as few lines as there are', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), text => {
        const clean = cleanText(text)
        expect(clean).not.toMatch(/(?![\n\t\u200c\u200d])[\p{Cc}\p{Cf}\p{Co}]/u)
        expect(clean).not.toMatch(/\n{3}|[^\S\n]\n/)
        expect(cleanText(clean)).toBe(clean)
        expect(cleanLine(text, 20)).not.toMatch(/[\n\t]|.{21}/u)
      }),
    )
  })
})

test('bytes become text or nothing, whatever they are and whatever is said of them', () => {
  const said = fc.oneof(
    fc.constantFrom('text/html; charset=utf-16', 'text/plain; charset=none', 'text/html;charset="gb18030"', ''),
    fc.string(),
  )
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 3_000 }), said, (bytes, type) =>
      ['string', 'object'].includes(typeof decodePage(bytes, type)),
    ),
  )
  expect(decodePage(Buffer.from('a\0b'), 'text/plain')).toBeNull()
})

describe('the measure of a page', () => {
  test('takes what people publish', () => {
    const rows = '<tr><td>a<td>b'.repeat(3_000)
    for (const html of [
      '',
      'plain',
      '<p>'.repeat(5_000),
      '<ul>' + '<li>x'.repeat(5_000),
      `<table>${rows}</table>`,
      `<script>if (a<b && c>d) {${'x<y '.repeat(10_000)}}</script>`,
      `<p title="${'a b '.repeat(5_000)}">`,
      `<p title = '>>> ${'<div>'.repeat(1_000)}'>`,
    ])
      expect(measureHtml(html)).toEqual({ ok: true, value: undefined })
  })

  test.each([
    ['<div>'.repeat(HTML_LIMITS.depth + 1), 'nested'],
    ['<div x>'.repeat(HTML_LIMITS.depth + 1), 'nested'],
    ['<DIV\n/>'.repeat(HTML_LIMITS.depth + 1), 'nested'],
    [`<!-->${'<div>'.repeat(HTML_LIMITS.depth + 1)}`, 'nested'],
    [`<!--->${'<div>'.repeat(HTML_LIMITS.depth + 1)}`, 'nested'],
    [`<script/>${'<div>'.repeat(HTML_LIMITS.depth + 1)}`, 'nested'],
    ['<i></i>'.repeat(HTML_LIMITS.elements + 1), 'elements'],
    [`<p ${'a="b" '.repeat(HTML_LIMITS.attributesOfOne + 1)}>`, 'attributes'],
    ['<p a b c d e>'.repeat(50_000), 'attributes'],
  ])('leaves too much (%#)', (html, word) => {
    const measured = measureHtml(html)
    expect(measured.ok ? '' : measured.error.message).toContain(word)
  })

  test('is taken of anything, in a time that grows with its length', () => {
    const part = fc.constantFrom(
      '<',
      '>',
      '</',
      '<!--',
      '-->',
      '<script',
      '</script>',
      '="',
      "'",
      ' ',
      'a',
      '=',
      '/',
      '<p',
      '\n',
      '<title>',
    )
    fc.assert(
      fc.property(fc.array(part), parts => typeof measureHtml(parts.join('')).ok === 'boolean'),
      { numRuns: 1_000 },
    )
    const began = performance.now()
    for (const each of ['<', '<!--', '<a ', '<a =', '<script>', '</', '<a b="', '= ', '<a  '])
      measureHtml(each.repeat(200_000))
    expect(performance.now() - began).toBeLessThan(20_000)
  })
})

describe('the parts of a text', () => {
  test('put together are the text, and none is longer than it may be or breaks a character', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme' }),
        fc.integer({ min: 1, max: 9 }),
        fc.integer({ min: 4, max: 20 }),
        (text, maxChars, maxBytes) => {
          const parts: string[] = []
          for (let start = 0; start < text.length; start = parts.join('').length) {
            const { shown, from } = pagePart(text, { start, maxChars, maxBytes })
            expect([
              from,
              shown.isWellFormed(),
              shown.length <= Math.max(2, maxChars),
              Buffer.byteLength(shown) <= maxBytes,
            ]).toEqual([start, true, true, true])
            parts.push(shown)
          }
          expect(parts.join('')).toBe(text)
        },
      ),
    )
  })

  test('begin with a whole character, wherever somebody asks them to begin', () => {
    expect(pagePart('a😀b', { start: 2, maxChars: 9, maxBytes: 99 })).toEqual({
      from: 1,
      shown: '😀b',
      next: 4,
      remaining: 0,
    })
    expect(pagePart('ab', { start: 9, maxChars: 9, maxBytes: 99 })).toEqual({
      from: 2,
      shown: '',
      next: 2,
      remaining: 0,
    })
  })
})
