import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { entriesOf } from '../scenarios/play.ts'
import { pageServer, rawServer, redirectTo, sends } from './page-server.ts'
import { codeOf, member, openWorld, webWorld } from './web-world.ts'

const SENTENCE = 'The lighthouse burned all night, and nobody came, because the road was under water. '
const ARTICLE = `<!doctype html><html><head><title>The night</title><meta name="author" content="Ann Writer">
<meta property="article:published_time" content="2026-01-02T03:04:05Z"></head><body>
<nav><a href="/elsewhere">Navigation that nobody reads</a></nav>
<article><h1>The night</h1>${`<p>${SENTENCE.repeat(4)}</p>`.repeat(3)}
<p>See <a href="notes/one?x=1#part">the notes</a> and <a href="javascript:alert(1)">a trick</a>.</p>
<table><tr><th>hour</th><th>light|dark</th></tr><tr><td>1</td><td>on</td></tr></table>
<p style="display:none">Unseen order number one</p><p hidden>Unseen order number two</p><p>vis\u200bible\u202e</p>
<img src="http://127.0.0.1/pixel.png" alt="a tower"><script>var stolen = 'script text'</script></article></body></html>`

describe('a page', () => {
  test('is shown as Markdown, with title, author, date and whole links, and without what nobody sees', async () => {
    const server = await pageServer({ '/story/night': ARTICLE })
    const { fetch } = await openWorld()
    const report = await fetch(server.at('/story/night'))
    expect([codeOf(report), member(report, 'title'), member(report, 'author')]).toEqual([
      undefined,
      'The night',
      'Ann Writer',
    ])
    expect(member(report, 'date')).toBe('2026-01-02T03:04:05Z')
    expect(report.text).toContain(SENTENCE.trim())
    expect(report.text).toContain(`[the notes](${server.at('/story/notes/one?x=1#part')})`)
    expect(report.text).toContain('| hour | light\\|dark |\n| --- | --- |\n| 1 | on |')
    expect(report.text).toContain('visible')
    expect(report.text).toContain('[image: a tower]')
    for (const unseen of ['Unseen', 'Navigation', 'javascript:', 'pixel.png', 'script text', '\u200b', '\u202e'])
      expect(report.text).not.toContain(unseen)
  })

  test('comes in parts, and each part says where the next begins', async () => {
    const server = await pageServer({ '/': sends('text/plain', 'abcdefghij'.repeat(100)) })
    const { fetch } = await openWorld()
    const first = await fetch(server.at('/'), { max_chars: 300 })
    expect(first.text).toContain('[300 of 1000 characters so far; call again with start=300]')
    expect([member(first, 'chars_shown'), member(first, 'chars_remaining'), member(first, 'has_more')]).toEqual([
      300,
      700,
      true,
    ])
    const last = await fetch(server.at('/'), { start: 900 })
    expect([last.text.endsWith('abcdefghij'), member(last, 'has_more')]).toEqual([true, false])
  })

  test('that is long is kept under a handle, like every long result', async () => {
    const server = await pageServer({ '/': sends('text/plain', 'word '.repeat(20_000)) })
    const { fetch } = await openWorld({ 'web.max_chars': 90_000, 'tools.max_result_chars': 5_000 })
    const report = await fetch(server.at('/'))
    expect([report.text.length <= 5_000, member(report, 'handle')]).toEqual([true, expect.stringMatching(/^res_/)])
  })

  test('of another kind than text is told by kind and size, and not loaded', async () => {
    const server = await pageServer({ '/book.pdf': sends('application/pdf', Buffer.alloc(1_500_000)) })
    const { fetch } = await openWorld()
    const report = await fetch(server.at('/book.pdf'))
    expect(report.text).toContain('[no text: application/pdf, 1.4 MB; only text is read]')
    expect(member(report, 'transfer', 'downloaded_bytes')).toBe(0)
  })

  test.each([
    ['of its kind', 'content-type: application/x\u009B31m\u00ADy', 'application/x31my'],
    ['of its packing', 'content-type: text/plain\r\ncontent-encoding: x\u009B31m', '"x31m"'],
  ])('cannot steer a terminal with the header %s', async (_title, header, shown) => {
    const server = await rawServer(socket => socket.end(Buffer.from(`HTTP/1.1 200 OK\r\n${header}\r\n\r\nx`, 'latin1')))
    const { fetch } = await openWorld()
    const { text, data, fault } = await fetch(server.at('/'))
    expect(text).toContain(shown)
    expect([text, JSON.stringify(data ?? null), JSON.stringify(fault ?? null)].join('')).not.toMatch(
      /[\u0080-\u009F\u00AD]/,
    )
  })

  test.each([
    ['gzip', gzipSync],
    ['br', brotliCompressSync],
    ['deflate', deflateSync],
  ])('that is packed with %s is unpacked, and both sizes are told', async (encoding, pack) => {
    const text = 'a plain line\n'.repeat(1_000)
    const server = await pageServer({
      '/': sends('text/plain', pack(Buffer.from(text)), { 'content-encoding': encoding }),
    })
    const { fetch } = await openWorld()
    const report = await fetch(server.at('/'))
    expect(report.text).toContain('a plain line')
    expect(member(report, 'transfer', 'decoded_bytes')).toBe(text.length)
    expect(Number(member(report, 'transfer', 'downloaded_bytes'))).toBeLessThan(1_000)
  })

  test.each([
    ['utf-8 without a word about it', 'text/plain', Buffer.from('grün')],
    ['windows-1252 without a word about it', 'text/plain', Buffer.from([0x67, 0x72, 0xfc, 0x6e])],
    ['the charset of the header', 'text/plain; charset=iso-8859-2', Buffer.from([0x67, 0x72, 0xfc, 0x6e])],
    [
      'the charset that the page names',
      'text/html',
      Buffer.from('<meta charset="iso-8859-2"><p>gr\u00fcn</p>', 'latin1'),
    ],
    ['a mark of its order', 'text/plain', Buffer.from('\ufeffgrün', 'utf16le')],
  ])('is read in %s', async (_title, type, bytes) => {
    const server = await pageServer({ '/': sends(type, bytes) })
    const { fetch } = await openWorld()
    expect((await fetch(server.at('/'))).text).toContain('grün')
  })

  test.each([
    [404, 'web_failed'],
    [403, 'web_failed'],
    [429, 'tool_busy'],
    [503, 'tool_server_error'],
  ])('that is answered with %s is no page', async (status, code) => {
    const server = await pageServer({ '/': (_request, response) => response.writeHead(status).end('a long story') })
    const { fetch } = await openWorld()
    const report = await fetch(server.at('/'))
    expect([codeOf(report), report.text.includes('a long story')]).toEqual([code, false])
  })
})

