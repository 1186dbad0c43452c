/** What is there already comes at once, and only what is not there yet as a promise. Undefined at the end. */
export type Arrival = Uint8Array | undefined | Promise<Uint8Array | undefined>

/** Bytes as they arrive. */
export type ByteReader = {
  /** Rejects when the connection breaks, but only after everything that came before. */
  readonly read: () => Arrival
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
  function take(): Arrival {
    const piece = held.shift()
    if (piece) bytes -= piece.length
    else if (ended && 'thrown' in ended) return Promise.reject(ended.thrown)
    return piece
  }
  const arrival = (): Promise<void> =>
    new Promise(resolve => {
      wake = resolve
      if (isPaused) flow.resume()
      isPaused = false
    })
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
    read: () => (held.length > 0 || ended ? take() : arrival().then(take)),
  }
}
