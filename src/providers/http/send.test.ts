import { once } from 'node:events'
import { createServer as createHttpServer, type RequestListener } from 'node:http'
import { type AddressInfo, type Server, type Socket, createServer } from 'node:net'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { boundedText } from './bounded-text.ts'
import { type HttpAnswer, openSend } from './send.ts'

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
const textOf = ({ body }: HttpAnswer): Promise<string | undefined> => boundedText(body, 1_000_000)

test('requests one after the other use one connection', async () => {
  const { address, sockets } = await serving((_request, response) => void response.end('ok'))
  const send = await openSend(`http://${address}`)
  for (let index = 0; index < 3; index++) {
    const { answer, close } = send({ url: `http://${address}/x`, body: '{}' })
    expect(await textOf(await answer)).toBe('ok')
    close()
  }
  expect(sockets).toHaveLength(1)
})

test('an idle connection that the server gives up at that very moment is not told as a failure', async () => {
  let isClosing = false
  const { address, sockets } = await serving((request, response) => {
    if (isClosing && request.socket === sockets[0]) request.socket.destroy()
    else response.end('ok')
  })
  const send = await openSend(`http://${address}`)
  const ask = async (): Promise<string | undefined> => textOf(await send({ url: `http://${address}/x`, body: '{}' }).answer)
  expect(await ask()).toBe('ok')
  isClosing = true
  expect([await ask(), sockets.length]).toEqual(['ok', 2])
})

test('a new connection that is reset is told', async () => {
  const { address, sockets } = await listening(createServer(socket => void socket.destroy()))
  const send = await openSend(`http://${address}`)
  await expect(send({ url: `http://${address}/x` }).answer).rejects.toMatchObject({ code: 'ECONNRESET' })
  expect(sockets).toHaveLength(1)
})

test('an answer that is closed before its end takes its connection with it', async () => {
  const { address, sockets } = await serving((_request, response) => void response.write('half'))
  const send = await openSend(`http://${address}`)
  const { answer, close } = send({ url: `http://${address}/x` })
  const { body } = await answer
  expect(Buffer.from((await body.read()) ?? []).toString()).toBe('half')
  const closed = once(sockets[0] as Socket, 'close')
  close()
  await closed
  await expect(body.read()).rejects.toMatchObject({ code: 'ECONNRESET' })
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
  const send = await openSend(`http://${address}`)
  const { answer, close } = send({ url: `http://${address}/x` })
  const { body } = await answer
  await new Promise(resolve => setTimeout(resolve, 300))
  expect([isHeld, process.memoryUsage().arrayBuffers < 100_000_000]).toEqual([true, true])
  for (let total = 0; total < 5_000_000;) total += (await body.read())?.length ?? 0
  close()
})

test.each([
  ['gzip', gzipSync('plain words')],
  ['deflate', deflateSync('plain words')],
  ['BR', brotliCompressSync('plain words')],
  ['deflate, gzip', gzipSync(deflateSync('plain words'))],
  ['of-its-own', Buffer.from('plain words')],
])('what comes packed as %s all the same is read', async (encoding, bytes) => {
  const { address } = await serving((_request, response) => void response.writeHead(200, { 'content-encoding': encoding }).end(bytes))
  const send = await openSend(`http://${address}`)
  expect(await textOf(await send({ url: `http://${address}/x` }).answer)).toBe('plain words')
})

test('an https address is spoken to in TLS from the first byte', async () => {
  const first: Buffer[] = []
  const { address } = await listening(createServer(socket => socket.once('data', bytes => (first.push(bytes), socket.destroy()))))
  const send = await openSend(`https://${address}`)
  await expect(send({ url: `https://${address}/secret`, body: 'words' }).answer).rejects.toMatchObject({ code: 'ECONNRESET' })
  expect([first[0]?.[0], Buffer.concat(first).includes('secret')]).toEqual([0x16, false])
})

test('a redirect is an answer like any other, and nobody follows it', async () => {
  const asked: string[] = []
  const { address } = await serving((request, response) => {
    asked.push(request.url ?? '')
    response.writeHead(307, { location: '/elsewhere' }).end()
  })
  const send = await openSend(`http://${address}`)
  const { status } = await send({ url: `http://${address}/x`, body: '{}' }).answer
  expect([status, asked]).toEqual([307, ['/x']])
})
