import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createServer as createHttpServer, type RequestListener } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import { type AddressInfo, type Server, type Socket, createServer } from 'node:net'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { runChild } from '../../../test/children/run-child.ts'
import { temporaryFolder } from '../../../test/temporary-folder.ts'
import { makeCertificates } from '../../../test/web/internet/namespaces.ts'
import type { Endpoint } from '../endpoint.ts'
import { type HttpAnswer, openHttpClient, readBodyText } from './http-client.ts'
import { attemptFailureOf } from './attempt-failure.ts'

/** Tells where it listens, and every connection that was made. */
async function listening(server: Server): Promise<{ readonly address: string; readonly sockets: Socket[] }> {
  const sockets: Socket[] = []
  server.on('connection', (socket: Socket) => void sockets.push(socket.on('error', () => undefined)))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { address: `127.0.0.1:${port}`, sockets }
}

const serving = (answer: RequestListener): ReturnType<typeof listening> => listening(createHttpServer(answer))
const textOf = ({ body }: HttpAnswer): Promise<string | undefined> => readBodyText(body, 1_000_000)
const never = (): AbortSignal => new AbortController().signal
const openClient = (): ReturnType<typeof openHttpClient> => openHttpClient({ environment: {} })

test('requests one after the other use one connection', async () => {
  const { address, sockets } = await serving((_request, response) => void response.end('ok'))
  const send = await openClient()
  for (let index = 0; index < 3; index++) {
    const controller = new AbortController()
    expect(await textOf(await send({ url: `http://${address}/x`, body: '{}' }, controller.signal))).toBe('ok')
    controller.abort()
  }
  expect(sockets).toHaveLength(1)
})

test('an idle connection that the server gives up at that very moment is not told as a failure', async () => {
  let isClosing = false
  const { address, sockets } = await serving((request, response) => {
    if (isClosing && request.socket === sockets[0]) request.socket.destroy()
    else response.end('ok')
  })
  const send = await openClient()
  const ask = async (): Promise<string | undefined> =>
    textOf(await send({ url: `http://${address}/x`, body: '{}' }, never()))
  expect(await ask()).toBe('ok')
  isClosing = true
  expect([await ask(), sockets.length]).toEqual(['ok', 2])
})

test('a new connection that is reset is told', async () => {
  const { address, sockets } = await listening(createServer(socket => void socket.destroy()))
  const send = await openClient()
  await expect(send({ url: `http://${address}/x` }, never())).rejects.toMatchObject({ code: 'UND_ERR_SOCKET' })
  expect(sockets).toHaveLength(1)
})

test('an answer that is closed before its end takes its connection with it', async () => {
  const { address, sockets } = await serving((_request, response) => void response.write('half'))
  const send = await openClient()
  const controller = new AbortController()
  const { body } = await send({ url: `http://${address}/x` }, controller.signal)
  const pieces = body[Symbol.asyncIterator]()
  expect(String((await pieces.next()).value)).toBe('half')
  const closed = once(sockets[0] as Socket, 'close')
  controller.abort()
  await closed
  await expect(pieces.next()).rejects.toThrow(/abort/i)
})

test('a request that is given up while it connects leaves no connection open', async () => {
  const { address, sockets } = await listening(createServer(socket => void socket.resume()))
  const send = await openClient()
  const controller = new AbortController()
  const sent = send({ url: `https://${address}/x` }, controller.signal) // nobody answers in TLS, so it goes on connecting
  await expect.poll(() => sockets.length).toBe(1)
  const closed = once(sockets[0] as Socket, 'close')
  const started = performance.now()
  controller.abort()
  await expect(sent).rejects.toThrow(/abort|destroyed/i)
  await closed
  expect(performance.now() - started).toBeLessThan(1_000)
})

test('what is not read is not fetched either', async () => {
  let isHeld: boolean | undefined
  const { address } = await serving((_request, response) => {
    const write = (): void => {
      isHeld = false
      while (response.write(Buffer.alloc(65_536))) continue
      isHeld = true
      response.once('drain', write)
    }
    write()
  })
  const send = await openClient()
  const controller = new AbortController()
  const { body } = await send({ url: `http://${address}/x` }, controller.signal)
  await new Promise(resolve => setTimeout(resolve, 300))
  expect([isHeld, process.memoryUsage().arrayBuffers < 100_000_000]).toEqual([true, true])
  const pieces = body[Symbol.asyncIterator]()
  for (let total = 0; total < 5_000_000;) total += (await pieces.next()).value?.length ?? 0
  controller.abort()
})

