import { constants, createBrotliCompress, createGzip, gzipSync } from 'node:zlib'
import { createServer } from 'node:net'
import type { Transform } from 'node:stream'
import { describe, expect, onTestFinished, test } from 'vitest'
import { type Answer, pageServer, rawServer, redirectTo, sends } from './page-server.ts'
import { codeOf, openWorld } from './web-world.ts'

const MIB = 1024 * 1024

/** Packs zeros until so many of them are packed. */
async function packed(packer: Transform, mebibytes: number): Promise<Buffer> {
  const parts: Buffer[] = []
  packer.on('data', (part: Buffer) => parts.push(part))
  const ended = new Promise(resolve => packer.once('end', resolve))
  const zeros = Buffer.alloc(MIB)
  for (let at = 0; at < mebibytes; at++)
    if (!packer.write(zeros)) await new Promise(resolve => packer.once('drain', resolve))
  packer.end()
  await ended
  return Buffer.concat(parts)
}

/** Repeats a member without packing it again: ten gigabytes of zeros in ten megabytes. */
async function gzipBomb(): Promise<Buffer> {
  const member = await packed(createGzip({ level: 9 }), 64)
  return Buffer.concat(Array.from({ length: 160 }, () => member))
}

/** More memory than this would be what the bomb wants. */
async function growth(work: () => Promise<unknown>): Promise<number> {
  const before = process.memoryUsage().rss
  let most = before
  const timer = setInterval(() => (most = Math.max(most, process.memoryUsage().rss)), 5)
  await work()
  clearInterval(timer)
  return (most - before) / MIB
}

const endless =
  (type: string, part: string): Answer =>
  (_request, response) => {
    response.writeHead(200, { 'content-type': type })
    const more = (): void => {
      while (!response.destroyed && response.write(part));
      if (!response.destroyed) response.once('drain', more)
    }
    more()
  }

describe('packed pages', () => {
  test('ten megabytes that unfold to ten gigabytes are left at the cap', async () => {
    const bomb = await gzipBomb()
    expect(bomb.length).toBeGreaterThan(9 * MIB)
    const server = await pageServer({ '/': sends('text/html', bomb, { 'content-encoding': 'gzip' }) })
    const { fetch } = await openWorld({ 'web.max_download_bytes': 32 * MIB })
    const grown = await growth(async () => expect(codeOf(await fetch(server.at('/')))).toBe('web_failed'))
    expect(grown).toBeLessThan(200)
  })

  test('a brotli of a few kilobytes that unfolds to a gigabyte is left at the cap', async () => {
    const bomb = await packed(createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }), 1_024)
    expect(bomb.length).toBeLessThan(MIB)
    const server = await pageServer({ '/': sends('text/plain', bomb, { 'content-encoding': 'br' }) })
    const { fetch } = await openWorld()
    const grown = await growth(async () => expect(codeOf(await fetch(server.at('/')))).toBe('web_failed'))
    expect(grown).toBeLessThan(200)
  })

  test.each([
    ['packed twice', 'gzip, gzip', gzipSync(gzipSync('x'))],
    ['packed in an unknown way', 'zstd', Buffer.from('x')],
    ['no gzip at all', 'gzip', Buffer.from('plain')],
    ['a gzip that breaks off', 'gzip', gzipSync('x'.repeat(10_000)).subarray(0, 20)],
  ])('what is %s is not read', async (_title, encoding, bytes) => {
    const server = await pageServer({ '/': sends('text/plain', bytes, { 'content-encoding': encoding }) })
    const { fetch } = await openWorld()
    expect(codeOf(await fetch(server.at('/')))).toBe('web_failed')
  })
})

