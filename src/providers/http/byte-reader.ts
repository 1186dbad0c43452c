import type { Readable } from 'node:stream'

/** Bytes as they arrive. */
export type ByteReader = {
  /** Undefined at the end. Rejects when the connection breaks, but only after everything that came before. */
  readonly read: () => Promise<Uint8Array | undefined>
}

const MOST_HELD = 65_536 // what arrives faster than it is read waits in the socket

export function createByteReader(stream: Readable): ByteReader {
  const held: Uint8Array[] = []
  let bytes = 0
  let end: { readonly thrown?: unknown } | undefined
  let wake: (() => void) | undefined
  const finish = (how: { readonly thrown?: unknown }): void => {
    end ??= how
    wake?.()
  }
  const breakOff = (): void => {
    if (!end) finish({ thrown: Object.assign(new Error('closed'), { code: 'ECONNRESET' }) })
  }
  stream.on('data', (piece: Uint8Array) => {
    held.push(piece)
    bytes += piece.length
    if (bytes > MOST_HELD) stream.pause()
    wake?.()
  })
  stream.on('end', () => finish({}))
  stream.on('error', (thrown: unknown) => finish({ thrown }))
  stream.on('close', breakOff)
  return {
    async read() {
      if (held.length === 0 && !end)
        await new Promise<void>(resolve => {
          wake = resolve
          stream.resume()
        })
      const piece = held.shift()
      if (piece) bytes -= piece.length
      else if (end && 'thrown' in end) throw end.thrown
      return piece
    },
  }
}
