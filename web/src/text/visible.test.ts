import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { visible } from './visible.ts'

test('control and direction characters are shown, line breaks and tabs stay', () => {
  expect(visible('a\u001b[31mred\u0000\n\tb')).toBe('a␛[31mred␀\n\tb')
  expect(visible('invoice\u202Egpj.exe')).toBe('invoice⟨U+202E⟩gpj.exe')
  expect(visible('tag\u{E0041}\u{200B}')).toBe('tag⟨U+E0041⟩⟨U+200B⟩')
})

test('ordinary writing of any language stays as it is', () => {
  const text = 'Größe, 日本語, العربية, emoji 👩‍👩‍👧, ½ “quoted” — done'
  expect(visible(text)).toBe(text)
})

test('nothing unseen is left, whatever comes in', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), text => {
      expect(visible(visible(text))).toBe(visible(text))
      expect(visible(text)).not.toMatch(/[\p{Bidi_Control}]|\p{Cc}(?<![\n\t])/u)
    }),
  )
})
