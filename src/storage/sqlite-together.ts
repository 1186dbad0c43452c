import type { Joined } from '../core/index.ts'
import type { Connection } from './connection.ts'
import { type Kept, decideSwap, propose } from './decide-swap.ts'
import { keyBytes } from './keys.ts'
import type { Entries } from './sqlite-entries.ts'
import type { Streams } from './sqlite-streams.ts'
import { writeJson } from './stored-json.ts'

type Parts = {
  readonly connection: Connection
  readonly streams: Streams
  readonly entries: Entries
  readonly since: number | undefined
  readonly now: () => number
}

/** One transaction, in which all is decided before anything is written. */
export function writeTogether(
  changes: readonly Joined[],
  { connection, streams, entries, since, now }: Parts,
): Promise<boolean> {
  const steps = changes.map(each => ('stream' in each ? streaming(each, streams) : swapping(each, entries)))
  return connection.write(() => {
    // Both are asked for only now that nobody else can write.
    if (since !== undefined && connection.version() !== since) return false
    const moment = { at: now(), isKnown: since !== undefined }
    const writes = steps.map(decide => decide(moment))
    for (const write of writes) if (write === 'refused') return false
    for (const write of writes) if (write !== 'refused') write()
    return true
  })
}

/** `isKnown`: what is expected is there. */
type Moment = { readonly at: number; readonly isKnown: boolean }
type Step = (moment: Moment) => 'refused' | (() => void)

function streaming(change: Extract<Joined, { stream: string }>, streams: Streams): Step {
  const { stream, expectSeq } = change
  const name = keyBytes(stream)
  const texts = 'drops' in change ? undefined : change.records.map(writeJson)
  return ({ isKnown }) => {
    const last = isKnown && expectSeq !== undefined ? expectSeq : streams.last(name)
    if (expectSeq !== undefined && expectSeq !== last) return 'refused'
    return texts === undefined ? () => streams.drop(name) : () => void streams.insert(name, last, texts)
  }
}

function swapping({ table, key, change }: Extract<Joined, { table: string }>, entries: Entries): Step {
  const [place, proposed] = [{ table: keyBytes(table), key: keyBytes(key) }, propose(change)]
  return ({ at, isKnown }) => {
    const { expect } = change
    const decision =
      isKnown && typeof expect === 'number'
        ? decideSwap(keptAs(expect), proposed, at)
        : entries.decide(place, proposed, at)
    if (decision.kind === 'refused') return 'refused'
    return () => decision.kind === 'write' && entries.put(place, decision.kept, at)
  }
}

/** Nothing else of it counts when it is replaced. */
const keptAs = (version: number): Kept => ({ version, text: '', endsAt: undefined })
