import { once } from 'node:events'
import { type AddressInfo, type Socket, connect, createServer } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { type Holder, type Lines, createLines } from './lines.ts'

const NOBODY: Holder = { data: () => undefined, close: () => undefined, error: () => undefined }

async function dialled(): Promise<{ readonly lines: Lines; readonly made: readonly Socket[] }> {
  const server = createServer(socket => void socket.on('error', () => undefined).resume())
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const made: Socket[] = []
  onTestFinished(() => {
    for (const socket of made) socket.destroy()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const dial = (): Socket => {
    const socket = connect({ host: '127.0.0.1', port })
    made.push(socket)
    return socket
  }
  return { lines: createLines(dial), made }
}

test('the connection that was given back last is taken first, and none is taken twice', async () => {
  const { lines, made } = await dialled()
  const [one, other] = [lines.take(NOBODY), lines.take(NOBODY)]
  for (const line of [one, other]) lines.giveBack(line, 4_000)
  expect([lines.take(NOBODY), lines.take(NOBODY)]).toEqual([other, one])
  expect([lines.take(NOBODY).isUsed, made.length]).toEqual([false, 3])
})

test('one that has waited for too long is closed, and so is one that is taken too late', async () => {
  const { lines, made } = await dialled()
  const [one, other] = [lines.take(NOBODY), lines.take(NOBODY)]
  lines.giveBack(one, 20)
  lines.giveBack(other, 60_000)
  if (!one.socket.closed) await once(one.socket, 'close')
  expect(lines.take(NOBODY)).toBe(other)
  lines.giveBack(other, -1)
  expect([lines.take(NOBODY) === other, other.socket.destroyed, made.length]).toEqual([false, true, 3])
})

test('one on which something comes while nobody has it is closed', async () => {
  const { lines, made } = await dialled()
  const line = lines.take(NOBODY)
  lines.giveBack(line, 4_000)
  line.socket.emit('data', Buffer.from('words'))
  expect([lines.take(NOBODY) === line, made.length]).toEqual([false, 2])
})
