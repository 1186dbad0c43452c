import { describe, expect, test } from 'vitest'
import { createRedactor } from './index.ts'

const redactor = createRedactor({ key: 'k', known: ['held-by-the-runtime'] })

/** The least of some runs, in milliseconds of this process alone, so that a busy machine does not count. */
function cost(text: string): number {
  let least = Infinity
  for (let run = 0; run < 3; run++) {
    const started = process.cpuUsage()
    redactor.redactText(text)
    const { user, system } = process.cpuUsage(started)
    least = Math.min(least, (user + system) / 1000)
  }
  return least
}

const LENGTH = 150_000

describe('twice the text takes at most about three times as long', () => {
  test.each<[string, string]>([
    ['one letter', 'a'],
    ['frames of keys', '-----BEGIN '],
    ['whole frames of keys', '-----BEGIN RSA PRIVATE KEY-----'],
    ['frames with a line each', '-----BEGIN RSA PRIVATE KEY-----\nMIIEpAIBAAKCAQEAxk2\n'],
    ['names with a sign', 'password='],
    ['names with a colon', 'api_key:'],
    ['names with an open quote', 'token="'],
    ['names with a value', 'secret: a1B2c3D4e5 '],
    ['names in a sentence', 'the token is '],
    ['addresses', '://a:'],
    ['addresses with a sign', 'http://a:b@'],
    ['web tokens', 'eyJ-'],
    ['dots', 'a.b.c.'],
    ['prefixes', 'sk-'],
    ['prefixes with underscores', 'sk_live_'],
    ['hyphens and underscores', 'ab-cd_'],
    ['cookies', 'cookie: a='],
    ['commands', 'curl -u a:'],
    ['logins', 'machine a login b '],
    ['known beginnings', 'held-by-the-runtim'],
    ['markers', '[REDACTED:password#00000000]'],
    ['broken markers', '[REDACTED:'],
    ['backslashes', '\\n\\"'],
    ['recovery phrases', 'seed phrase: abandon ability '],
    ['access keys', 'AKIAAAAAAAAAAAAAAAAA '],
  ])('%s', (_, unit) => {
    const text = unit.repeat(Math.ceil(LENGTH / unit.length))
    cost(text)
    const [once, twice] = [cost(text), cost(text + text)]
    expect(twice).toBeLessThan(3 * once + 25)
    expect(once).toBeLessThan(3000) // 50 KB a second is far below what the slowest of these need on a busy machine
  })
})