test.each([
  ['gzip', gzipSync('plain words')],
  ['deflate', deflateSync('plain words')],
  ['BR', brotliCompressSync('plain words')],
  ['deflate, gzip', gzipSync(deflateSync('plain words'))],
  ['of-its-own', Buffer.from('plain words')],
])('what comes packed as %s all the same is read', async (encoding, bytes) => {
  const { address } = await serving(
    (_request, response) => void response.writeHead(200, { 'content-encoding': encoding }).end(bytes),
  )
  const send = await openClient()
  expect(await textOf(await send({ url: `http://${address}/x` }, never()))).toBe('plain words')
})

test('what is packed more than three times is not unpacked', async () => {
  let packed = Buffer.from('plain words')
  for (let index = 0; index < 4; index++) packed = gzipSync(packed)
  const { address, sockets } = await serving(
    (_request, response) => void response.writeHead(200, { 'content-encoding': 'gzip, gzip,gzip,gzip' }).end(packed),
  )
  const send = await openClient()
  const thrown: unknown = await send({ url: `http://${address}/x` }, never()).catch((error: unknown) => error)
  expect(attemptFailureOf(thrown, endpoint)).toMatchObject({ again: false, fault: { code: 'model_reply_unreadable' } })
  await expect.poll(() => sockets[0]?.destroyed).toBe(true)
})

test('an https address is spoken to in TLS from the first byte', async () => {
  const first: Buffer[] = []
  const { address } = await listening(
    createServer(socket => socket.once('data', bytes => (first.push(bytes), socket.destroy()))),
  )
  const send = await openClient()
  await expect(send({ url: `https://${address}/secret`, body: 'words' }, never())).rejects.toMatchObject({
    code: 'ECONNRESET',
  })
  expect([first[0]?.[0], Buffer.concat(first).includes('secret')]).toEqual([0x16, false])
})

test('a redirect is an answer like any other, and nobody follows it', async () => {
  const asked: string[] = []
  const { address } = await serving((request, response) => {
    asked.push(request.url ?? '')
    response.writeHead(307, { location: '/elsewhere' }).end()
  })
  const send = await openClient()
  const { status } = await send({ url: `http://${address}/x`, body: '{}' }, never())
  expect([status, asked]).toEqual([307, ['/x']])
})

