import { type IncomingMessage, type ServerResponse, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type JsonObject, isJsonObject, parseJsonText } from '../../src/core/index.ts'

/** A request as it came in. */
export type Received = {
  readonly method: string
  readonly path: string
  readonly headers: IncomingMessage['headers']
  readonly body: JsonObject
  /** Resolves when the other side has closed the connection, or the answer is complete. */
  readonly closed: Promise<void>
}

export type TestServer = {
  readonly url: string
  /** Everything that was asked, oldest first. */
  readonly requests: readonly Received[]
  readonly close: () => Promise<void>
}

export type Answer = (received: Received, response: ServerResponse) => void | Promise<void>

/** A real HTTP server on a free port of this machine. */
export async function startServer(answer: Answer): Promise<TestServer> {
  const requests: Received[] = []
  const server = createServer((request, response) => {
    const closed = new Promise<void>(resolve => response.once('close', () => resolve()))
    response.on('error', () => undefined)
    void readBody(request).then(body => {
      const received: Received = {
        method: request.method ?? '',
        path: request.url ?? '',
        headers: request.headers,
        body,
        closed,
      }
      requests.push(received)
      return answer(received, response)
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    close: () =>
      new Promise<void>(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function readBody(request: IncomingMessage): Promise<JsonObject> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  const value = parseJsonText(Buffer.concat(parts).toString('utf8'))
  return isJsonObject(value) ? value : {}
}

export function sendJson(
  response: ServerResponse,
  status: number,
  value: unknown,
  headers: { readonly [name: string]: string } = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(JSON.stringify(value))
}
