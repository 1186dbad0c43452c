import { expect, test } from 'vitest'
import { hasCardNumber, shapesIn } from './shapes.ts'

test.each([
  ['I live at 12 Harbour Street', ['number']],
  ['call me on +44 20 7946 0958', ['number']],
  ['ich wohne in Hausnummer ٤', ['number']],
  ['write to jo@example.com', ['address']],
  ['my page is https://jo.example/me1', ['number', 'address']],
  ['I like pie', []],
  ['my handle is @jo', []],
])('%j', (text, shapes) => {
  expect(shapesIn(text)).toEqual(shapes)
})

test('numbers of payment cards are told from other long numbers by their last digit', () => {
  expect(hasCardNumber('my card is 4111 1111 1111 1111')).toBe(true)
  expect(hasCardNumber('my card is 4111-1111-1111-1112')).toBe(false)
  expect(hasCardNumber('call +44 20 7946 0958')).toBe(false)
})
