import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SITE, ZONE } from './addresses.ts'
import { ATTACKS, ORDINARY, REBINDING } from './attacks.ts'
import { type Internet, openInternet } from './internet.ts'
import { lacksNamespaces } from '../../system-needs.ts'

describe.skipIf(lacksNamespaces)('in an internet of its own, made of network namespaces', () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'countersign-internet-')))
  let internet: Internet
  beforeAll(async () => {
    internet = await openInternet(folder)
  })
  afterAll(async () => {
    await internet?.close()
    rmSync(folder, { recursive: true, force: true })
  })

  test('there are at least 40 attacks, and no two are the same', () => {
    expect(ATTACKS.length).toBeGreaterThanOrEqual(40)
    expect(new Set(ATTACKS.map(({ url }) => url)).size).toBe(ATTACKS.length)
  })

  test.each(ATTACKS.map(({ how, url }) => [how, JSON.stringify(url), url] as const))(
    '%s, %s, reaches nobody',
    async (_how, _shown, url) => {
      const { ok, code, text, data } = await internet.fetch(url)
      expect({ ok, code, leaks: internet.leaks() }).toEqual({ ok: false, code: 'web_blocked', leaks: [] })
      expect(JSON.stringify([text, data])).not.toContain('LEAK')
    },
  )

  test.each(REBINDING)(
    '%s, which is another address a moment later, gives the public page, and later nothing',
    async url => {
      const answers: (string | null)[] = []
      for (let times = 0; times < 4; times++) {
        const { ok, code, text } = await internet.fetch(url)
        answers.push(ok && text.includes('a public page of') ? 'the public page' : code)
        expect([text.includes('LEAK'), internet.leaks()]).toEqual([false, []])
      }
      // What is connected is what was checked: asking a second time would have found the other address, and nobody there to answer.
      expect([answers[0], answers[3]]).toEqual(['the public page', 'web_blocked'])
    },
  )

  test.each(ORDINARY)('%s is fetched', async url => {
    const { ok, code, text } = await internet.fetch(url)
    expect({ ok, code }).toEqual({ ok: true, code: null })
    expect(text).toContain('a public page of')
  })

  test('the server is asked for by name, though it is connected by number', async () => {
    const { text } = await internet.fetch(`https://secure.${ZONE}/`)
    expect(text).toContain(`a public page of secure.${ZONE}`)
  })

  test('a certificate for another name is not taken', async () => {
    const { ok, code } = await internet.fetch(`https://wrong.${ZONE}/`)
    expect({ ok, code }).toEqual({ ok: false, code: 'web_failed' })
  })

  test('from a safe line nothing leads to an open one', async () => {
    const { code, text } = await internet.fetch(
      `https://secure.${ZONE}/go?to=${encodeURIComponent(`http://four.${ZONE}/`)}`,
    )
    expect([code, text]).toEqual(['web_blocked', expect.stringContaining('from https to http')])
  })

  describe('hosts that the person has opened for himself', () => {
    test.each(['private', 'ourselves'])('%s is fetched, though it is not public', async name => {
      const { ok, text } = await internet.fetchOwn(`http://${name}.${ZONE}/`)
      expect([ok, text.includes('LEAK'), internet.leaks().length]).toEqual([true, true, 1])
    })

    test('are closed all the same where a cloud keeps its secrets', async () => {
      const { code } = await internet.fetchOwn(`http://metadata.${ZONE}/`)
      expect([code, internet.leaks()]).toEqual(['web_blocked', []])
    })

    test('are not open to the redirects of strangers', async () => {
      const { code } = await internet.fetchOwn(`http://${SITE}/go?to=${encodeURIComponent(`http://private.${ZONE}/`)}`)
      expect([code, internet.leaks()]).toEqual(['web_blocked', []])
    })

    test('open no other host', async () => {
      for (const url of ['http://10.1.2.3/', `http://home.${ZONE}/`, 'http://127.0.0.1/'])
        expect([(await internet.fetchOwn(url)).code, internet.leaks()]).toEqual(['web_blocked', []])
    })
  })

  test('the command line is no other door', async () => {
    const call = (url: string): ReturnType<Internet['command']> =>
      internet.command('call', 'web_fetch', `url=${url}`, '--allow', 'BrowserControl')
    const page = await call(`http://${SITE}/go?to=http://other.${ZONE}/`)
    expect(page.out).toContain(`a public page of other.${ZONE}`)
    expect(page.out).toContain(`other.${ZONE}, 1 redirect, `)
    for (const url of ['http://127.1/', `http://loopback.${ZONE}/`, `http://${SITE}/go?to=http://10.1.2.3/`]) {
      const { code, out } = await call(url)
      expect([code, out.includes('web_blocked'), out.includes('LEAK'), internet.leaks()]).toEqual([1, true, false, []])
    }
  })

  test('the same URLs, in the hands of a client that does not look, do reach somebody', async () => {
    const texts = await internet.fetchBlindly(ATTACKS.map(({ url }) => url))
    expect(internet.leaks().length).toBeGreaterThanOrEqual(80)
    expect(texts.filter(text => text.includes('LEAK')).length).toBeGreaterThanOrEqual(80)
  })
})
