import type { HeldIndex, JsonObject, LedgerIndex } from '../core/index.ts'
import { HEAD, RECENT, callsKey } from './index-rows.ts'

const MAX_ROWS = 1_000
const UNKNOWN = -1

/**
 * The few rows that every call asks for, as this process has read or written them. They count only for as long as nobody else has written,
 * which is looked up each time: that is quicker than asking for the rows.
 */
export class RowMemory {
  readonly #index: LedgerIndex
  #rows = new Map<string, JsonObject | undefined>()
  #version = UNKNOWN

  constructor(index: LedgerIndex) {
    this.#index = index
  }

  /** Outside of any section. */
  get(key: string): JsonObject | undefined {
    this.#catchUp()
    return this.#look(key, this.#index)
  }

  /** The section's own view. What it sets of these rows is written once, however often it was set; see `write` and `keep`. */
  within(held: HeldIndex): { readonly held: HeldIndex; readonly changed: Changed } {
    const version = this.#catchUp()
    const rows = new Map<string, JsonObject>()
    return {
      held: {
        get: key => rows.get(key) ?? this.#look(key, held),
        set: (key, value) => void (isKept(key) ? rows.set(key, value) : held.set(key, value)),
        remove: key => {
          if (isKept(key)) this.forget()
          rows.delete(key)
          held.remove(key)
        },
        ...(held.mayLag && { mayLag: held.mayLag }),
      },
      changed: {
        version,
        rows,
        write() {
          for (const [key, value] of rows) held.set(key, value)
        },
      },
    }
  }

  /** The section has ended well. */
  keep({ version, rows }: Changed): void {
    if (version !== this.#version || version === UNKNOWN) return
    for (const [key, value] of rows) this.#rows.set(key, value)
    this.#version = version + 1
  }

  /** What the database holds is not known for sure any more; it is asked again. */
  forget(): void {
    this.#rows = new Map()
    this.#version = UNKNOWN
  }

  #look(key: string, rows: Pick<HeldIndex, 'get'>): JsonObject | undefined {
    if (this.#version === UNKNOWN || !isKept(key)) return rows.get(key)
    if (!this.#rows.has(key)) this.#rows.set(key, rows.get(key))
    return this.#rows.get(key)
  }

  #catchUp(): number {
    const version = this.#index.version?.() ?? UNKNOWN
    if (version !== this.#version || this.#rows.size > MAX_ROWS) this.#rows = new Map()
    this.#version = version
    return version
  }
}

/** `write` is the last thing to be done in a section. */
export type Changed = {
  readonly version: number
  readonly rows: ReadonlyMap<string, JsonObject>
  readonly write: () => void
}

const CALLS = callsKey('')
const isKept = (key: string): boolean => key === HEAD || key === RECENT || key.startsWith(CALLS)
