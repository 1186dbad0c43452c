import type { ServerResponse } from 'node:http'
import type { Writable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import { type TestServer, sendJson, startServer } from './test-server.ts'

/** What can go wrong with a server whose model is asked; the small questions about it are never answered. */
export type Failing =
  | 'dies-before-headers'
  | 'dies-before-body'
  | 'dies-mid-stream'
  | 'dies-mid-line'
  | 'stalls-before-headers'
  | 'stalls-before-body'
  | 'stalls-mid-stream'
  | 'stalls-mid-line'
  | 'trickles'
  | 'trickles-comments'
  | 'trickles-chunk-size'
  | 'garbage'
  | 'binary-garbage'
  | 'not-http'
  | 'html'
  | 'endless-500'
  | 'endless-429'
  | 'busy-for-an-hour'
  | 'sends-100-mb'
  | 'one-long-line'
  | 'gzip-bomb'
  | 'broken-gzip'
  | 'redirects'
  | 'empty'
  | 'long-error'

/** One piece of a reply in the form of either protocol, so that the fault comes in the middle of something good. */
export type Protocol = 'ndjson' | 'sse'

const MB = 1_024 * 1_024

export function startFaulty(failing: Failing, protocol: Protocol): Promise<TestServer> {
  return startServer((received, response) => {
    if (!received.path.endsWith('/chat') && !received.path.endsWith('/completions'))
      return sendJson(response, 404, { error: 'no such endpoint' })
    return fail(failing, response, protocol)
  })
}

const piece = (text: string, protocol: Protocol): string =>
  protocol === 'ndjson'
    ? `${JSON.stringify({ model: 'm', message: { role: 'assistant', content: text }, done: false })}\n`
    : `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content: text }, finish_reason: null }] })}\n\n`
const open = (
  response: ServerResponse,
  protocol: Protocol,
  headers: { readonly [name: string]: string } = {},
): ServerResponse =>
  response.writeHead(200, {
    'content-type': protocol === 'ndjson' ? 'application/x-ndjson' : 'text/event-stream',
    ...headers,
  })

function fail(failing: Failing, response: ServerResponse, protocol: Protocol): void {
  const good = piece('so far', protocol)
  const soon = (act: () => void): void => void setTimeout(act, 30)
  switch (failing) {
    case 'dies-before-headers':
      return void response.socket?.destroy()
    case 'dies-before-body':
      open(response, protocol).flushHeaders()
      return soon(() => response.destroy())
    case 'dies-mid-stream':
      open(response, protocol).write(good)
      return soon(() => response.destroy())
    case 'dies-mid-line':
      open(response, protocol).write(`${good}${good.slice(0, 20)}`)
      return soon(() => response.destroy())
    case 'stalls-before-headers':
      return undefined
    case 'stalls-before-body':
      return open(response, protocol).flushHeaders()
    case 'stalls-mid-stream':
      return void open(response, protocol).write(good)
    case 'stalls-mid-line':
      return void open(response, protocol).write(`${good}${good.slice(0, 20)}`)
    case 'trickles':
      return trickle(open(response, protocol), good, ' ')
    case 'trickles-comments':
      return trickle(open(response, protocol), good, protocol === 'sse' ? ': still there\n\n' : '\n')
    case 'trickles-chunk-size':
      open(response, protocol).flushHeaders()
      response.socket?.write('1;')
      return trickle(response.socket, 'x', 'x')
    default:
      return failAtOnce(failing, response, protocol)
  }
}

function failAtOnce(failing: Failing, response: ServerResponse, protocol: Protocol): void {
  switch (failing) {
    case 'garbage':
      return void open(response, protocol).end(`${piece('so far', protocol)}<html>oops</html>\n\nmore\n`)
    case 'binary-garbage':
      return void open(response, protocol).end(Buffer.from([0xff, 0xfe, 0, 10, 0xc3, 10, 10, 0x80, 0x7b, 10]))
    case 'not-http':
      return void response.socket?.end('I am no HTTP server.\r\n\r\n')
    case 'html':
      return void response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Log in</h1>')
    case 'endless-500':
      return sendJson(response, 500, { error: { message: 'CUDA error: out of memory' } })
    case 'endless-429':
      return sendJson(response, 429, { error: { message: 'Rate limit reached' } })
    case 'busy-for-an-hour':
      return sendJson(response, 429, { error: { message: 'Rate limit reached' } }, { 'retry-after': '3600' })
    case 'redirects':
      return void response.writeHead(302, { location: 'http://127.0.0.1:9/elsewhere' }).end()
    case 'empty':
      return void open(response, protocol).end()
    case 'long-error':
      response.writeHead(500, { 'content-type': 'text/plain' })
      return flood(response, () => 'x'.repeat(MB))
    default:
      return sendTooMuch(failing, response, protocol)
  }
}

function sendTooMuch(failing: Failing, response: ServerResponse, protocol: Protocol): void {
  if (failing === 'sends-100-mb') flood(open(response, protocol), () => piece('x'.repeat(64_000), protocol))
  if (failing === 'one-long-line') flood(open(response, protocol), () => 'x'.repeat(64_000))
  if (failing === 'broken-gzip') open(response, protocol, { 'content-encoding': 'gzip' }).end('this is not gzip')
  if (failing === 'gzip-bomb') {
    const line = piece('x'.repeat(MB), protocol)
    open(response, protocol, { 'content-encoding': 'gzip' }).end(gzipSync(line.repeat(100)))
  }
}

const TOTAL = 100 * MB

/** As fast as the other side takes it, and not one byte more in memory. */
function flood(response: ServerResponse, next: () => string): void {
  let sent = 0
  const go = (): void => {
    while (sent < TOTAL && !response.destroyed) {
      const text = next()
      sent += text.length
      if (!response.write(text)) return void response.once('drain', go)
    }
    response.end()
  }
  go()
}

function trickle(response: Writable | null, first: string, text: string): void {
  response?.write(first)
  const timer = setInterval(() => response?.write(text), 10)
  response?.once('close', () => clearInterval(timer))
}
