import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Json, JsonObject } from '../core/index.ts'
import { type SessionRecord, decodeRecord, encodeRecord } from './session-records.ts'

const text = fc.string({ unit: 'binary' }).map(value => value.toWellFormed())
const name = fc.string({ minLength: 1, maxLength: 40 })
const at = fc.integer({ min: 0, max: 4_000_000_000_000 })
const said = fc.record({ role: fc.constantFrom('user' as const, 'assistant' as const), text, turn: name })
const args = fc.dictionary(name, fc.jsonValue()) as fc.Arbitrary<JsonObject>
const called = fc.record({
  role: fc.constant('call' as const),
  turn: name,
  tool: name,
  args,
  text,
  receipt: name,
  ok: fc.boolean(),
})
const records: fc.Arbitrary<SessionRecord> = fc.oneof(
  fc.record({ kind: fc.constant('message' as const), at, message: fc.oneof(said, called), model: name, agent: name }),
  fc.record({ kind: fc.constant('clear' as const), at }),
  fc.record({
    kind: fc.constant('compaction' as const),
    at,
    method: fc.constantFrom('Triggered' as const, 'Manual' as const, 'Autonomous' as const),
    summary: text,
    through: fc.integer({ min: 1 }),
    replaced: fc.integer({ min: 1 }),
    model: name,
  }),
)

test('a record comes back as it was written', () => {
  fc.assert(
    fc.property(records, record => {
      expect(decodeRecord(encodeRecord(record))).toEqual(record)
    }),
  )
})

test('whatever stands in its place, reading does not throw', () => {
  const torn = fc
    .tuple(records, name, fc.jsonValue())
    .map(([record, key, value]) => ({ ...encodeRecord(record), [key]: value as Json }))
  const keys = ['kind', 'at', 'role', 'text', 'turn', 'tool', 'args', 'ok', 'through', 'summary', 'method', 'model']
  const bent = fc
    .tuple(records, fc.constantFrom(...keys), fc.jsonValue())
    .map(([record, key, value]) => ({ ...encodeRecord(record), [key]: value as Json }))
  fc.assert(
    fc.property(fc.oneof(torn, bent, fc.dictionary(name, fc.jsonValue())), value => {
      decodeRecord(value as JsonObject)
    }),
  )
})

test('arguments that are nested too deep to be written again are left out', () => {
  const depth = 200_000
  const deep = JSON.parse(`{"a":${'['.repeat(depth)}${']'.repeat(depth)}}`) as JsonObject
  const found = decodeRecord({
    kind: 'message',
    at: '2026-01-01',
    role: 'call',
    turn: 't',
    tool: 'x',
    args: deep,
    text: '',
    ok: true,
  })
  expect(found).toMatchObject({ message: { args: { not_kept: 'arguments that are nested too deep' } } })
})
