import { describe, expect, test } from 'vitest'
import { createRedactor } from './index.ts'
import { ALPHABETS, seeded } from '../../../bench/redaction/random.ts'

const random = seeded(5)
const secret = `${random.pick(ALPHABETS.word, 20)}/+&=é`
const redactor = createRedactor({ key: 'k', known: [secret] })
const [mark = ''] = /#[0-9a-f]{8}/.exec(redactor.redactText(secret).text) ?? []

describe('values that the runtime holds', () => {
  test('are replaced wherever they stand, without any name beside them', () => {
    expect(redactor.redactText(`a${secret}b ${secret}`).text).toBe(
      `a[REDACTED:known_value${mark}]b [REDACTED:known_value${mark}]`,
    )
  })

  test('that become known later are found in a text that held nothing before', () => {
    const later = createRedactor({ key: 'k' })
    const text = 'speak mellon-mellon and enter'
    expect([later.redactText(text), later.redactText(text)].map(({ found }) => found)).toEqual([[], []])
    later.addKnown('mellon-mellon')
    expect(later.redactText(text).text).not.toContain('mellon')
    expect(JSON.stringify(later.redactJson({ text }))).not.toContain('mellon')
  })

  test.each([
    ['hexadecimal', Buffer.from(secret).toString('hex')],
    ['capital hexadecimal', Buffer.from(secret).toString('hex').toUpperCase()],
    ['percent-encoded', encodeURIComponent(secret)],
    ['percent-encoded in small letters', encodeURIComponent(secret).replaceAll(/%../g, hex => hex.toLowerCase())],
    ['escaped for JSON', JSON.stringify(secret)],
    ['percent-encoded but for slashes', encodeURIComponent(secret).replaceAll('%2F', '/')],
    ['percent-encoded in every byte', Buffer.from(secret).toString('hex').replaceAll(/../g, '%$&')],
    [
      'with every character escaped as in JSON',
      Array.from(secret, each => `\\u${each.charCodeAt(0).toString(16).padStart(4, '0')}`).join(''),
    ],
    ['with escaped slashes', secret.replaceAll('/', '\\/')],
    [
      'in bytes as in a program',
      Array.from(secret, each => (each < '\x7f' ? `\\x${each.charCodeAt(0).toString(16)}` : each)).join(''),
    ],
    ['with accents apart', secret.normalize('NFD')],
  ])('are found %s, with the same digest', (_, encoded) => {
    const { text } = redactor.redactText(`x ${encoded} y`)
    expect(text).toContain(mark)
    expect(text).not.toContain(encoded)
  })

  test.each([0, 1, 2, 3, 4, 5])('are found in base64 behind %i bytes, in both alphabets', before => {
    for (const encoding of ['base64', 'base64url'] as const) {
      const encoded = Buffer.from('x'.repeat(before) + secret + 'tail').toString(encoding)
      const { text } = redactor.redactText(`blob ${encoded} end`)
      expect(text).toContain(mark)
      const left = text.replaceAll(/\[REDACTED:[^\]]+\]/g, ' ')
      const decoded = left.split(/\s+/).map(part => Buffer.from(part, encoding).toString('latin1'))
      expect(decoded.some(part => part.includes(secret.slice(4, 12)))).toBe(false)
    }
  })

  test.each([
    ['\n', 'as it comes from a program'],
    ['\r\n  ', 'with an indent'],
    ['\\n', 'as text in JSON'],
  ])('are found in base64 that was wrapped, %j', wrap => {
    for (const before of [40, 41, 42, 50]) {
      const encoded = Buffer.from(`${'x'.repeat(before)}${secret}tail`).toString('base64')
      const { text } = redactor.redactText(`blob ${encoded.replaceAll(/.{76}/g, `$&${wrap}`)} end`)
      expect(text).toContain(mark)
      expect(text.replaceAll(/\s|\\n/g, '')).not.toContain(
        Buffer.from(secret.slice(3, 12)).toString('base64').slice(2, -2),
      )
      expect(text.startsWith('blob eHh4')).toBe(true)
      expect(text.endsWith(' end')).toBe(true)
    }
  })

  test('can be added later', () => {
    const later = createRedactor({ key: 'k' })
    expect(later.redactText('code word: mellon-mellon').text).toBe('code word: mellon-mellon')
    later.addKnown('mellon-mellon\n')
    expect(later.redactText('code word: mellon-mellon').text).toMatch(
      /^code word: \[REDACTED:known_value#[0-9a-f]{8}\]$/,
    )
  })

  test('shorter than eight characters are not looked for', () => {
    expect(createRedactor({ key: 'k', known: ['abc', '', '1234567'] }).redactText('abc 1234567').text).toBe(
      'abc 1234567',
    )
  })

  test('that stand inside a marker are left there', () => {
    const unlucky = createRedactor({ key: 'k', known: ['password', 'REDACTED'] })
    const once = unlucky.redactText('a password here').text
    expect(once).toMatch(/^a \[REDACTED:known_value#[0-9a-f]{8}\] here$/)
    expect(unlucky.redactText(once).text).toBe(once)
  })

  test('a thousand of them are found in one pass', () => {
    const many = Array.from({ length: 1000 }, () => random.pick(ALPHABETS.word, 24))
    const busy = createRedactor({ key: 'k', known: many })
    const { found } = busy.redactText(many.join(' and '))
    expect(found).toHaveLength(1000)
  })

  test('with several lines are found with escaped line ends', () => {
    const key = [random.pick(ALPHABETS.base64, 30), random.pick(ALPHABETS.base64, 30)].join('\n')
    const held = createRedactor({ key: 'k', known: [key] })
    expect(held.redactText(JSON.stringify({ key })).text).toMatch(/^\{"key":"\[REDACTED:known_value#[0-9a-f]{8}\]"\}$/)
  })
})
