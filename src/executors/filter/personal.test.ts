import { describe, expect, test } from 'vitest'
import { createRedactor } from './index.ts'

const redactor = createRedactor({ key: 'k', personal: true })
const rulesIn = (text: string): readonly string[] => redactor.redactText(text).found.map(({ rule }) => rule)
const shown = (text: string): string => redactor.redactText(text).text.replaceAll(/#[0-9a-f]{8}\]/g, ']')
/** In milliseconds of this process alone, so that a busy machine does not count. */
function cost(text: string): number {
  const started = process.cpuUsage()
  redactor.redactText(text)
  const { user, system } = process.cpuUsage(started)
  return (user + system) / 1_000
}

// Published examples: the specimen numbers of ISO 13616's register and of the card schemes.
describe('personal data', () => {
  test.each([
    ['email_address', 'Write to jane.doe+news@mail.example.co.uk, please.'],
    ['email_address', 'mailto:zażółć@przykład.pl'],
    ['email_address', '<jane＠example.com>'],
    ['email_address', 'jane@xn--r8jz45g.xn--zckzah'],
    ['iban', 'IBAN DE89 3704 0044 0532 0130 00, BIC COBADEFF'],
    ['iban', 'GB82WEST12345698765432'],
    ['iban', 'NO93 8601 1117 947'],
    ['iban', 'MT84MALT011000012345MTLCAST001S'],
    ['iban', 'PL61-1090-1014-0000-0712-1981-2874'],
    ['card_number', 'Card 4111 1111 1111 1111, exp. 01/30'],
    ['card_number', '378282246310005'],
    ['card_number', '5555-5555-5555-4444.'],
    ['card_number', '6011000990139424 12 34'],
    ['card_number', 'a 30569309025904 b'],
    ['card_number', 'Card no.4111111111111111'],
  ])('%s: %s', (rule, text) => {
    expect(rulesIn(text)).toEqual([rule])
    expect(createRedactor({ key: 'k' }).redactText(text).found).toEqual([])
  })

  test('two that stand side by side are both found', () => {
    expect(rulesIn('DE89370400440532013000 GB82WEST12345698765432')).toEqual(['iban', 'iban'])
    expect(rulesIn('4111 1111 1111 1111 5555 5555 5555 4444')).toEqual(['card_number', 'card_number'])
    expect(shown('a@example.com,b@example.org')).toBe('[REDACTED:personal_data],[REDACTED:personal_data]')
  })

  test('nothing of the text around an address goes with it', () => {
    const mark = '[REDACTED:personal_data]'
    for (const [before, behind] of [
      ["mail = '", "'"],
      ['`', '`'],
      ['{', '}'],
      ['ssh://', ':22'],
      ['https://a.example/u/', '/'],
      ['/', '/'],
      ['?a=1&', ''],
    ] as const)
      expect(shown(`${before}jane@example.com${behind}`)).toBe(`${before}${mark}${behind}`)
    expect(shown('jane@xn--r8jz45g.xn--zckzah')).toBe(mark)
  })

  test.each([
    'DE89 3704 0044 0532 0130 01', // check digits
    'GB82WEST1234569876543', // too short
    'XX82WEST12345698765432', // no such country
    '4111 1111 1111 1112', // check digit
    '1700000000000000000', // nanoseconds
    'commit 4111111111111111aa',
    '0.4111111111111111',
    '.4111111111111111',
    'package@1.2.3.tgz, package@18.0.0-rc.next, root@10.0.0.1.',
    '@types/node, @scope/package@1.2.3, root@localhost',
    '2026-11-19T23:31:00.000Z 2026-11-20',
    '[REDACTED:personal_data#01234567]',
  ])('is not found in %s', text => {
    expect(redactor.redactText(text).text).toBe(text)
  })

  test('is found in numbers and keys of JSON, and a second time changes nothing', () => {
    const once = redactor.redactJson({ card: 4_111_111_111_111_111, 'jane@example.com': ['x'] })
    expect(JSON.stringify(once)).not.toMatch(/4111|jane/)
    expect(redactor.redactJson(once)).toEqual(once)
  })

  test.each(['a', '@', 'a@', '4', '4 ', 'DE89 ', 'AA11', 'a.'])('takes time that grows with the text: %s…', unit => {
    const least = (count: number): number => Math.min(...[1, 2, 3].map(() => cost(unit.repeat(count))))
    least(20_000)
    expect(least(200_000)).toBeLessThan(30 * least(20_000) + 100)
  })
})
