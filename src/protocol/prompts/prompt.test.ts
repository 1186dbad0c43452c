import { expect, test } from 'vitest'
import { fillTemplate, makeTemplate } from './prompt.ts'
import { protocolSection } from './protocol-section.ts'

test('the same wording has the same hash, whatever is filled in', () => {
  const one = protocolSection({ profile: 'strict', required: false, nonce: 'n_1' })
  const two = protocolSection({ profile: 'strict', required: true, nonce: 'n_2' })
  expect(one.text).not.toBe(two.text)
  expect(one.hash).toBe(two.hash)
  expect(one.hash).toMatch(/^[0-9a-f]{64}$/)
})

test('another wording has another hash, also when only a repeated row changed', () => {
  const hashes = [
    makeTemplate('a', 'Reply.'),
    makeTemplate('a', 'Reply!'),
    makeTemplate('a', 'Reply.', ['row']),
    makeTemplate('a', 'Reply.', ['rows']),
  ]
  expect(new Set(hashes.map(({ hash }) => hash)).size).toBe(4)
})

test('a line whose slot is undefined is left out, an empty one stays', () => {
  const template = makeTemplate('a', 'first\n{{gone}} second\n{{empty}}third')
  expect(fillTemplate(template, { gone: undefined, empty: '' }).text).toBe('first\nthird')
})

test('what is filled in is not read as a template again', () => {
  expect(fillTemplate(makeTemplate('a', '{{one}} {{two}}'), { one: '{{two}}', two: '$&' }).text).toBe('{{two}} $&')
})
