import { Socket } from 'node:net'
import { type Readable, type Transform, pipeline } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import type { Dispatcher, buildConnector } from 'undici'
import { ProxyFailure, type ProxyOptions, proxyFor } from './proxy.ts'

/** With a body it is a POST. */
type HttpRequest = {
  readonly url: string
  readonly headers?: Readonly<Record<string, string>> | undefined
  readonly body?: string | undefined
}

export type HttpAnswer = {
  readonly status: number
  readonly header: (name: 'content-type' | 'retry-after') => string | undefined
  readonly body: Readable
}

export const isOk = ({ status }: Pick<HttpAnswer, 'status'>): boolean => status >= 200 && status < 300

/**
 * Sends a request to a model server and follows no redirect. Rejects with the error of the system or of the parser if
 * there is no answer. The signal closes the connection at once, unless the body was read to its end.
 */
export type SendRequest = (request: HttpRequest, signal: AbortSignal) => Promise<HttpAnswer>

/** Keeps connections for the next request, which keep no process alive. Undici is loaded here and no sooner. */
export async function openHttpClient(options: ProxyOptions): Promise<SendRequest> {
  const open = await connectionOpener(options)
  const idle = new Map<string, Connection[]>()

  async function exchange(request: HttpRequest, connection: Connection, signal: AbortSignal): Promise<HttpAnswer> {
    const { origin, pathname, search } = new URL(request.url)
    signal.addEventListener('abort', connection.close, { once: true })
    const { statusCode, headers, body } = await connection.dispatcher.request({
      origin,
      path: `${pathname}${search}`,
      signal,
      highWaterMark: MAX_UNREAD_BYTES,
      method: request.body === undefined ? 'GET' : 'POST',
      body: request.body ?? null,
      headers: { accept: '*/*', 'accept-encoding': 'identity', 'user-agent': 'countersign', ...request.headers },
    })
    const coding = String(headers['transfer-encoding'] ?? 'chunked').toLowerCase()
    if (coding !== 'chunked') throw unreadableHttp(`its transfer encoding is ${coding}`)
    const unpackedBody = unpacked(body, String(headers['content-encoding'] ?? ''))
    body.once('end', () => {
      signal.removeEventListener('abort', connection.close)
      // A server that answers before it has heard everything may take the rest for the next request.
      if (connection.isFlushed()) idle.set(origin, [...(idle.get(origin) ?? []), connection])
      else connection.close()
    })
    return { status: statusCode, header: name => firstOf(headers[name]), body: unpackedBody }
  }

  return async function send(request, signal) {
    const url = new URL(request.url)
    const used = idle.get(url.origin)?.pop()
    const connection = used ?? (await open(url, signal))
    try {
      return await exchange(request, connection, signal)
    } catch (thrown) {
      signal.removeEventListener('abort', connection.close)
      connection.close()
      const isStale = used !== undefined && !signal.aborted && isReset(thrown)
      if (!isStale) throw connection.isProxied ? new ProxyFailure(thrown) : thrown
    }
    // The server gave up an idle connection just when it was taken, so the others are no better.
    for (const other of idle.get(url.origin)?.splice(0) ?? []) other.close()
    return send(request, signal)
  }
}

/** One connection to one server, for one request after the other. */
type Connection = {
  readonly dispatcher: Dispatcher
  readonly isProxied: boolean
  /** All that was sent has left this machine. */
  readonly isFlushed: () => boolean
  readonly close: () => void
}

const CONNECT_MS = 10_000 // the system waits for minutes for an address where nobody answers
const KEEP_ALIVE_MS = 1_000 // keeps routers from dropping the connection while a model thinks for minutes
const IDLE_MS = 4_000 // most servers close idle connections after five seconds
const MAX_HEAD_BYTES = 16_384
const MAX_UNREAD_BYTES = 262_144 // a short reply is read even if the connection breaks before that

type OpenConnection = (url: URL, signal: AbortSignal) => Promise<Connection>

async function connectionOpener(options: ProxyOptions): Promise<OpenConnection> {
  const { Client, EnvHttpProxyAgent, buildConnector: build } = await import('undici')
  const dial = build({ timeout: CONNECT_MS, keepAliveInitialDelay: KEEP_ALIVE_MS })
  const timeLimits = { headersTimeout: 0, bodyTimeout: 0 } // none: deadlines.ts sets them
  const limits = { ...timeLimits, maxHeaderSize: MAX_HEAD_BYTES, keepAliveMaxTimeout: IDLE_MS }

  return async (url, signal) => {
    const sockets = new Set<Socket>()
    const noting =
      (connect: buildConnector.connector): buildConnector.connector =>
      (to, callback) => {
        const socket: unknown = connect(to, callback) // undici itself cannot close it while it connects
        if (socket instanceof Socket) sockets.add(socket.once('close', () => sockets.delete(socket)))
      }
    const client = (
      origin: string | URL,
      { connect = dial }: { connect?: buildConnector.connector } = {},
    ): Dispatcher => new Client(origin, { ...limits, connect: noting(connect) })
    const proxy = await proxyFor(url, options, signal)
    const dispatcher = proxy
      ? new EnvHttpProxyAgent({
          httpProxy: proxy.address,
          httpsProxy: proxy.address,
          noProxy: proxy.noProxy,
          factory: client,
          clientFactory: client,
          proxyTunnel: false,
        })
      : client(url.origin)
    const close = (): void => {
      // Undici comes first: it takes a plain end of the socket for the end of a reply without a length, and dies of it.
      dispatcher.destroy().catch(() => undefined)
      for (const socket of sockets) socket.destroy()
    }
    const isFlushed = (): boolean => [...sockets].every(({ writableLength }) => writableLength === 0)
    return { dispatcher, isProxied: proxy !== undefined, isFlushed, close }
  }
}

const RESETS: ReadonlySet<unknown> = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'])
const isReset = (thrown: unknown): boolean => thrown instanceof Error && 'code' in thrown && RESETS.has(thrown.code)

const firstOf = (header: string | string[] | undefined): string | undefined =>
  Array.isArray(header) ? header[0] : header

const UNPACK: Readonly<Record<string, (() => Transform) | undefined>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
}

/** We ask for plain bytes, but some proxies pack what they pass on. What is packed in an unknown way stays as it is. */
function unpacked(body: Readable, encodings: string): Readable {
  const names = encodings.toLowerCase().split(',')
  if (names.length > MAX_PACKINGS) throw unreadableHttp(`it is packed ${names.length} times`)
  return names.reduceRight((packed, name) => {
    const unpack = UNPACK[name.trim()]
    // The reader of the last stream gets its error: pipeline hands it on.
    return unpack ? pipeline(packed, unpack(), () => undefined) : packed
  }, body)
}

const MAX_PACKINGS = 3 // each takes memory of its own; nobody packs more than twice

const unreadableHttp = (why: string): Error => Object.assign(new Error(why), { code: 'HTTP_UNREADABLE' })

/** Reads a body up to a limit; undefined when it is longer. Throws what the body throws. */
export async function readBodyText(body: AsyncIterable<Uint8Array>, maxBytes: number): Promise<string | undefined> {
  const parts: Uint8Array[] = []
  let total = 0
  for await (const piece of body) {
    total += piece.length
    if (total > maxBytes) return undefined
    parts.push(piece)
  }
  return new TextDecoder().decode(Buffer.concat(parts))
}
