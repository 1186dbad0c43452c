import type { Agent, ClientRequest, IncomingMessage, RequestOptions } from 'node:http'
import type { Readable } from 'node:stream'
import { type ByteReader, createByteReader } from './byte-reader.ts'
import { unpacked } from './unpacked.ts'

/** With a body it is a POST. */
export type HttpRequest = {
  readonly url: string
  readonly headers?: Readonly<Record<string, string>> | undefined
  readonly body?: string | undefined
}

export type HttpAnswer = {
  readonly status: number
  readonly header: (name: 'content-type' | 'retry-after') => string | null
  readonly body: ByteReader
}

export const isOk = ({ status }: Pick<HttpAnswer, 'status'>): boolean => status >= 200 && status < 300

/** A request on its way. */
export type Sent = {
  /** Rejects with the error of the system or of the parser when there is no answer. */
  readonly answer: Promise<HttpAnswer>
  /** Closes the connection at once, unless the answer was read to its end: then it can be used again. */
  readonly close: () => void
}

/** Follows no redirect, and asks that nothing be packed. */
export type Send = (request: HttpRequest) => Sent

type Protocol = {
  readonly request: (options: RequestOptions) => ClientRequest
  /** Where to, in the words of `request`; an address is taken apart once. */
  readonly targetOf: (url: string) => Target
}
type Target = { readonly place: RequestOptions; readonly host: string }

const IDLE_MS = 4_000 // servers close idle connections as well, most of them after five seconds
const CONNECT_MS = 10_000

/** Keeps connections of its own for the next request. The same exchange by `fetch` takes three times as much processor time. */
export async function openSend(address: string): Promise<Send> {
  const { Agent: OwnAgent, request } = /^https:/i.test(address) ? await import('node:https') : await import('node:http')
  const protocol = { request, targetOf: createTargets(new OwnAgent({ keepAlive: true, timeout: IDLE_MS, scheduling: 'lifo' })) }
  return asked => send(asked, protocol)
}

const MOST_TARGETS = 100

function createTargets(agent: Agent): (url: string) => Target {
  const known = new Map<string, Target>()
  return url => {
    const before = known.get(url)
    if (before) return before
    const { protocol, hostname, port, pathname, search, host } = new URL(url)
    const target = { place: { agent, protocol, hostname: hostname.replace(/^\[|\]$/g, ''), port, path: `${pathname}${search}` }, host }
    if (known.size >= MOST_TARGETS) known.clear()
    known.set(url, target)
    return target
  }
}

function send(asked: HttpRequest, protocol: Protocol): Sent {
  let open: ClientRequest | undefined
  let isOver = false
  const answer = new Promise<HttpAnswer>((resolve, reject) => {
    const begin = (): void => {
      const request = start(asked, protocol)
      open = request
      request.on('response', message => {
        isOver = true
        const packing = message.headers['content-encoding']
        if (packing === undefined) resolve(answerOf(message, message))
        else unpacked(message, packing).then(body => resolve(answerOf(message, body)), reject)
      })
      request.on('error', thrown => {
        // The server gave up an idle connection just when we took it; on a new one it is told what was asked.
        if (request.reusedSocket && isReset(thrown) && !isOver) begin()
        else reject(thrown)
      })
    }
    begin()
  })
  return {
    answer,
    close() {
      isOver = true
      open?.destroy()
    },
  }
}

/** Headers as a list are written down as they are, which is the quickest way. */
function start({ url, headers = {}, body }: HttpRequest, { request, targetOf }: Protocol): ClientRequest {
  const { place, host } = targetOf(url)
  const list = ['host', host, 'accept', '*/*', 'accept-encoding', 'identity', 'user-agent', 'countersign']
  for (const name of Object.keys(headers)) list.push(name, headers[name] ?? '')
  if (body !== undefined) list.push('content-length', String(Buffer.byteLength(body)))
  const asked = request({ ...place, method: body === undefined ? 'GET' : 'POST', headers: list })
  if (!asked.reusedSocket) giveUpLate(asked)
  asked.end(body)
  return asked
}

/** The system waits for minutes for an address where nobody says anything. */
function giveUpLate(asked: ClientRequest): void {
  const timer = setTimeout(() => asked.destroy(lateError()), CONNECT_MS)
  const stop = (): void => clearTimeout(timer)
  asked.once('socket', socket => (socket.connecting ? socket.once('connect', stop) : stop()))
  asked.once('close', stop)
}

const lateError = (): Error => Object.assign(new Error('no connection in time'), { code: 'ETIMEDOUT' })

const isReset = (thrown: NodeJS.ErrnoException): boolean => thrown.code === 'ECONNRESET' || thrown.code === 'EPIPE'

const answerOf = ({ statusCode = 0, headers }: IncomingMessage, body: Readable): HttpAnswer => ({
  status: statusCode,
  header: name => headers[name] ?? null,
  body: createByteReader(body),
})