test.each([
  ['says more than was asked for', 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok and more'],
  ['says that it will close', 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\nconnection: close\r\n\r\nok'],
])('a connection on which the server %s is not used again', async (_what, text) => {
  const { address, sockets } = await listening(createServer(socket => void socket.on('data', () => socket.write(text))))
  const send = await openClient()
  for (let index = 0; index < 2; index++)
    expect(await textOf(await send({ url: `http://${address}/x` }, never()))).toBe('ok')
  expect(sockets).toHaveLength(2)
})

test('an answer that comes before all was said is read, and the rest is not taken for the next question', async () => {
  const { address, sockets } = await serving((_request, response) => void response.end('enough'))
  const send = await openClient()
  const body = 'x'.repeat(20_000_000)
  for (let index = 0; index < 2; index++) {
    expect(await textOf(await send({ url: `http://${address}/x`, body }, never()))).toBe('enough')
  }
  expect(sockets.length).toBe(2)
})

test('words that come on an idle connection end it, and the next request is not answered by them', async () => {
  const { address, sockets } = await serving((_request, response) => void response.end('ok'))
  const send = await openClient()
  const ask = async (): Promise<string | undefined> => textOf(await send({ url: `http://${address}/x` }, never()))
  expect(await ask()).toBe('ok')
  const closed = once(sockets[0] as Socket, 'close')
  sockets[0]?.write('HTTP/1.1 200 OK\r\ncontent-length: 6\r\n\r\nforged')
  await closed
  expect([await ask(), sockets.length]).toEqual(['ok', 2])
})

/** What the client makes of these bytes, which end with the connection or are followed by silence. */
async function readAnswer(text: string, { isHeld = false } = {}): Promise<HttpAnswer & { readonly text: string }> {
  const { address } = await listening(
    createServer(socket => {
      socket.once('data', () => {
        socket.write(text, 'latin1')
        if (!isHeld) socket.end()
      })
    }),
  )
  const send = await openClient()
  const answer = await send({ url: `http://${address}/x` }, never())
  return { ...answer, text: (await textOf(answer)) ?? '' }
}

const HEAD = 'HTTP/1.1 200 OK\r\n'
const CHUNKED = `${HEAD}transfer-encoding: chunked\r\n\r\n`
const endpoint: Endpoint = { kind: 'url', base: 'http://test', name: 'm', id: 'x', key: undefined, keyVariable: '' }

test.each([
  ['another protocol', 'SSH-2.0-OpenSSH_9\r\n'],
  ['an alert of TLS', '\u0015\u0003\u0001\u0000\u0002\u0002('],
  ['line feeds alone', 'HTTP/1.1 200 OK\ncontent-length: 2\n\nok'],
  ['another version', 'HTTP/3.0 200 OK\r\n\r\n'],
  ['no status', 'HTTP/1.1 OK\r\n\r\n'],
  ['a header without a name', `${HEAD}: x\r\n\r\n`],
  ['a header without a colon', `${HEAD}words\r\n\r\n`],
  ['a blank before the colon', `${HEAD}content-length : 2\r\n\r\nok`],
  ['a folded header', `${HEAD}a: b\r\n c\r\n\r\n`],
  ['a zero byte in a header', `${HEAD}a: b\0c\r\n\r\n`],
  ['a return of its own in a header', `${HEAD}a: b\rc\r\n\r\n`],
  ['a length with what only some take for a blank', `${HEAD}content-length: 2\xa0\r\n\r\nok`],
  ['two lengths', `${HEAD}content-length: 2\r\ncontent-length: 3\r\n\r\nokk`],
  ['a length with a sign', `${HEAD}content-length: +2\r\n\r\nok`],
  ['a length and chunks', `${HEAD}content-length: 2\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`],
  ['an unknown transfer encoding', `${HEAD}transfer-encoding: gzip, chunked\r\n\r\n0\r\n\r\n`],
  ['a switch of protocols', 'HTTP/1.1 101 Switching Protocols\r\n\r\n'],
  ['a head without an end', `${HEAD}${'a: b\r\n'.repeat(10_000)}`],
  ['a chunk without a size', `${CHUNKED}\r\nok\r\n0\r\n\r\n`],
  ['a size that is no number', `${CHUNKED}0x2\r\nok\r\n0\r\n\r\n`],
  ['a chunk that is longer than it says', `${CHUNKED}2\r\nokay\r\n0\r\n\r\n`],
  ['a size that ends in a line feed alone', `${CHUNKED}2\nok\r\n0\r\n\r\n`],
  ['words behind the last chunk', `${CHUNKED}0\r\nwords\r\n\r\n`],
  ['trailers without end', `${CHUNKED}0\r\n${'a: b\r\n'.repeat(10_000)}\r\n`],
])('who answers with %s and then waits is not waited for', async (_what, text) => {
  const thrown: unknown = await readAnswer(text, { isHeld: true }).catch((error: unknown) => error)
  expect(attemptFailureOf(thrown, endpoint)).toMatchObject({ again: false, fault: { code: 'model_reply_unreadable' } })
})

test.each([
  ['in the head', HEAD],
  ['in a sized body', `${HEAD}content-length: 3\r\n\r\nok`],
  ['in a chunk', `${CHUNKED}3\r\nok`],
  ['before the last chunk', `${CHUNKED}2\r\nok\r\n`],
  ['behind the last size', `${CHUNKED}0\r\n`],
])('a connection that ends %s has broken', async (_where, text) => {
  const thrown: unknown = await readAnswer(text).catch((error: unknown) => error)
  expect(attemptFailureOf(thrown, endpoint)).toMatchObject({ again: true, fault: { code: 'model_failed' } })
})

test.each([
  ['HTTP/1.1 204 No Content\r\n\r\n', { status: 204, text: '' }],
  ['HTTP/1.1 304 Not Modified\r\n\r\n', { status: 304, text: '' }],
  ['HTTP/1.1 200\r\ncontent-length: 2\r\n\r\nok', { status: 200, text: 'ok' }],
  ['HTTP/1.0 200 OK\r\ncontent-length: 2\r\n\r\nok', { text: 'ok' }],
  ['HTTP/2.0 200 OK\r\ncontent-length: 2\r\n\r\nok', { text: 'ok' }],
  [`${HEAD}\r\nuntil the end`, { text: 'until the end' }],
  [`${CHUNKED}4;a=b\r\none \r\n3\r\ntwo\r\n0\r\nx-sum: 1\r\n\r\n`, { text: 'one two' }],
  [`${'HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(50)}HTTP/1.1 204 No Content\r\n\r\n`, { status: 204 }],
])('%j is understood', async (text, expected) => {
  expect(await readAnswer(text)).toMatchObject(expected)
})

test('leave to go on for which nobody asked is no answer', async () => {
  const answer = readAnswer('HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 204 No Content\r\n\r\n', { isHeld: true })
  await expect(answer).rejects.toMatchObject({ code: 'UND_ERR_SOCKET' })
})

test('of a header that comes twice the first counts', async () => {
  const { header } = await readAnswer(`${HEAD}retry-after: 5\r\nretry-after: 6\r\n\r\n`)
  expect(header('retry-after')).toBe('5')
})

test.each([70_000, 140_000])(
  'all %i bytes that have come are read, also if the connection breaks before anybody reads them',
  async size => {
    const { address } = await listening(
      createServer(socket => {
        socket.once('data', () => {
          socket.write(`HTTP/1.1 200 OK\r\ncontent-length: ${size}\r\n\r\n`)
          socket.write(Buffer.alloc(size - 1_000))
          setTimeout(() => socket.write(Buffer.alloc(1_000)), 50)
          setTimeout(() => socket.resetAndDestroy(), 100)
        })
      }),
    )
    const send = await openClient()
    const answer = await send({ url: `http://${address}/x` }, never())
    await new Promise(resolve => setTimeout(resolve, 300))
    expect(await textOf(answer)).toHaveLength(size)
  },
)

test('a request that meets an idle connection which is being closed is sent once more, on a new one, and no more often', async () => {
  let [isOpen, arrived] = [true, 0]
  const { address, sockets } = await serving((request, response) => {
    arrived += 1
    if (isOpen) setTimeout(() => response.end('ok'), 30)
    else request.socket.destroy()
  })
  const send = await openClient()
  const ask = async (): Promise<string | undefined> =>
    textOf(await send({ url: `http://${address}/x`, body: '{}' }, never()))
  await Promise.all([ask(), ask(), ask(), ask()])
  expect([arrived, sockets.length]).toEqual([4, 4])
  isOpen = false
  await expect(ask()).rejects.toMatchObject({ code: 'UND_ERR_SOCKET' })
  expect([arrived, sockets.length]).toEqual([6, 5])
})

test.each(['one\r\nx-more: two', 'one\ntwo', 'zero\0', 'naïve ☕'])(
  'a header that holds %j is not sent',
  async value => {
    const { address, sockets } = await serving((_request, response) => void response.end('ok'))
    const send = await openClient()
    await expect(send({ url: `http://${address}/x`, headers: { authorization: value } }, never())).rejects.toThrow(
      'invalid authorization header',
    )
    expect(sockets).toHaveLength(0)
  },
)

const slowly: RequestListener = (_request, response) => {
  response.write('said ')
  setTimeout(() => response.end('slowly'), 50)
}

test('a connection that waits for the next request keeps no process alive', async () => {
  const { address, sockets } = await serving(slowly)
  const child = runChild('http-asker.ts', { args: [`http://${address}/x`] })
  await child.ended
  expect(child.printed()).toBe(`${'200 said slowly true\n'.repeat(3)}kept alive: false\n`)
  expect(sockets).toHaveLength(1)
})

const lacksOpenssl = process.env['CI'] !== 'true' && spawnSync('openssl', ['version']).status !== 0

test.skipIf(lacksOpenssl)(
  'in TLS a server is believed if somebody who is trusted says that it has this name',
  async () => {
    const { path: folder } = temporaryFolder()
    makeCertificates(folder, ['localhost'])
    const [key, cert] = ['key.pem', 'cert.pem'].map(name => readFileSync(join(folder, name)))
    const { address, sockets } = await listening(createHttpsServer({ key, cert }, slowly))
    const port = address.split(':')[1]
    const args = [`https://localhost:${port}/x`, `https://127.0.0.1:${port}/x`]
    const trusting = runChild('http-asker.ts', { args, environment: { NODE_EXTRA_CA_CERTS: join(folder, 'ca.pem') } })
    const strange = runChild('http-asker.ts', { args: args.slice(0, 1) })
    await Promise.all([trusting.ended, strange.ended])
    const otherName = 'ERR_TLS_CERT_ALTNAME_INVALID\n'.repeat(3)
    expect(trusting.printed()).toBe(`${'200 said slowly true\n'.repeat(3)}${otherName}kept alive: false\n`)
    expect(strange.printed()).toBe(`${'UNABLE_TO_VERIFY_LEAF_SIGNATURE\n'.repeat(3)}kept alive: false\n`)
    expect(sockets).toHaveLength(1 + 3 + 3)
  },
)
