import type { Socket } from 'node:net'

/** Who has a connection at the moment, and hears what happens on it. */
export type Holder = {
  readonly data: (bytes: Buffer) => void
  /** The other side says nothing more. */
  readonly close: () => void
  readonly error: (thrown: unknown) => void
}

/** A connection for one exchange after the other. */
export type Line = {
  readonly socket: Socket
  /** Was it used before? Then the server may have given it up just now. */
  isUsed: boolean
  holder: Holder | undefined
}

/** The connections to one place. */
export type Lines = {
  readonly take: (holder: Holder) => Line
  readonly giveBack: (line: Line) => void
}

type Idle = { readonly line: Line; readonly since: number }

const IDLE_MS = 4_000 // servers close idle connections as well, most of them after five seconds
const CONNECT_MS = 10_000 // the system waits for minutes for an address where nobody says anything

/** The one that was used last is taken first. None keeps the process alive while nobody waits for it. */
export function createLines(dial: () => Socket): Lines {
  const idle: Idle[] = []
  let isSwept = false

  function sweep(): void {
    const old = performance.now() - IDLE_MS
    const kept = idle.filter(({ line, since }) => since > old && !line.socket.destroyed)
    for (const { line, since } of idle.splice(0, idle.length, ...kept)) if (since <= old) line.socket.destroy()
    isSwept = false
    if (idle.length > 0) sweepLater()
  }
  function sweepLater(): void {
    if (isSwept) return
    isSwept = true
    setTimeout(sweep, IDLE_MS).unref()
  }
  return {
    take(holder) {
      let last = idle.pop()
      while (last?.line.socket.destroyed === true) last = idle.pop()
      if (!last) return openLine(dial(), holder)
      last.line.holder = holder
      last.line.socket.ref()
      return last.line
    },
    giveBack(line) {
      line.holder = undefined
      line.isUsed = true
      line.socket.unref()
      if (line.socket.isPaused()) line.socket.resume()
      idle.push({ line, since: performance.now() })
      sweepLater()
    },
  }
}

function openLine(socket: Socket, holder: Holder): Line {
  const line: Line = { socket, isUsed: false, holder }
  const late = setTimeout(() => socket.destroy(Object.assign(new Error('no connection in time'), { code: 'ETIMEDOUT' })), CONNECT_MS)
  socket.setNoDelay(true)
  socket.once('connect', () => clearTimeout(late))
  // Whatever a server says that was asked nothing ends the connection.
  socket.on('data', (bytes: Buffer) => (line.holder ? line.holder.data(bytes) : socket.destroy()))
  socket.on('end', () => (line.holder ? line.holder.close() : socket.destroy()))
  socket.on('error', thrown => line.holder?.error(thrown))
  socket.on('close', () => {
    clearTimeout(late)
    line.holder?.close()
  })
  return line
}
