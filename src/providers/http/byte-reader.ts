/** Bytes as they arrive. */
export type ByteReader = {
  /** Undefined at the end. Rejects when the connection breaks, but only after everything that came before. */
  readonly read: () => Promise<Uint8Array | undefined>
}

export type ByteQueue = ByteReader & {
  readonly push: (piece: Uint8Array) => void
  /** The first end counts. */
  readonly end: (how?: { readonly thrown: unknown }) => void
}

/** Whoever delivers the bytes can be asked to wait. */
export type Flow = { readonly pause: () => void; readonly resume: () => void }

const MOST_HELD = 65_536 // what arrives faster than it is read waits in the socket

export function createByteQueue(flow: Flow): ByteQueue {
  const held: Uint8Array[] = []
  let bytes = 0
  let ended: { readonly thrown?: unknown } | undefined
  let isPaused = false
  let wake: (() => void) | undefined
  return {
    push(piece) {
      held.push(piece)
      bytes += piece.length
      if (bytes > MOST_HELD && !isPaused) {
        isPaused = true
        flow.pause()
      }
      wake?.()
    },
    end(how) {
      ended ??= how ?? {}
      wake?.()
    },
    async read() {
      if (held.length === 0 && !ended)
        await new Promise<void>(resolve => {
          wake = resolve
          if (isPaused) flow.resume()
          isPaused = false
        })
      const piece = held.shift()
      if (piece) bytes -= piece.length
      else if (ended && 'thrown' in ended) throw ended.thrown
      return piece
    },
  }
}
