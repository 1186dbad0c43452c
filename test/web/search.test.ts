import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Json, JsonObject } from '../../src/core/index.ts'
import { pageServer, redirectTo, sends } from './page-server.ts'
import { type WebWorld, codeOf, member, webWorld } from './web-world.ts'

const json = (body: unknown): ReturnType<typeof sends> => sends('application/json', JSON.stringify(body))
const result = (url: string, more: JsonObject = {}): JsonObject => ({
  title: 'A title',
  url,
  content: 'Some words',
  ...more,
})

async function engine(
  body: unknown,
  settings: JsonObject = {},
): Promise<{ readonly asked: string[]; readonly world: WebWorld }> {
  const { asked, at } = await pageServer({ '*': json(body) })
  return { asked, world: await webWorld({ 'web.search_url': at('/'), ...settings }) }
}

describe('a search', () => {
  test('asks a SearXNG as it wants to be asked, though it lies on this machine, and lists what it found', async () => {
    const { asked, world } = await engine({
      results: [result('https://example.org/a b'), result('https://example.org/2', { title: '' })],
    })
    const report = await world.search('lighthouse & keeper')
    expect(asked).toEqual(['/search?q=lighthouse%20%26%20keeper&format=json'])
    expect(member(report, 'results')).toEqual([
      { title: 'A title', url: 'https://example.org/a%20b', snippet: 'Some words' },
      { title: 'example.org', url: 'https://example.org/2', snippet: 'Some words' },
    ])
    expect(report.text).toBe(
      '1. A title\n   https://example.org/a%20b\n   Some words\n\n2. example.org\n   https://example.org/2\n   Some words',
    )
  })

  test('asks another engine by its own URL, and finds the members by their paths', async () => {
    const { asked, at } = await pageServer({
      '*': json({ web: { hits: [{ name: 'N', at: { href: 'https://example.org/' }, text: 'T' }] } }),
    })
    const world = await webWorld({
      'web.search_url': at('/v1?key=k&find={query}'),
      'web.search_results': 'web.hits',
      'web.search_title': 'name',
      'web.search_link': 'at.href',
      'web.search_snippet': 'text',
    })
    const report = await world.search('a?b')
    expect([asked, member(report, 'results')]).toEqual([
      ['/v1?key=k&find=a%3Fb'],
      [{ title: 'N', url: 'https://example.org/', snippet: 'T' }],
    ])
    expect(JSON.stringify([report.text, report.data])).not.toContain('key=k')
  })

  test('shows no more than it may, each on its line and without what nobody sees', async () => {
    const long = `a\u202e\u200b\n${'word '.repeat(1_000)}`
    const { world } = await engine({
      results: Array.from({ length: 50 }, (_, at) =>
        result(`https://example.org/${at}`, { title: long, content: long }),
      ),
    })
    const report = await world.search('x')
    const found = member(report, 'results')
    expect(Array.isArray(found) && found.length).toBe(10)
    expect(report.text.length).toBeLessThan(10_000)
    expect(report.text).not.toMatch(/[\u202e\u200b]/)
  })

  test('leaves out what is no address of a page', async () => {
    const urls = [
      'javascript:alert(1)',
      'file:///etc/passwd',
      'https://user:secret@example.org/',
      'no url',
      '',
      `https://example.org/${'x'.repeat(3_000)}`,
    ]
    const { world } = await engine({
      results: [...urls.map(url => result(url)), result('https://example.org/kept'), null, 7, []],
    })
    expect(member(await world.search('x'), 'results')).toMatchObject([{ url: 'https://example.org/kept' }])
  })

  test('opens no way to the engine for fetching', async () => {
    const { asked, at } = await pageServer({ '*': json({ results: [] }) })
    const { fetch, search } = await webWorld({ 'web.search_url': at('/') })
    expect(codeOf(await fetch(at('/search?q=x')))).toBe('web_blocked')
    expect([codeOf(await search('x')), asked.length]).toEqual([undefined, 1])
  })

  test('is sent nowhere else by the engine', async () => {
    const other = await pageServer({ '*': json({ results: [] }) })
    const { at } = await pageServer({ '*': redirectTo(other.at('/')) })
    const { search } = await webWorld({ 'web.search_url': at('/') })
    expect([codeOf(await search('x')), other.asked]).toEqual(['web_failed', []])
  })

  test('of an engine that answers with a page says what to set there', async () => {
    const { at } = await pageServer({ '*': '<html>Search here</html>' })
    const { search } = await webWorld({ 'web.search_url': at('/') })
    const report = await search('x')
    expect([codeOf(report), report.text]).toEqual(['web_failed', expect.stringContaining('json among the formats')])
  })

  test('reads whatever an engine answers', async () => {
    let body: Json = null
    const { at } = await pageServer({
      '*': (_request, response) =>
        response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body)),
    })
    const { search } = await webWorld({ 'web.search_url': at('/'), 'tools.rate_limit.per_session': 10_000 })
    const value = fc.oneof(
      fc.jsonValue(),
      fc.record({ results: fc.jsonValue() }),
      fc.record({
        results: fc.array(
          fc.record({ title: fc.jsonValue(), url: fc.oneof(fc.webUrl(), fc.jsonValue()), content: fc.jsonValue() }),
        ),
      }),
    )
    await fc.assert(
      fc.asyncProperty(value, async answer => {
        body = answer as Json
        const { ok, text } = await search('x', { session: `s${Math.random()}` })
        expect([ok, typeof text]).toEqual([true, 'string'])
      }),
      { numRuns: 60 },
    )
  })
})

test.each(['localhost:8888', 'ftp://localhost/', 'http://user:key@localhost/', 'nonsense'])(
  '%s is no search engine, and nothing starts with it',
  async address => {
    await expect(webWorld({ 'web.search_url': address })).rejects.toThrow('web.search_url is no address')
  },
)

test.each([
  ['web.allow_hosts', '*'],
  ['web.allow_hosts', 'http://intranet/'],
  ['web.allow_hosts', ''],
  ['web.deny_hosts', 'a b'],
  ['web.deny_hosts', 'x/y'],
])('%s does not take %j', async (key, written) => {
  await expect(webWorld({ [key]: [written] })).rejects.toThrow(key)
})
