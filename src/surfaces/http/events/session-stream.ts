import { type JsonObject, textOf } from '../../../core/index.ts'
import type { EventLog, NumberedEvent } from '../../../session/index.ts'
import { eventText, type StreamClient } from './stream-client.ts'

/** Events that carry a piece of a text. A later event repeats the whole, so pieces are dropped when their turn ends. */
const PIECES: ReadonlySet<string> = new Set(['attempt.output.delta', 'message.delta', 'tool.output.delta'])

export const isPiece = (type: string): boolean => PIECES.has(type)

const BATCH_MS = 10 // joins many small events into one write
const PAGE = 500
const MAX_TRIES = 5

/**
 * The events of one session while a client follows it or a turn runs. They are numbered and stored before they are
 * sent.
 */
export class SessionStream {
  readonly #session: string
  readonly #log: EventLog
  readonly #clients = new Set<StreamClient>()
  readonly #turns = new Set<string>()
  /** Undefined until the log was read. */
  #last: number | undefined
  /** Pieces up to here are dropped. */
  #sealed = 0
  #waiting: JsonObject[] = []
  #writing: Promise<void> | undefined

  constructor(session: string, log: EventLog) {
    this.#session = session
    this.#log = log
  }

  /** True if the stream can be dropped: no client, no turn, nothing to write. The log keeps its events. */
  get isIdle(): boolean {
    return this.#clients.size === 0 && this.#turns.size === 0 && this.#writing === undefined
  }

  get clients(): number {
    return this.#clients.size
  }

  publish(event: JsonObject): void {
    this.#waiting.push(event)
    this.#writing ??= this.#write()
  }

  /** Resolves when everything published so far is stored and sent. */
  async settled(): Promise<void> {
    await this.#writing
  }

  async last(): Promise<number> {
    if (this.#last !== undefined) return this.#last
    const last = await this.#log.last(this.#session)
    this.#last ??= last
    this.#sealed = Math.max(this.#sealed, this.#last)
    return this.#last
  }

  async beginTurn(turn: string): Promise<void> {
    this.#turns.add(turn)
    await this.last()
    await this.#log.enter(this.#session, turn)
  }

  /** Drops the pieces of the turn. */
  async endTurn(turn: string): Promise<void> {
    await this.#writing
    this.#turns.delete(turn)
    const isKept = ({ type, turn_id }: JsonObject): boolean =>
      !isPiece(textOf(type)) || this.#turns.has(textOf(turn_id))
    await this.#log.seal(this.#session, this.#sealed, isKept)
    if (this.#turns.size === 0) this.#sealed = this.#last ?? 0
    await this.#log.leave(turn)
  }

  /** Sends the events after `after`, then live ones; `now`: only live ones. */
  async follow(client: StreamClient, after: number | 'now'): Promise<void> {
    client.gone.addEventListener('abort', () => this.#clients.delete(client))
    const last = await this.last()
    let place = after === 'now' ? last : after
    if (place > last) {
      client.send(eventText('stream.reset', { v: 1, type: 'stream.reset', session_id: this.#session }))
      place = 0
    }
    while (!client.gone.aborted) {
      if (place >= (this.#last ?? 0)) {
        this.#clients.add(client) // without an await in between, so nothing is missed or sent twice
        return
      }
      const page = await this.#log.read(this.#session, { after: place, limit: PAGE })
      place = page.at(-1)?.id ?? this.#last ?? place
      if (page.length > 0) client.send(page.map(textOfEvent).join(''))
      await client.ready()
    }
  }

  end(): void {
    for (const client of this.#clients) client.end()
  }

  async #write(): Promise<void> {
    while (this.#waiting.length > 0) {
      await new Promise(resolve => setTimeout(resolve, BATCH_MS))
      const events = this.#waiting
      this.#waiting = []
      const text = await this.#keep(events)
      for (const client of this.#clients) client.send(text)
    }
    this.#writing = undefined
  }

  /** Stores events. If the disk fails they are still sent, but without ids: clients could not resume from them. */
  async #keep(events: readonly JsonObject[]): Promise<string> {
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      const last = await this.last().catch(() => undefined)
      if (last === undefined) break
      const numbered = events.map((event, index) => ({ id: last + 1 + index, event }))
      const written = await this.#log.append(this.#session, numbered)
      if (!written.ok) break
      this.#last = written.value.taken ? last + events.length : undefined // another server has written meanwhile
      if (written.value.taken) return numbered.map(textOfEvent).join('')
    }
    return events.map(event => eventText(textOf(event['type']), event)).join('')
  }
}

const textOfEvent = ({ id, event }: NumberedEvent): string => eventText(textOf(event['type']), { id, ...event }, id)
