import { describe, expect, test } from 'vitest'
import type { Json } from '../../core/index.ts'
import { createRedactor } from './index.ts'
import { ALPHABETS, seeded } from '../../../bench/redaction/random.ts'

const random = seeded(3)
const value = random.pick(ALPHABETS.word, 32)
const redactor = createRedactor({ key: 'k', known: ['held-by-the-runtime'] })
const hide = (json: Json): Json =>
  JSON.parse(JSON.stringify(redactor.redactJson(json)).replaceAll(/\[REDACTED:(\w+)#[0-9a-f]{8}\]/g, '‹$1›'))

test('a key or value that is known to be secret only later is hidden from then on', () => {
  const later = createRedactor({ key: 'k' })
  const given = { 'held-by-somebody': 1, by: 'held-by-somebody' }
  expect(later.redactJson(given)).toEqual(given)
  later.addKnown('held-by-somebody')
  const hidden = expect.stringContaining('[REDACTED:known_value#')
  expect(Object.entries(later.redactJson(given) as object)).toEqual([
    [hidden, 1],
    ['by', hidden],
  ])
})

describe('values under a name that promises a secret', () => {
  test.each<[Json, Json]>([
    [{ password: 'sunshine' }, { password: '‹password›' }],
    [{ 'X-Api-Key': value }, { 'X-Api-Key': '‹api_key›' }],
    [
      { clientSecret: value, clientId: 'abc' },
      { clientSecret: '‹api_key›', clientId: 'abc' },
    ],
    [{ headers: { Authorization: `Bearer ${value}` } }, { headers: { Authorization: '‹auth_token›' } }],
    [{ passwords: ['sunshine', 'moonshine'] }, { passwords: ['‹password›', '‹password›'] }],
    [
      { pin: 1, password: 12345678 },
      { pin: 1, password: '‹password›' },
    ],
    [{ passphrase: 'four words of it' }, { passphrase: '‹password›' }],
    [{ env: [{ name: 'DB_PASSWORD', value: 'sunshine' }] }, { env: [{ name: 'DB_PASSWORD', value: '‹password›' }] }],
    [{ private_key: ['-----BEGIN', ` PRIVATE KEY-----\n${value}${value}`].join('') }, { private_key: '‹private_key›' }],
  ])('%j', (given, expected) => {
    expect(hide(given)).toEqual(expected)
  })

  test.each<Json>([
    { password: 'must be at least eight characters long' },
    { password: true, token: null, secret: {} },
    { api_key: '${API_KEY}', token: '<your token>', password: 'changeme' },
    { max_tokens: 4096, tokens_used: 123456, token_type: 'bearer', password_policy: 'strict-mode-2' },
    { env: [{ name: 'PORT', value: '8080' }] },
    { key: 'users/42', keys: ['a', 'b'], nextToken: value },
  ])('stays as it is: %j', given => {
    expect(redactor.redactJson(given)).toEqual(given)
  })
})

describe('everything else', () => {
  test('strings are read as text, at any depth', () => {
    expect(hide([{ a: [{ b: `run --token ${value}` }] }])).toEqual([{ a: [{ b: 'run --token ‹auth_token›' }] }])
  })

  test('a key that is a secret is replaced too', () => {
    expect(hide({ 'held-by-the-runtime': 1 })).toEqual({ '‹known_value›': 1 })
  })

  test('a number that the runtime holds as a secret is replaced', () => {
    expect(createRedactor({ key: 'k', known: ['1234567890'] }).redactJson({ n: 1234567890 })).not.toEqual({
      n: 1234567890,
    })
  })

  test('what is given is not changed, and a second time changes nothing', () => {
    const given = { password: 'sunshine', list: [value] }
    const once = redactor.redactJson(given)
    expect(given).toEqual({ password: 'sunshine', list: [value] })
    expect(redactor.redactJson(once)).toEqual(once)
  })

  test('a key named __proto__ stays a key', () => {
    const given = JSON.parse('{"__proto__":{"password":"sunshine"}}') as Json
    expect(JSON.stringify(redactor.redactJson(given))).toMatch(
      /^\{"__proto__":\{"password":"\[REDACTED:password#[0-9a-f]{8}\]"\}\}$/,
    )
  })

  test('what is nested too deep to be read is hidden, not passed on', () => {
    let deep: Json = { note: `see ${value}`, password: 'sunshine' }
    for (let level = 0; level < 5000; level++) deep = [deep]
    expect(JSON.stringify(redactor.redactJson(deep))).not.toContain('sunshine')
  })
})
