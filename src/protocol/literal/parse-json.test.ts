import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Json, type JsonObject, isJsonList, isJsonObject } from '../../core/index.ts'
import { MAX_NESTING } from '../scan/piece.ts'
import { LiteralParser } from './literal-parser.ts'
import { parsePlainObject, parseRounded } from './parse-json.ts'

const keys = fc.oneof(fc.string(), fc.constantFrom('a', '__proto__', 'constructor', '1', ''))
const json = fc
  .oneof(fc.jsonValue(), fc.dictionary(keys, fc.jsonValue({ maxDepth: 2 })))
  .map(value => JSON.stringify(value))
/** Texts that are nearly JSON, too: with a key twice, cut off, or with other spaces. */
const texts = fc.oneof(
  json,
  json.map(text => text.replaceAll(/"[ab]"/g, '"a"')),
  fc.tuple(json, fc.nat(40)).map(([text, cut]) => text.slice(0, -cut)),
  json.map(text => ` ${text.replaceAll(':', ' :\n').replaceAll(',', '\t, ')} `),
)

test('a plain object is what our own parser reads without a liberty', () => {
  fc.assert(
    fc.property(texts, text => {
      const plain = parsePlainObject(text)
      const parser = new LiteralParser(text)
      const read = parser.readAll()
      if (plain !== undefined) expect({ value: read, notes: parser.notes }).toEqual({ value: plain, notes: 0 })
    }),
    { numRuns: 2_000 },
  )
})

const nested = (levels: number): string => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`

test.each([
  ['a key twice', '{"a":1,"a":2}'],
  ['a key that reaches into prototypes', '{"__proto__":1}'],
  ['a number that would be rounded', '{"a":12345678901234567}'],
  ['an endless number', '{"a":1e999}'],
  ['an escape', String.raw`{"a":"\u0041"}`],
  ['more levels than a call may have', nested(MAX_NESTING + 1)],
  ['more levels than anybody can count', nested(20_000)],
  ['as many in lists', `{"a":${'['.repeat(20_000)}${']'.repeat(20_000)}}`],
  ['a list', '[1]'],
  ['no JSON', "{'a':1}"],
])('%s is left to our own parser', (_, text) => {
  expect(parsePlainObject(text)).toBeUndefined()
})

test('as many levels as a call may have are plain', () => {
  expect(parsePlainObject(nested(MAX_NESTING))).toEqual(JSON.parse(nested(MAX_NESTING)))
  expect(parsePlainObject('{"path":"notes.md"}')).toEqual({ path: 'notes.md' })
})

const listIn = (value: Json | undefined): readonly JsonObject[] =>
  value !== undefined && isJsonList(value) ? value.filter(isJsonObject) : []

test('JSON of requests is read as it is, also with keys that are written with escapes, and long numbers are rounded', () => {
  // As often as Node 24 needs to take one such key for another.
  const escaped = fc.string({ unit: fc.constantFrom('"', '\\', 'a', '\n', '/', 'é'), minLength: 1, maxLength: 3 })
  fc.assert(
    fc.property(fc.uniqueArray(escaped, { minLength: 1, maxLength: 3 }), keysOfOne => {
      const one = `{${keysOfOne.map((key, at) => `${JSON.stringify(key)}:${at}`).join(',')}}`
      const [first = {}, second = {}] = listIn(parseRounded(`[${one},${one},{"x":1}]`))
      expect([Object.keys(first), Object.keys(second)]).toEqual([keysOfOne, keysOfOne])
    }),
    { numRuns: 5_000 },
  )
  expect(parseRounded(String.raw`{"\u0061\n":12345678901234567890}`)).toEqual({ 'a\n': Number('12345678901234567890') })
})
