import { describe, expect, test } from 'vitest'
import type { Result } from '../../../core/index.ts'
import { type ReaderLimits, startReader } from './start-reader.ts'
import type { ReadPage } from './read-page.ts'

const read = (html: string, limits: Partial<ReaderLimits> = {}): Promise<Result<ReadPage>> =>
  startReader(
    { html, url: 'https://example.org/a/b' },
    { timeoutMs: 30_000, memoryMib: 256, signal: new AbortController().signal, ...limits },
  )
const textOf = async (html: string): Promise<string> => {
  const page = await read(html)
  return page.ok ? page.value.text : `${page.error.code}: ${page.error.message}`
}
const problemOf = (page: Result<ReadPage>): string => (page.ok ? 'read' : `${page.error.code}: ${page.error.message}`)

describe('the reader of pages', () => {
  test('stops when its time is over, whatever the page is doing', async () => {
    const began = performance.now()
    expect(problemOf(await read('<p>x</p>'.repeat(50_000), { timeoutMs: 1 }))).toBe(
      'web_failed: Reading the page took more time than a page is given.',
    )
    expect(performance.now() - began).toBeLessThan(10_000)
  })

  test('stops when its memory is used up, and takes nobody with it', async () => {
    const page = await read(`<p>${'<i>word</i> '.repeat(50_000)}</p>`, { memoryMib: 24 })
    expect(problemOf(page)).toBe('web_failed: Reading the page took more memory than a page is given.')
  })

  test('stops when the call is stopped', async () => {
    const stop = new AbortController()
    stop.abort()
    expect(problemOf(await read('<p>x</p>', { signal: stop.signal }))).toMatch(/^tool_cancelled/)
  })

  test('is told nothing of our environment, and no script of a page runs', async () => {
    process.env['COUNTERSIGN_TEST_CANARY'] = 'canary'
    const html =
      '<p id="a">before</p><script>document.getElementById("a").textContent = process.env.COUNTERSIGN_TEST_CANARY</script>'
    expect(await textOf(html)).toBe('before')
  })
})

describe('a page becomes Markdown', () => {
  test.each([
    [
      'headings and emphasis',
      '<h2>Head</h2><p>A <b>bold</b> and <em>soft</em> word</p>',
      '## Head\n\nA **bold** and *soft* word',
    ],
    ['lists', '<ul><li>one<li>two</ul><ol><li>first</ol>', expect.stringMatching(/-\s+one\n-\s+two\n\n1\.\s+first/)],
    ['code', '<pre><code>a = 1\nb</code></pre>', '```\na = 1\nb\n```'],
    ['relative links', '<a href="c?d#e">x</a>', '[x](https://example.org/a/c?d#e)'],
    [
      'links against the base of the page',
      '<html><head><base href="https://other.org/x/"></head><body><a href="y">z</a></body></html>',
      '[z](https://other.org/x/y)',
    ],
    [
      'a base that is no page',
      '<html><head><base href="javascript:x"></head><body><a href="y">z</a></body></html>',
      '[z](https://example.org/a/y)',
    ],
    [
      'links that lead nowhere',
      '<a href="javascript:alert(1)">x</a> <a href="data:text/html,y">y</a> <a href="http://[">z</a>',
      'x y z',
    ],
    [
      'a table',
      '<table><thead><tr><th>a</th><th>b</th></tr></thead><tbody><tr><td>1</td><td>2<br>3</td></tr></tbody></table>',
      '| a | b |\n| --- | --- |\n| 1 | 2 3 |',
    ],
    [
      'a table that only puts things side by side',
      '<table><tr><td>left<table><tr><td>in</td></tr></table></td><td>right</td></tr></table>',
      'left\n\nin\n\nright',
    ],
    ['a page without the usual frame', '<!doctype html><title>T</title><p>only this', 'only this'],
    ['a text without any tag', 'just words', 'just words'],
    ['nothing', '', ''],
    [
      'hidden things',
      '<p>seen</p><p hidden>a</p><p aria-hidden="true">b</p><p style="VISIBILITY : hidden">c</p><p style="font-size:0">d</p><p style="position:absolute;left:-9999px">e</p><p style="opacity:0.5">half</p>',
      'seen\n\nhalf',
    ],
    [
      'what is no text',
      '<p>seen</p><script>a</script><style>b</style><template>c</template><noscript>d</noscript><iframe>e</iframe><svg><text>f</text></svg><button>g</button><textarea>h</textarea><!-- i -->',
      'seen',
    ],
  ])('%s', async (_title, html, markdown) => {
    expect(await textOf(html)).toEqual(markdown)
  })

  test('with what it says of itself', async () => {
    const head =
      '<title>A title</title><meta name="author" content="Ann"><meta property="og:site_name" content="The site">'
    const page = await read(
      `<html><head>${head}</head><body><article>${'<p>A sentence, with commas, that goes on for a while. </p>'.repeat(20)}</article></body></html>`,
    )
    expect(page).toMatchObject({ ok: true, value: { title: 'A title', author: 'Ann', site: 'The site' } })
  })
})
