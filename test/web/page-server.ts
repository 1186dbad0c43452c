import { type IncomingMessage, type ServerResponse, createServer } from 'node:http'
import { type AddressInfo, type Socket, createServer as createTcpServer } from 'node:net'
import { onTestFinished } from 'vitest'

export type Answer = (request: IncomingMessage, response: ServerResponse) => void
export type PageServer = {
  readonly port: number
  readonly at: (path: string) => string
  /** The paths that were asked for, in order. */
  readonly asked: string[]
  readonly requests: IncomingMessage[]
  /** From where each of them came. */
  readonly ports: (number | undefined)[]
}

/** A real server on the loopback; gone when the test has ended. */
export async function pageServer(
  answers: Readonly<Record<string, Answer | string>>,
  host = '127.0.0.1',
): Promise<PageServer> {
  const [asked, requests, ports]: [string[], IncomingMessage[], (number | undefined)[]] = [[], [], []]
  const server = createServer((request, response) => {
    const path = request.url ?? ''
    asked.push(path)
    requests.push(request)
    ports.push(request.socket.remotePort)
    const answer = answers[path] ?? answers[path.split('?', 1)[0] ?? ''] ?? answers['*']
    response.on('error', () => {})
    if (typeof answer === 'function') answer(request, response)
    else
      response
        .writeHead(answer === undefined ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' })
        .end(answer ?? 'not here')
  })
  await new Promise<void>(resolve => server.listen(0, host, resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return {
    port,
    asked,
    requests,
    ports,
    at: path => `http://${host.includes(':') ? `[${host}]` : host}:${port}${path}`,
  }
}

/** Speaks no HTTP but what it is told to, byte by byte. */
export async function rawServer(
  speak: (socket: Socket) => void,
): Promise<{ readonly port: number; readonly at: (path: string) => string }> {
  const open = new Set<Socket>()
  const server = createTcpServer(socket => {
    open.add(socket)
    socket.on('error', () => {}).on('close', () => open.delete(socket))
    socket.once('data', () => speak(socket))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    for (const socket of open) socket.destroy()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { port, at: path => `http://127.0.0.1:${port}${path}` }
}

export const redirectTo =
  (location: string, status = 302): Answer =>
  (_request, response) =>
    response.writeHead(status, { location }).end()

export const sends =
  (type: string, body: string | Uint8Array, headers: Readonly<Record<string, string>> = {}): Answer =>
  (_request, response) =>
    response.writeHead(200, { 'content-type': type, 'content-length': Buffer.byteLength(body), ...headers }).end(body)
