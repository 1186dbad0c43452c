import {
  type Clock,
  type JsonObject,
  type Result,
  StorageFailure,
  type Store,
  type Versioned,
  isJsonList,
  isJsonObject,
  sha256,
  succeed,
} from '../core/index.ts'
import { type OpenTurns, createOpenTurns } from './open-turns.ts'

/** An event with its number in the session. */
export type NumberedEvent = { readonly id: number; readonly event: JsonObject }

export type EventPage = { readonly after: number; readonly limit: number }

/** The events of each session, numbered from 1 and kept for some time, so that a client can resume after a break. */
export interface EventLog extends OpenTurns {
  /** The number of the last event that is kept; 0 if there is none. */
  last(session: string): Promise<number>
  /** All of them or none; not `taken` where somebody else has used these numbers meanwhile. */
  append(session: string, events: readonly NumberedEvent[]): Promise<Result<{ readonly taken: boolean }>>
  /** In order. Numbers may be missing, because not everything is kept. */
  read(session: string, page: EventPage): Promise<readonly NumberedEvent[]>
  /** Joins everything from a number on, and leaves out what is not worth keeping. */
  seal(session: string, from: number, isKept: (event: JsonObject) => boolean): Promise<void>
}

export type EventLogOptions = { readonly store: Store; readonly clock: Clock; readonly keepMs: () => number }

const TABLE = 'events'
const DIGITS = 12
const MAX_ROWS = 100
const MAX_ID = 10 ** DIGITS - 1

/** Rows are named after their last event, so that the first row behind a number is found by its name. */
const prefixOf = (session: string): string => `${sha256(session).slice(0, 32)}/`
const keyOf = (session: string, id: number): string =>
  `${prefixOf(session)}${String(Math.min(id, MAX_ID)).padStart(DIGITS, '0')}`
const idIn = (key: string): number => Number(key.slice(-DIGITS))

export function createEventLog({ store, clock, keepMs }: EventLogOptions): EventLog {
  return {
    ...createOpenTurns({ store, clock }),
    last: session => findLast(id => isBehind(store, session, id)),
    read: (session, page) => readPage(store, session, page),
    async append(session, events) {
      const end = events.at(-1)
      if (!end) return succeed({ taken: true })
      const key = keyOf(session, end.id)
      try {
        return succeed({
          taken: await store.swap(TABLE, key, { expect: 'absent', next: rowOf(events), ttlMs: keepMs() }),
        })
      } catch (thrown) {
        if (thrown instanceof StorageFailure) return { ok: false, error: thrown.fault }
        throw thrown
      }
    },
    async seal(session, from, isKept) {
      for (let place = from; ;) {
        const rows = await rowsAfter(store, session, { after: place, limit: MAX_ROWS })
        const final = rows.at(-1)
        if (!final) return
        const kept = rows.flatMap(({ value }) => eventsIn(value)).filter(({ event }) => isKept(event))
        const isJoined = await store.swap(TABLE, final.key, {
          expect: final.version,
          next: rowOf(kept),
          ttlMs: keepMs(),
        })
        if (isJoined)
          for (const { key, version } of rows.slice(0, -1)) await store.swap(TABLE, key, { expect: version })
        if (rows.length < MAX_ROWS) return
        place = idIn(final.key)
      }
    },
  }
}

/** What is kept of a session that is to be forgotten. */
export async function dropEvents(store: Store, session: string): Promise<void> {
  for (;;) {
    const rows = await rowsAfter(store, session, { after: 0, limit: MAX_ROWS })
    for (const { key } of rows) await store.swap(TABLE, key, { expect: 'any' })
    if (rows.length < MAX_ROWS) return
  }
}

const rowsAfter = (store: Store, session: string, { after, limit }: EventPage): Promise<readonly Versioned[]> =>
  store.list(TABLE, { prefix: prefixOf(session), after: keyOf(session, after), limit })

const isBehind = async (store: Store, session: string, id: number): Promise<boolean> =>
  (await rowsAfter(store, session, { after: id, limit: 1 })).length > 0

/** A store lists from the smallest key only, so the last one is looked for by halves. */
async function findLast(hasMore: (id: number) => Promise<boolean>): Promise<number> {
  if (!(await hasMore(0))) return 0
  let [low, high] = [0, 1]
  while (high < MAX_ID && (await hasMore(high))) [low, high] = [high, high * 2]
  while (low + 1 < high) {
    const middle = Math.floor((low + high) / 2)
    if (await hasMore(middle)) low = middle
    else high = middle
  }
  return high
}

async function readPage(store: Store, session: string, { after, limit }: EventPage): Promise<readonly NumberedEvent[]> {
  const found: NumberedEvent[] = []
  for (let [place, seen] = [after, after]; ;) {
    const rows = await rowsAfter(store, session, { after: place, limit: MAX_ROWS })
    for (const { key, value } of rows) {
      for (const each of eventsIn(value)) {
        if (each.id <= seen) continue // told twice by a row that a crash left behind when rows were joined
        seen = each.id
        if (found.push(each) >= limit) return found
      }
      place = idIn(key)
    }
    if (rows.length < MAX_ROWS) return found
  }
}

const rowOf = (events: readonly NumberedEvent[]): JsonObject => ({
  events: events.map(({ id, event }) => ({ ...event, id })),
})

function eventsIn({ events }: JsonObject): readonly NumberedEvent[] {
  if (!isJsonList(events)) return []
  return events.filter(isJsonObject).flatMap(({ id, ...event }) => (typeof id === 'number' ? [{ id, event }] : []))
}
