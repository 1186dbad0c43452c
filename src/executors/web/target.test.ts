import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { whyNotPublic } from './address.ts'
import { type HostPattern, hostPattern } from './host-pattern.ts'
import { type WebRules, readTarget } from './target.ts'

const patterns = (...written: readonly string[]): readonly HostPattern[] =>
  written.map(each => hostPattern(each) ?? expect.fail(each))
const RULES: WebRules = { ports: [80, 443], allow: [], deny: [] }
const codeOf = (url: string, rules: WebRules = RULES): string => {
  const read = readTarget(url, rules)
  return read.ok ? 'fetched' : read.error.code
}

const byte = fc.integer({ min: 0, max: 255 })
const radix = fc.constantFrom(
  (value: number) => String(value),
  (value: number) => `0x${value.toString(16)}`,
  (value: number) => `0${value.toString(8)}`,
)

/** An address with its last bytes in one number, each number in some radix. */
const spelled = fc
  .tuple(
    fc.tuple(byte, byte, byte, byte),
    fc.integer({ min: 1, max: 4 }),
    fc.array(radix, { minLength: 4, maxLength: 4 }),
  )
  .map(([bytes, count, radixes]) => {
    const head = bytes.slice(0, count - 1)
    const last = bytes.slice(count - 1).reduce((sum, each) => sum * 256 + each, 0)
    return { address: bytes.join('.'), host: [...head, last].map((value, at) => radixes[at]?.(value) ?? '').join('.') }
  })

describe('an address', () => {
  test('is judged the same in every form in which a URL can hold it', () => {
    fc.assert(
      fc.property(spelled, fc.constantFrom('', '.'), ({ address, host }, dot) => {
        expect(codeOf(`http://${host}${dot}/`)).toBe(whyNotPublic(address) === undefined ? 'fetched' : 'web_blocked')
      }),
      { numRuns: 2_000 },
    )
  })
})

describe('a URL', () => {
  test.each([
    'https://example.org',
    'http://example.org/a?b=c#d',
    'https://EXAMPLE.org.:443/',
    'https://bücher.example/',
    'https://xn--bcher-kva.example/',
    'http://8.8.8.8/',
    'https://a_b.example.org/',
  ])('%s may be tried', url => {
    expect(codeOf(url)).toBe('fetched')
  })

  test('is never thrown at, and what is tried is http or https on an open port, without a name before the @', () => {
    const parts = fc.array(
      fc.constantFrom(
        'http',
        'https',
        'file',
        ':',
        '/',
        '//',
        '@',
        '#',
        '?',
        '\\',
        '.',
        'localhost',
        '127.0.0.1',
        '[::1]',
        '%00',
        '\t',
        'example.org',
        ':80',
        ':22',
        '１',
        '。',
        'x',
      ),
      { maxLength: 10 },
    )
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.webUrl(),
          parts.map(all => all.join('')),
        ),
        url => {
          const read = readTarget(url, RULES)
          if (!read.ok) return read.error.code === 'web_blocked'
          const { url: parsed, host, port } = read.value
          expect([/^https?:$/.test(parsed.protocol), parsed.username, [80, 443].includes(port)]).toEqual([
            true,
            '',
            true,
          ])
          return !/^localhost$|^127\.|^::/.test(host)
        },
      ),
      { numRuns: 5_000 },
    )
  })

  test('of another port is tried where the person has opened it', () => {
    expect([
      codeOf('http://example.org:8080/'),
      codeOf('http://example.org:8080/', { ...RULES, ports: [8080] }),
    ]).toEqual(['web_blocked', 'fetched'])
  })
})

describe('hosts of the person', () => {
  const rules = { ...RULES, allow: patterns('wiki.corp', '*.example.lan', 'localhost:8080', '[::1]', '10.0.0.5') }

  test.each([
    ['http://wiki.corp/', 'fetched'],
    ['http://WIKI.corp.:9999/', 'fetched'],
    ['http://a.wiki.corp/', 'web_blocked'],
    ['http://b.example.lan/', 'fetched'],
    ['http://example.lan/', 'web_blocked'],
    ['http://localhost:8080/', 'fetched'],
    ['http://localhost/', 'web_blocked'],
    ['http://[::1]:1234/', 'fetched'],
    ['http://10.0.0.5/', 'fetched'],
    ['http://10.0.0.6/', 'web_blocked'],
    ['http://evilwiki.corp/', 'web_blocked'],
    ['ftp://wiki.corp/', 'web_blocked'],
    ['http://x@wiki.corp/', 'web_blocked'],
  ])('%s: %s', (url, code) => {
    expect(codeOf(url, rules)).toBe(code)
  })

  test('are closed again by deny_hosts, which comes first', () => {
    const closed = { ...rules, deny: patterns('*.example.org', 'wiki.corp') }
    expect(
      ['http://wiki.corp/', 'https://a.b.example.org/', 'https://example.org/'].map(url => codeOf(url, closed)),
    ).toEqual(['web_blocked', 'web_blocked', 'fetched'])
    expect(codeOf('https://example.org/', { ...RULES, deny: patterns('*') })).toBe('web_blocked')
  })
})

test.each(['', ' ', 'a/b', 'http://x', 'a b', 'x:y', 'x:123456', 'a@b', '*', '*.'])(
  '"%s" names no single host',
  written => {
    expect(hostPattern(written)?.name ?? '').toBe('')
  },
)
