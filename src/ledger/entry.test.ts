import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type JsonObject, canonicalJson, parseJsonText } from '../core/index.ts'
import { type Entry, canonicalMembers, decodeLine, encodeLine, hasValidMac } from './entry.ts'
import { createMac } from './keys.ts'

const mac = createMac(Buffer.alloc(32, 1))
const AT = '2026-01-01T00:00:00.000Z'

const bodies = fc
  .dictionary(fc.string({ unit: 'grapheme' }), fc.jsonValue({ stringUnit: 'grapheme' }), { maxKeys: 6 })
  .map((value): JsonObject => parseObject(JSON.stringify(value)))
const parseObject = (text: string): JsonObject => parseJsonText(text) as JsonObject

const entryWith = (body: JsonObject, seq = 7): Entry => ({ seq, at: AT, type: 'outcome', body })
const lineOf = (entry: Entry): string => encodeLine(entry, canonicalMembers(entry.body), mac)

describe('a line of the log', () => {
  test('is canonical JSON and says what was written, whatever it is', () => {
    fc.assert(
      fc.property(bodies, fc.nat({ max: 1e9 }), (body, seq) => {
        const line = lineOf(entryWith(body, seq))
        const parsed = parseObject(line)
        expect(canonicalJson(parsed)).toBe(line)
        expect(line).not.toContain('\n')
        expect(Object.keys(parsed)).toEqual(['at', 'body', 'mac', 'seq', 'type', 'v'])
        expect(decodeLine(line)).toMatchObject({ ...entryWith(body, seq), v: 1 })
        expect(hasValidMac(line, mac)).toBe(true)
      }),
      { seed: 3, numRuns: 300 },
    )
  })

  test('loses its mac when any one of its characters is another', () => {
    const line = lineOf(entryWith({ a: 'b', nested: { list: [1, true, null] } }))
    for (let at = 0; at < line.length; at++) {
      const edited = `${line.slice(0, at)}${line[at] === 'x' ? 'y' : 'x'}${line.slice(at + 1)}`
      expect([at, hasValidMac(edited, mac)]).toEqual([at, false])
    }
  })

  test('loses its mac when something is left out or put in', () => {
    const line = lineOf(entryWith({ a: 'b' }))
    for (const edited of [
      line.slice(1),
      line.slice(0, -1),
      `${line} `,
      ` ${line}`,
      `${line}${line}`,
      line.replace('"v":1', '"v":2'),
      '',
    ])
      expect(hasValidMac(edited, mac)).toBe(false)
  })

  test('is not ours with another key', () => {
    expect(hasValidMac(lineOf(entryWith({ a: 'b' })), createMac(Buffer.alloc(32, 2)))).toBe(false)
  })

  test('that quotes the end of a line inside a text is no shorter line', () => {
    const inner = lineOf(entryWith({ a: 'b' }, 8))
    const line = lineOf(entryWith({ quoted: inner }))
    expect(decodeLine(line)?.seq).toBe(7)
    expect(hasValidMac(line, mac)).toBe(true)
  })

  test('of another kind, version or form is none', () => {
    const line = lineOf(entryWith({ a: 'b' }))
    const others = [
      line.replace('"v":1', '"v":2'),
      line.replace('"outcome"', '"rumour"'),
      line.replace('"seq":7', '"seq":7.5'),
      line.replace('"seq":7', '"seq":"7"'),
      line.replace(`"at":"${AT}"`, '"at":1'),
      line.replace('"body":{"a":"b"}', '"body":[]'),
      '[]',
      'null',
      '',
      '{',
    ]
    for (const other of others) expect([other, decodeLine(other)]).toEqual([other, undefined])
  })
})
