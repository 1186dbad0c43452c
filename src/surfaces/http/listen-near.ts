import type { Server } from 'node:http'
import { CountersignError } from '../../core/index.ts'

export type Listening = { readonly port: number; readonly mayMoveOn: boolean }

const TRIES = 100

/** On loopback, at this port or the next free one. Answers with the port. */
export async function listenNear(server: Server, { port, mayMoveOn }: Listening): Promise<number> {
  for (let next = port; next < port + (mayMoveOn ? TRIES : 1) && next < 65_536; next++) {
    if (await tryPort(server, next)) {
      const address = server.address()
      return typeof address === 'object' && address !== null ? address.port : next
    }
  }
  throw new CountersignError('usage_invalid', `Port ${port} is taken by another program. Name another one with --port.`)
}

function tryPort(server: Server, port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const onError = (thrown: Error & { readonly code?: string }): void => {
      if (thrown.code === 'EADDRINUSE' || thrown.code === 'EACCES') resolve(false)
      else reject(thrown)
    }
    server.once('error', onError)
    server.listen({ host: '127.0.0.1', port, exclusive: true }, () => {
      server.removeListener('error', onError)
      resolve(true)
    })
  })
}
