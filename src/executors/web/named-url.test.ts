import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { isNamedIn } from './named-url.ts'

const named = (url: string, message: string): boolean => isNamedIn(new URL(url), [message])

test.each([
  ['https://example.org/a', 'Read https://example.org/a'],
  ['https://example.org/a', 'Read https://example.org/a.'],
  ['https://example.org/a', '(see https://example.org/a), please'],
  ['https://example.org/a', '[it](https://example.org/a)!'],
  ['https://example.org/a', '<https://example.org/a>'],
  ['https://example.org/a', '"https://example.org/a"'],
  ['https://example.org/a', '`https://example.org/a`'],
  ['https://example.org/', 'https://example.org'],
  ['https://example.org/', 'HTTPS://EXAMPLE.ORG/'],
  ['https://example.org/a', 'https://example.org/a#part-2'],
  ['https://example.org/a_(b)', 'https://example.org/a_(b)'],
  ['https://example.org/a_(b)', '(https://example.org/a_(b)).'],
  ['https://example.org/M%C3%BCller', 'https://example.org/Müller'],
  ['https://www.example.org/', 'www.example.org'],
])('%s stands in %j', (url, message) => {
  expect(named(url, message)).toBe(true)
})

test.each([
  ['https://example.org/', 'https://example.org/a'],
  ['https://example.org/a', 'https://example.org/ab'],
  ['https://example.org/A', 'https://example.org/a'],
  ['https://example.com/', 'https://example.community.org/'],
  ['https://example.org/', 'https://evil.net/?https://example.org/x'],
  ['https://example.org/?q=1', 'https://example.org/'],
  ['http://example.org/', 'https://example.org/'],
  ['https://example.org/', 'example.org'],
  ['https://notes.md/', 'read notes.md'],
  ['https://example.org/', 'me@www.example.org'],
])('%s does not stand in %j', (url, message) => {
  expect(named(url, message)).toBe(false)
})

test('whatever people write is read, in a time that grows with its length', () => {
  fc.assert(fc.property(fc.webUrl(), fc.string(), (url, message) => typeof named(url, message) === 'boolean'))
  const began = performance.now()
  named('https://example.org/', 'https://example.org/)'.repeat(50_000))
  named('https://example.org/', `https://example.org/${')'.repeat(1_000_000)}`)
  expect(performance.now() - began).toBeLessThan(10_000)
})