describe('streams', () => {
  test('without an end are broken off at the cap', async () => {
    const server = await pageServer({ '/': endless('text/plain', 'more and '.repeat(1_000)) })
    const { fetch } = await openWorld({ 'web.max_download_bytes': MIB })
    const report = await fetch(server.at('/'))
    expect([codeOf(report), report.text]).toEqual(['web_failed', expect.stringContaining('1 MB')])
  })

  test('that say that they are too long are not begun', async () => {
    const server = await rawServer(socket =>
      socket.write('HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ncontent-length: 99999999999\r\n\r\n'),
    )
    const { fetch } = await openWorld()
    const report = await fetch(server.at('/'))
    expect([codeOf(report), report.text]).toEqual(['web_failed', expect.stringContaining('93.1 GB')])
  })

  test.each([
    ['a head that never ends', 'HTTP/1.1 200 OK\r\nx', 'x'],
    ['a body that drips', 'HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\ncontent-length: 1000\r\n\r\n', 'x'],
    [
      'chunks that drip',
      'HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\ntransfer-encoding: chunked\r\n\r\n',
      '1\r\nx\r\n',
    ],
    ['preliminary answers for ever', '', 'HTTP/1.1 103 Early Hints\r\nlink: </x>\r\n\r\n'],
  ])('%s ends with the time that a page has', async (_title, first, drip) => {
    const server = await rawServer(socket => {
      socket.write(first)
      const timer = setInterval(() => socket.write(drip), 50)
      socket.on('close', () => clearInterval(timer))
    })
    const { fetch } = await openWorld({ 'web.timeout_secs': 1 })
    const began = performance.now()
    expect(codeOf(await fetch(server.at('/')))).toBe('tool_timeout')
    expect(performance.now() - began).toBeLessThan(10_000)
  })

  test.each([
    ['drips', 'HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\ncontent-length: 1000\r\n\r\n'],
    ['is silent', ''],
  ])('a page that %s has its time once, however often it may be tried', async (_title, first) => {
    let asked = 0
    const server = await rawServer(socket => {
      asked += 1
      socket.write(first)
      const timer = setInterval(() => first !== '' && socket.write('x'), 50)
      socket.on('close', () => clearInterval(timer))
    })
    const { fetch } = await openWorld({
      'web.timeout_secs': 2,
      'tools.retry.max_attempts': 4,
      'tools.retry.base_ms': 0,
    })
    const began = performance.now()
    expect([codeOf(await fetch(server.at('/'))), asked]).toEqual(['tool_timeout', 1])
    expect(performance.now() - began).toBeLessThan(6_000)
  })

  test('a page that fails at first has what is left of its time', async () => {
    let asked = 0
    const server = await rawServer(socket => {
      asked += 1
      if (asked === 1) setTimeout(() => socket.end('HTTP/1.1 503 Busy\r\ncontent-length: 0\r\n\r\n'), 3_000)
    })
    const { fetch } = await openWorld({
      'web.timeout_secs': 4,
      'tools.retry.max_attempts': 2,
      'tools.retry.base_ms': 0,
    })
    const began = performance.now()
    expect([codeOf(await fetch(server.at('/'))), asked]).toEqual(['tool_timeout', 2])
    expect(performance.now() - began).toBeLessThan(6_800)
  })

  test('silence ends with the time that a page has', async () => {
    const server = await rawServer(() => {})
    const { fetch } = await openWorld({ 'web.timeout_secs': 1 })
    expect(codeOf(await fetch(server.at('/')))).toBe('tool_timeout')
  })

  test.each([
    ['one header of a megabyte', `HTTP/1.1 200 OK\r\nx: ${'y'.repeat(MIB)}\r\n\r\n`],
    ['a hundred thousand headers', `HTTP/1.1 200 OK\r\n${'x: y\r\n'.repeat(100_000)}\r\n`],
    ['a status line of a megabyte', `HTTP/1.1 200 ${'O'.repeat(MIB)}\r\n\r\n`],
    ['what is no HTTP', 'SSH-2.0-OpenSSH_9.9\r\n'],
  ])('%s is no page', async (_title, said) => {
    const server = await rawServer(socket => socket.write(said))
    const { fetch } = await openWorld({ 'web.timeout_secs': 2 })
    expect(['web_failed', 'tool_network', 'tool_timeout']).toContain(codeOf(await fetch(server.at('/'))))
  })

  test('chunks with endless remarks are broken off, though they bring no text', async () => {
    const server = await rawServer(socket => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\ntransfer-encoding: chunked\r\n\r\n1;')
      const more = (): void => {
        while (!socket.destroyed && socket.write('a=b;'.repeat(10_000)));
        if (!socket.destroyed) socket.once('drain', more)
      }
      more()
    })
    const { fetch } = await openWorld({ 'web.timeout_secs': 30, 'web.max_download_bytes': MIB })
    const report = await fetch(server.at('/'))
    expect([codeOf(report), report.text]).toEqual(['web_failed', expect.stringContaining('more than 1 MB')])
  })

  test('three hundred redirects are not followed', async () => {
    const hops = Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`/${at}`, redirectTo(`/${at + 1}`)]))
    const server = await pageServer({ ...hops, '/300': 'the end' })
    const { fetch } = await openWorld()
    expect(codeOf(await fetch(server.at('/0')))).toBe('web_failed')
    expect(server.asked).toHaveLength(6)
  })

  test('a redirect to itself ends', async () => {
    const server = await pageServer({ '/': redirectTo('/') })
    const { fetch } = await openWorld()
    expect([codeOf(await fetch(server.at('/'))), server.asked.length]).toEqual(['web_failed', 6])
  })
})

