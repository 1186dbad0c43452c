import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { assert, constantFrom, jsonValue, oneof, option, property, string } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { temporaryFolder } from '../../../../test/temporary-folder.ts'
import { testClock } from '../../../../test/test-clock.ts'
import { checkOrigin } from './check-access.ts'
import { openKeys } from './keys.ts'
import { createRate } from './rate.ts'
import { createTokens } from './tokens.ts'

const KEY = { name: 'ci', scopes: ['use'], allow: ['FileAccess'], approval: 'deny' } as const

describe('tokens', () => {
  test('a token ends with its time, even if the clock on the wall is set back', () => {
    const clock = testClock()
    const tokens = createTokens({ clock, hours: () => 1 })
    const token = tokens.exchange(tokens.newCode())?.token ?? ''
    expect(tokens.find(token)?.scopes).toEqual(['use', 'approve'])
    clock.pass(3_600_000)
    clock.setWall(0)
    expect(tokens.find(token)).toBeUndefined()
  })

  test('old codes give way to new ones, and each token is another credential', () => {
    const tokens = createTokens({ clock: testClock(), hours: () => 1 })
    const first = tokens.newCode()
    const codes = Array.from({ length: 16 }, () => tokens.newCode())
    expect(tokens.exchange(first)).toBeUndefined()
    const credentials = codes.map(code => tokens.find(tokens.exchange(code)?.token ?? '')?.credential)
    expect(new Set(credentials).size).toBe(16)
  })
})

describe('keys', () => {
  test('only the hash is kept, nobody else may read the file, and another process’s change counts at once', () => {
    const { path } = temporaryFolder()
    const [one, other] = [openKeys(path), openKeys(path)]
    const made = one.add(KEY, 0)
    const secret = made.ok ? made.value : ''
    expect(readFileSync(join(path, 'keys.json'), 'utf8')).not.toContain(secret)
    expect(other.find(secret)).toMatchObject({ who: 'key', name: 'ci', principal: 'key:ci', allow: ['FileAccess'] })
    expect(other.drop('ci').ok).toBe(true)
    expect(one.find(secret)).toBeUndefined()
  })

  test('whatever stands in the file, it opens nothing that was not made here', () => {
    const { path } = temporaryFolder()
    mkdirSync(path, { recursive: true })
    const secret = `csk_${'a'.repeat(43)}`
    assert(
      property(oneof(jsonValue(), string()), content => {
        writeFileSync(
          join(path, 'keys.json'),
          typeof content === 'string' ? content : JSON.stringify({ keys: content }),
        )
        expect(openKeys(path).find(secret)).toBeUndefined()
        const listed = openKeys(path).list()
        const scopes = listed.ok ? listed.value.flatMap(key => key.scopes) : []
        expect(scopes.every(scope => scope === 'use' || scope === 'approve')).toBe(true)
      }),
      { numRuns: 200 },
    )
  })

  test('a damaged file is named and stays as it is: no new key is written over the old ones', () => {
    const { path } = temporaryFolder()
    const keys = openKeys(path)
    expect(keys.add(KEY, 0).ok).toBe(true)
    const damaged = readFileSync(join(path, 'keys.json'), 'utf8').slice(0, -10)
    writeFileSync(join(path, 'keys.json'), damaged)
    for (const refused of [keys.list(), keys.add({ ...KEY, name: 'other' }, 0), keys.drop('ci')])
      expect(refused).toMatchObject({ ok: false, error: { code: 'state_unsafe' } })
    expect(readFileSync(join(path, 'keys.json'), 'utf8')).toBe(damaged)
  })
})

describe('where a request comes from', () => {
  const ours = ['127.0.0.1:4070', 'localhost:4070']

  test('only our own host, our own origin or none, and our own site or none come in', () => {
    const hosts = oneof(
      constantFrom(...ours, '127.0.0.1', 'localhost', '127.0.0.1:4071', '[::1]:4070', 'evil.example:4070'),
      string(),
    )
    const origins = option(
      oneof(constantFrom(...ours.map(host => `http://${host}`), 'null', 'https://127.0.0.1:4070'), string()),
      {
        nil: undefined,
      },
    )
    const sites = option(oneof(constantFrom('same-origin', 'none', 'same-site', 'cross-site'), string()), {
      nil: undefined,
    })
    assert(
      property(hosts, origins, sites, (host, origin, fetchSite) => {
        const isOurs =
          ours.includes(host) &&
          (origin === undefined || origin === `http://${host}`) &&
          [undefined, 'same-origin', 'none'].includes(fetchSite)
        expect(checkOrigin({ host, origin, fetchSite }, 4070) === undefined).toBe(isOurs)
      }),
      { numRuns: 1_000 },
    )
  })
})

test('so many requests in a second, twice as many at once, each name for itself', () => {
  const clock = testClock()
  const rate = createRate({ clock, perSecond: () => 10 })
  const taken = (name: string): number => Array.from({ length: 50 }, () => rate.take(name)).filter(Boolean).length
  expect([taken('a'), taken('a'), taken('b')]).toEqual([20, 0, 20])
  clock.pass(1_000)
  expect(taken('a')).toBe(10)
})