describe('what is sent', () => {
  test('is a plain request: no cookies, no credentials, always the same name, and a connection of its own', async () => {
    const server = await pageServer({
      '/a': (_request, response) => response.writeHead(302, { location: '/b', 'set-cookie': 'id=1' }).end(),
      '/b': sends('text/plain', 'here'),
    })
    const { fetch } = await openWorld()
    expect((await fetch(server.at('/a'))).text).toContain('here')
    for (const { headers, method } of server.requests) {
      expect(Object.keys(headers).toSorted()).toEqual([
        'accept',
        'accept-encoding',
        'accept-language',
        'connection',
        'host',
        'user-agent',
      ])
      expect([method, headers.connection, headers.host]).toEqual(['GET', 'close', `127.0.0.1:${server.port}`])
    }
    expect(new Set(server.ports).size).toBe(2)
  })

  test('goes past no proxy of the environment', async () => {
    const [server, proxy] = [
      await pageServer({ '/': sends('text/plain', 'straight') }),
      await pageServer({ '*': 'by proxy' }),
    ]
    const before = { ...process.env }
    Object.assign(process.env, {
      http_proxy: proxy.at('/'),
      HTTP_PROXY: proxy.at('/'),
      ALL_PROXY: proxy.at('/'),
      NODE_USE_ENV_PROXY: '1',
    })
    try {
      const { fetch } = await openWorld()
      expect((await fetch(server.at('/'))).text).toContain('straight')
      expect(proxy.asked).toEqual([])
    } finally {
      process.env = before
    }
  })
})

describe('redirects', () => {
  test('are followed one by one, and told', async () => {
    const server = await pageServer({
      '/a': redirectTo('/b', 301),
      '/b': redirectTo('c?d=e', 307),
      '/c': sends('text/plain', 'the end'),
    })
    const { fetch } = await openWorld()
    const report = await fetch(server.at('/a'))
    expect(report.text).toContain('the end')
    expect(member(report, 'url')).toBe(server.at('/c?d=e'))
    expect(member(report, 'transfer', 'redirects')).toEqual([
      { from: server.at('/a'), to: server.at('/b'), status: 301 },
      { from: server.at('/b'), to: server.at('/c?d=e'), status: 307 },
    ])
  })

  test('end after max_redirects', async () => {
    const server = await pageServer({
      '*': (request, response) => response.writeHead(302, { location: `${request.url}x` }).end(),
    })
    const { fetch } = await openWorld({ 'web.max_redirects': 3 })
    expect(codeOf(await fetch(server.at('/a')))).toBe('web_failed')
    expect(server.asked).toHaveLength(4)
  })
})

test('what was fetched is receipted with an intent before it and its size after it', async () => {
  const server = await pageServer({ '/': sends('text/plain', 'here') })
  const { fetch, runtime } = await openWorld()
  const report = await fetch(server.at('/'))
  expect(entriesOf(runtime).flatMap(({ type }) => (type === 'intent' || type === 'outcome' ? [type] : []))).toEqual([
    'intent',
    'outcome',
  ])
  expect(report.receipt?.receipt_id).toMatch(/^rcpt_/)
})

test('without the right nothing is fetched', async () => {
  const server = await pageServer({ '*': 'x' })
  const { fetch } = await openWorld()
  expect(codeOf(await fetch(server.at('/'), {}, { allow: [] }))).toBe('permission_denied')
  expect(server.asked).toEqual([])
})

test('without allow_hosts the same page is not fetched', async () => {
  const server = await pageServer({ '*': 'x' })
  const { fetch } = await webWorld()
  expect(codeOf(await fetch(server.at('/')))).toBe('web_blocked')
  expect(server.asked).toEqual([])
})
