import { expect, test } from 'vitest'
import { hasCardNumber, shapesIn } from './shapes.ts'

test.each([
  ['I live at 12 Harbour Street', ['number']],
  ['call me on +44 20 7946 0958', ['number']],
  ['ich wohne in Hausnummer ٤', ['number']],
  ['write to jo@example.com', ['address']],
  ['my page is https://jo.example/me1', ['number', 'address']],
  ['my handle is @jo', ['address']],
  ['my mail is john＠example', ['address']],
  ['my mail is john﹫example', ['address']],
  ['my mail is john @ example', ['address']],
  ['my mail is john@ example', ['address']],
  ['my mail is john (at) example', ['address']],
  ['my mail is john［AT］example', ['address']],
  ['see www.example', ['address']],
  ['see www . example', ['address']],
  ['see example.com/john', ['address']],
  ['my page is example.com, of course', ['address']],
  ['my page is example.com', ['address']],
  ['my page is ｅｘａｍｐｌｅ．ｃｏｍ', ['address']],
  ['my page is example.\u200Bcom', ['address']],
  ['see http: //intranet', ['address']],
  ['see http://intranet', ['address']],
  ['I like pie', []],
  ['I like sweets, e.g. pie. And tea, at times (at home)', []],
  ['I like this: pie and/or cake', []],
  ['my dentist is Dr. Vance', []],
])('%j', (text, shapes) => {
  expect(shapesIn(text)).toEqual(shapes)
})

test.each([
  ['my card is 4111 1111 1111 1111', true],
  ['my card is ４１１１ １１１１ １１１１ １１１１', true],
  ['my card is 4111\u20111111\u20111111\u20111111', true],
  ['my card is 4111\u200B1111\u200B1111\u200B1111', true],
  ['my card is 4111 1111 1111 1111 12/27', true],
  ['my card is 4111-1111-1111-1112', false],
  ['call +44 20 7946 0958', false],
])('numbers of payment cards are told from other long numbers by their last digit: %j', (text, isCard) => {
  expect(hasCardNumber(text)).toBe(isCard)
})
