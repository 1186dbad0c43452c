// The other end of the test's own internet: a name server, and web servers behind every address, the closed ones, too.
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { NAME_SERVER, PUBLIC } from './addresses.ts'
import { nameServer } from './name-server.ts'
import { zone } from './zone.ts'

const [folder = ''] = process.argv.slice(2)

function answer(request: IncomingMessage, response: ServerResponse): void {
  const at = (request.socket.localAddress ?? '').replace(/^::ffff:/, '')
  process.stdout.write(`${JSON.stringify({ at, host: request.headers.host, url: request.url })}\n`)
  if (!PUBLIC.includes(at)) return void response.writeHead(200, { 'content-type': 'text/plain' }).end(`LEAK from ${at}`)
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://x')
  const to = searchParams.get('to')
  if (pathname === '/go' && to !== null)
    return void response
      .writeHead(Number(searchParams.get('status') ?? 302), { location: Buffer.from(to).toString('latin1') })
      .end()
  return void response.writeHead(200, { 'content-type': 'text/plain' }).end(`a public page of ${request.headers.host}`)
}

const listen = (server: ReturnType<typeof createServer>, port: number): Promise<void> =>
  new Promise(resolve => server.listen(port, '::', () => resolve()))

await nameServer(NAME_SERVER, zone)
await listen(createServer(answer), 80)
const pair = { key: readFileSync(join(folder, 'key.pem')), cert: readFileSync(join(folder, 'cert.pem')) }
await listen(createSecureServer(pair, answer), 443)
process.stdout.write('ready\n')