test.each(['127.0.0.1', 'localhost'])('twenty redirects of %s warn nobody of listeners', async host => {
  const warnings: string[] = []
  const note = ({ name, message }: Error): unknown => warnings.push(`${name}: ${message}`)
  process.on('warning', note)
  onTestFinished(() => void process.off('warning', note))
  const server = await pageServer({ '/': redirectTo('/') })
  const { fetch } = await openWorld({ 'web.allow_hosts': [host], 'web.max_redirects': 20 })
  expect(codeOf(await fetch(server.at('/').replace('127.0.0.1', host)))).toBe('web_failed')
  await new Promise(resolve => setImmediate(resolve))
  expect([server.asked.length, warnings.filter(each => each.includes('MaxListeners'))]).toEqual([21, []])
})

describe('pages against the parser', () => {
  const pages: readonly (readonly [string, string])[] = [
    ['a hundred thousand nested elements', '<div>'.repeat(100_000)],
    ['a hundred thousand nested elements of a kind', '<b>'.repeat(100_000)],
    ['a hundred thousand nested tables', '<table><tr><td>'.repeat(100_000)],
    [
      'a million attributes of one element',
      `<p ${Array.from({ length: 1_000_000 }, (_, at) => `a${at}`).join(' ')}>x</p>`,
    ],
    ['a million attributes of many elements', '<p a b c d e f g h i j>x</p>'.repeat(100_000)],
    ['a million elements', '<i></i>'.repeat(1_000_000)],
  ]
  test.each(pages)('%s are told and not read', async (_title, html) => {
    const server = await pageServer({ '/': sends('text/html', html) })
    const { fetch } = await openWorld({ 'web.max_download_bytes': 32 * MIB, 'web.max_page_bytes': 32 * MIB })
    const report = await fetch(server.at('/'))
    expect([codeOf(report), report.text]).toEqual([
      'web_failed',
      expect.stringMatching(/^The page (?:is nested|has more|has an element)/),
    ])
  })

  const odd: readonly (readonly [string, string])[] = [
    ['fifty thousand elements that lie side by side', '<p>x</p>'.repeat(50_000)],
    ['a comment without an end', `<p>seen</p><!--${'x'.repeat(2 * MIB)}`],
    ['a script without an end', `<p>seen</p><script>${'<div>'.repeat(300_000)}`],
    ['a tag without an end', `<p>seen</p><a href="${'x'.repeat(MIB)}`],
    ['a text of five megabytes', `<p>seen ${'word '.repeat(MIB)}</p>`],
    ['a line of spaces', `<p>seen${' '.repeat(4 * MIB)}x</p>`],
    ['signs of Markdown without end', `<p>seen ${'*_[`#'.repeat(200_000)}</p>`],
    ['an element that ends a hundred thousand times', `<p>seen</p>${'</div>'.repeat(100_000)}`],
  ]
  test.each(odd)('%s is read or left within its time', async (_title, html) => {
    const server = await pageServer({ '/': sends('text/html', html) })
    const { fetch } = await openWorld({
      'web.max_download_bytes': 32 * MIB,
      'web.max_page_bytes': 32 * MIB,
      'tools.timeout_secs': 60,
    })
    const report = await fetch(server.at('/'))
    expect([undefined, 'web_failed']).toContain(codeOf(report))
    if (report.ok) expect(report.text).toMatch(/seen|x/)
  })
})

test('a call that is stopped stops the fetching', async () => {
  const server = await rawServer(() => {})
  const { fetch } = await openWorld({ 'web.timeout_secs': 60 })
  const stop = new AbortController()
  setTimeout(() => stop.abort(), 200)
  expect(codeOf(await fetch(server.at('/'), {}, { signal: stop.signal }))).toBe('tool_cancelled')
})

test('a host where nobody listens is told as such', async () => {
  const server = createServer()
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  await new Promise(resolve => server.close(resolve))
  const { fetch } = await openWorld()
  expect(codeOf(await fetch(`http://127.0.0.1:${port}/`))).toBe('tool_network')
})
