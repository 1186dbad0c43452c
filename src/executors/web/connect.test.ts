import { type AddressInfo, connect, createServer } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { ConnectionRefused, checkedAddresses, checkedPeer } from './connect.ts'
import type { WebTarget } from './target.ts'

const NEVER = new AbortController().signal
const target = (host: string, own = false): WebTarget => ({ url: new URL(`http://${host}/`), host, port: 80, own })

test('whoever answers from another address than the one that was checked is hung up on', async () => {
  const server = createServer()
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  await new Promise(resolve => socket.once('connect', resolve))
  expect(() => checkedPeer(socket, target('example.org'), ['93.184.216.34'])).toThrow(ConnectionRefused)
  expect(socket.destroyed).toBe(true)
})

test('whoever answers from a closed address is hung up on, though it was among those that came back', async () => {
  const server = createServer()
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const open = async (): Promise<ReturnType<typeof connect>> => {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
    await new Promise(resolve => socket.once('connect', resolve))
    onTestFinished(() => void socket.destroy())
    return socket
  }
  const closed = await open()
  expect(() => checkedPeer(closed, target('example.org'), ['127.0.0.1'])).toThrow('this machine itself')
  const own = await open()
  expect(checkedPeer(own, target('localhost', true), ['127.0.0.1'])).toBe(own)
})

test('a name of this machine is resolved to closed addresses, unless the person has opened it', async () => {
  const closed = await checkedAddresses(target('localhost'), NEVER)
  expect(closed).toMatchObject({ ok: false, error: { code: 'web_blocked' } })
  expect((await checkedAddresses(target('localhost', true), NEVER)).ok).toBe(true)
})
