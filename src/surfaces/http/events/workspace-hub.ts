import type { Clock, JsonObject } from '../../../core/index.ts'
import type { WorkspaceEvent } from '../shapes.ts'
import { type StreamClient, eventText } from './stream-client.ts'

type Unstamped<Event> = Event extends WorkspaceEvent ? Omit<Event, 'v' | 'ts'> : never

/** Sends workspace-wide events, for badges and lists. Nothing is stored: a new client reads the lists. */
export type WorkspaceHub = {
  readonly publish: (event: Unstamped<WorkspaceEvent>) => void
  readonly follow: (client: StreamClient, hello: JsonObject) => void
  readonly streams: () => number
  readonly close: () => void
}

export function createWorkspaceHub(clock: Clock): WorkspaceHub {
  const clients = new Set<StreamClient>()
  const textFor = (event: { readonly type: string }): string =>
    eventText(event.type, { v: 1, ts: new Date(clock.now()).toISOString(), ...event })
  return {
    publish(event) {
      const text = textFor(event)
      for (const client of clients) client.send(text)
    },
    follow(client, hello) {
      client.send(textFor({ type: 'hello', ...hello }))
      clients.add(client)
      client.gone.addEventListener('abort', () => clients.delete(client))
    },
    streams: () => clients.size,
    close() {
      for (const client of clients) client.end()
    },
  }
}
