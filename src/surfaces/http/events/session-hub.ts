import type { JsonObject } from '../../../core/index.ts'
import type { EventLog } from '../../../session/index.ts'
import { SessionStream } from './session-stream.ts'
import type { StreamClient } from './stream-client.ts'

/** Numbers and stores the events of each session before it sends them to clients. */
export type SessionHub = {
  readonly publish: (session: string, event: JsonObject) => void
  /** Resolves when everything published so far is stored and sent. */
  readonly settled: (session: string) => Promise<void>
  readonly last: (session: string) => Promise<number>
  readonly follow: (session: string, client: StreamClient, after: number | 'now') => Promise<void>
  readonly beginTurn: (session: string, turn: string) => Promise<void>
  readonly endTurn: (session: string, turn: string) => Promise<void>
  readonly streams: () => number
  readonly close: () => Promise<void>
}

export function createSessionHub(log: EventLog): SessionHub {
  const open = new Map<string, SessionStream>()
  const of = (session: string): SessionStream => {
    const stream = open.get(session) ?? new SessionStream(session, log)
    open.set(session, stream)
    return stream
  }
  const tidy = (session: string): void => {
    if (open.get(session)?.isIdle === true) open.delete(session)
  }
  const using = async <T>(session: string, work: (stream: SessionStream) => Promise<T>): Promise<T> => {
    try {
      return await work(of(session))
    } finally {
      tidy(session)
    }
  }
  return {
    publish(session, event) {
      const stream = of(session)
      stream.publish(event)
      void stream.settled().then(() => tidy(session))
    },
    settled: async session => open.get(session)?.settled(),
    last: session => using(session, stream => stream.last()),
    follow(session, client, after) {
      client.gone.addEventListener('abort', () => setImmediate(() => tidy(session)))
      return using(session, stream => stream.follow(client, after))
    },
    beginTurn: (session, turn) => using(session, stream => stream.beginTurn(turn)),
    endTurn: (session, turn) => using(session, stream => stream.endTurn(turn)),
    streams: () => [...open.values()].reduce((sum, { clients }) => sum + clients, 0),
    async close() {
      await Promise.all([...open.values()].map(stream => stream.settled()))
      for (const stream of open.values()) stream.end()
    },
  }
}
