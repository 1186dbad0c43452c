import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { bytesOfText, showBytes, textOfBytes } from './path-bytes.ts'

const bytesBack = (bytes: Buffer): string => Buffer.from(bytesOfText(textOfBytes(bytes))).toString('hex')

test('every name comes back to its bytes, whatever they are, and no two names become one', () => {
  const seen = new Map<string, string>()
  for (let round = 0; round < 5_000; round++) {
    // Lead bytes and followers of UTF-8 are frequent, so that sequences begin and break off.
    const bytes = Buffer.from([...randomBytes(1 + (round % 9))].map(byte => (round % 2 === 0 ? byte : byte | 0x80)))
    const text = textOfBytes(bytes)
    expect(bytesBack(bytes)).toBe(bytes.toString('hex'))
    expect(seen.get(text) ?? bytes.toString('hex')).toBe(bytes.toString('hex'))
    seen.set(text, bytes.toString('hex'))
  }
})

test('a name in UTF-8 stays as it is; half characters and longer spellings than needed are no UTF-8', () => {
  for (const name of ['plan.md', 'Zürich', '日本語', 'a\u{1F600}b', '\uFFFD', '\uFEFFx']) {
    expect(textOfBytes(Buffer.from(name))).toBe(name)
    expect(bytesOfText(name)).toBe(name)
  }
  for (const hex of ['eda080', 'edb3bf', 'c0af', 'f8888080', 'e282', 'ff']) {
    const bytes = Buffer.from(hex, 'hex')
    expect(textOfBytes(bytes).isWellFormed()).toBe(false)
    expect(bytesBack(bytes)).toBe(hex)
  }
})

test('people see such bytes as what they are, in text that any log takes', () => {
  const shown = showBytes(textOfBytes(Buffer.from('caf\xe9/\xff\u00fc.txt', 'latin1')))
  expect(shown).toBe(String.raw`caf\xe9/\xff\xfc.txt`)
  expect(showBytes('Zürich')).toBe('Zürich')
})
