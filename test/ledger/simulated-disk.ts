import type { HeldIndex, JsonObject, LedgerIndex } from '../../src/core/index.ts'
import type { Disk } from '../../src/ledger/index.ts'

/** Numbers from 0 to 1, the same for the same seed. */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0 || 1
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

export class PowerCut extends Error {}

/** What the cut may do to writes that were never flushed. */
const SECTOR = 64

type File = { durable: Buffer; now: Buffer; nameIsDurable: boolean }
export type Trouble = { readonly kind: 'cut' | 'full' | 'bad_flush'; readonly at: number }

/** A disk that keeps only what was flushed: everything else may be gone, torn or out of order after a power cut. */
export class SimulatedDisk implements Disk {
  readonly #files = new Map<string, File>()
  readonly #random: () => number
  #operations = 0
  trouble: Trouble | undefined

  constructor(random: () => number) {
    this.#random = random
  }

  get operations(): number {
    return this.#operations
  }

  makeFolder(): void {
    this.#step()
  }

  list(path: string): readonly string[] {
    const prefix = path === '' ? '' : `${path}/`
    const names = [...this.#files.keys()]
      .filter(name => name.startsWith(prefix))
      .map(name => name.slice(prefix.length).split('/')[0] ?? '')
    return [...new Set(names)].toSorted()
  }

  size(path: string): number | undefined {
    return this.#files.get(path)?.now.length
  }

  read(path: string, from: number, length: number): Uint8Array {
    const file = this.#files.get(path)
    if (!file) throw new Error(`ENOENT: ${path}`)
    return Buffer.from(file.now.subarray(from, from + length))
  }

  append(path: string, at: number | 'end', bytes: Uint8Array): void {
    const file = this.#file(path)
    if (at !== 'end' && file.now.length !== at)
      throw new Error(`${path} has ${file.now.length} bytes where ${at} were expected`)
    const isFull = this.#isNow('full')
    const part = isFull ? bytes.subarray(0, Math.floor(this.#random() * bytes.length)) : bytes
    file.now = Buffer.concat([file.now, part])
    if (isFull) throw new Error('ENOSPC: no space left on device')
    this.#step()
  }

  async sync(path: string): Promise<void> {
    await Promise.resolve()
    this.#step()
    const file = this.#file(path)
    if (this.#isNow('bad_flush')) {
      if (this.#random() < 0.5) file.now = this.#torn(file)
      throw new Error('EIO: i/o error, fsync')
    }
    file.durable = Buffer.from(file.now)
    file.nameIsDurable = true
  }

  truncate(path: string, size: number): void {
    const file = this.#file(path)
    this.#step()
    file.now = file.now.subarray(0, size)
    file.durable = Buffer.from(file.now)
  }

  replace(path: string, bytes: Uint8Array): void {
    const happens = this.#random() < 0.5
    if (this.#isNow('cut') && !happens) throw this.#cut()
    this.#files.set(path, { durable: Buffer.from(bytes), now: Buffer.from(bytes), nameIsDurable: true })
    this.#step()
  }

  setAside(path: string, as: string): void {
    for (const [name, file] of Array.from(this.#files)) {
      if (name !== path && !name.startsWith(`${path}/`)) continue
      this.#files.delete(name)
      this.#files.set(as + name.slice(path.length), file)
    }
    this.#step()
  }

  close(): void {
    this.trouble = undefined
  }

  /** The power comes back: unflushed bytes are there, gone, cut short or full of holes. */
  restart(): void {
    this.trouble = undefined
    for (const [name, file] of Array.from(this.#files)) {
      if (!file.nameIsDurable && this.#random() < 0.5) this.#files.delete(name)
      else file.now = this.#torn(file)
      file.durable = Buffer.from(file.now)
      file.nameIsDurable = true
    }
  }

  #torn({ durable, now }: File): Buffer {
    if (now.length <= durable.length) return this.#random() < 0.5 ? durable : now
    const kept = durable.length + Math.floor(this.#random() * (now.length - durable.length + 1))
    const result = Buffer.from(now.subarray(0, kept))
    const holes = this.#random() < 0.5 ? 0.3 : 0
    for (let at = durable.length; at < kept; at += SECTOR)
      if (this.#random() < holes) result.fill(0, at, Math.min(at + SECTOR, kept))
    return result
  }

  #file(path: string): File {
    const known = this.#files.get(path)
    if (known) return known
    const file: File = { durable: Buffer.alloc(0), now: Buffer.alloc(0), nameIsDurable: false }
    this.#files.set(path, file)
    return file
  }

  #isNow(kind: Trouble['kind']): boolean {
    return this.trouble?.kind === kind && this.#operations >= this.trouble.at
  }

  #step(): void {
    this.#operations += 1
    if (this.#isNow('cut')) throw this.#cut()
  }

  #cut(): PowerCut {
    return new PowerCut('the power is gone')
  }
}

/** An index without a flush of its own: a power cut may take the last commits with it, in order, never one in the middle. */
export class SimulatedIndex implements LedgerIndex {
  #commits: ReadonlyMap<string, JsonObject>[] = [new Map()]
  #queue: Promise<unknown> = Promise.resolve()

  exclusively<T>(work: (held: HeldIndex) => Promise<T>): Promise<T> {
    const done = this.#after(this.#queue, work)
    this.#queue = done.catch(() => undefined)
    return done
  }

  async #after<T>(before: Promise<unknown>, work: (held: HeldIndex) => Promise<T>): Promise<T> {
    await before
    const next = new Map(this.#commits.at(-1))
    const result = await work({
      get: key => next.get(key),
      set: (key, value) => next.set(key, value),
      remove: key => next.delete(key),
    })
    this.#commits.push(next)
    return result
  }

  get(key: string): JsonObject | undefined {
    return this.#commits.at(-1)?.get(key)
  }

  list(prefix: string): readonly { readonly key: string; readonly value: JsonObject }[] {
    const rows = [...(this.#commits.at(-1) ?? [])].map(([key, value]) => ({ key, value }))
    return rows.filter(({ key }) => key.startsWith(prefix)).toSorted((a, b) => (a.key < b.key ? -1 : 1))
  }

  /** Nobody waits for a simulated disk. */
  watch(): () => void {
    return () => undefined
  }

  /** What is committed stays; another process opens it again. */
  close(): void {
    this.#queue = Promise.resolve()
  }

  restart(lost: number): void {
    this.#commits = this.#commits.slice(0, Math.max(1, this.#commits.length - lost))
    this.#queue = Promise.resolve()
  }
}
