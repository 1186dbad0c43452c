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
  /** The one that was used last, or a new one. */
  readonly take: (holder: Holder) => Line
  readonly open: (holder: Holder) => Line
  /** For the next request, if it comes within this time. */
  readonly giveBack: (line: Line, idleMs: number) => void
}

type Idle = { readonly line: Line; readonly until: number }

const KEEP_ALIVE_MS = 1_000 // somebody who is gone without a word is noticed, and no router on the way forgets a model that thinks for minutes
const CONNECT_MS = 10_000 // the system waits for minutes for an address where nobody says anything

/** None keeps the process alive while nobody waits for it. */
export function createLines(dial: () => Socket): Lines {
  const idle: Idle[] = []
  let sweeping: NodeJS.Timeout | undefined

  function sweep(): void {
    const now = performance.now()
    sweeping = undefined
    for (const { line, until } of idle.splice(0)) {
      if (line.socket.destroyed) continue
      if (until > now) keep({ line, until })
      else line.socket.destroy()
    }
  }
  function keep(one: Idle): void {
    idle.push(one)
    sweeping ??= setTimeout(sweep, one.until - performance.now()).unref()
  }
  const open = (holder: Holder): Line => openLine(dial(), holder)
  return {
    open,
    take(holder) {
      const now = performance.now()
      for (let last = idle.pop(); last; last = idle.pop()) {
        const { line, until } = last
        if (line.socket.destroyed) continue
        if (until <= now) {
          line.socket.destroy()
          continue
        }
        line.holder = holder
        line.socket.ref()
        return line
      }
      return open(holder)
    },
    giveBack(line, idleMs) {
      line.holder = undefined
      line.isUsed = true
      line.socket.unref()
      if (line.socket.isPaused()) line.socket.resume()
      keep({ line, until: performance.now() + idleMs })
    },
  }
}

function openLine(socket: Socket, holder: Holder): Line {
  const line: Line = { socket, isUsed: false, holder }
  const late = setTimeout(
    () => socket.destroy(Object.assign(new Error('no connection in time'), { code: 'ETIMEDOUT' })),
    CONNECT_MS,
  )
  socket.setNoDelay(true)
  socket.setKeepAlive(true, KEEP_ALIVE_MS)
  socket.once('connect', () => clearTimeout(late))
  // Whatever a server says that was asked nothing ends the connection.
  socket.on('data', (bytes: Buffer) => (line.holder ? line.holder.data(bytes) : socket.destroy()))
  socket.on('end', () => (line.holder ? line.holder.close() : socket.destroy()))
  socket.on('error', thrown => {
    // What had come before, and waited for its reader, still counts.
    for (let bytes: unknown = socket.read(); Buffer.isBuffer(bytes); bytes = socket.read()) line.holder?.data(bytes)
    line.holder?.error(thrown)
  })
  socket.on('close', () => {
    clearTimeout(late)
    line.holder?.close()
  })
  return line
}
