import type { Agent, ClientRequest, IncomingMessage, RequestOptions } from 'node:http'
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
  readonly request: (url: URL, options: RequestOptions) => ClientRequest
  readonly agent: Agent
}

const IDLE_MS = 4_000 // servers close idle connections as well, most of them after five seconds
const CONNECT_MS = 10_000
const HEADERS = { accept: '*/*', 'accept-encoding': 'identity', 'user-agent': 'countersign' }

/** Keeps connections of its own for the next request. The same exchange by `fetch` takes three times as much processor time. */
export async function openSend(address: string): Promise<Send> {
  const { Agent: OwnAgent, request } = /^https:/i.test(address) ? await import('node:https') : await import('node:http')
  const protocol = { request, agent: new OwnAgent({ keepAlive: true, timeout: IDLE_MS, scheduling: 'lifo' }) }
  return asked => send(asked, protocol)
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
        answerOf(message).then(resolve, reject)
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

function start({ url, headers, body }: HttpRequest, { request, agent }: Protocol): ClientRequest {
  const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }
  const asked = request(new URL(url), {
    method: body === undefined ? 'GET' : 'POST',
    headers: { ...HEADERS, ...headers, ...length },
    agent,
  })
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

async function answerOf(message: IncomingMessage): Promise<HttpAnswer> {
  const { headers, statusCode = 0 } = message
  const packing = headers['content-encoding'] ?? ''
  const body = createByteReader(packing === '' ? message : await unpacked(message, packing))
  return { status: statusCode, header: name => headers[name] ?? null, body }
}
