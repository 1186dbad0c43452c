import type { Joined } from '../core/index.ts'
import type { Connection } from './connection.ts'
import { propose } from './decide-swap.ts'
import { keyBytes } from './keys.ts'
import type { Entries } from './sqlite-entries.ts'
import type { Streams } from './sqlite-streams.ts'
import { writeJson } from './stored-json.ts'

type Parts = { readonly connection: Connection; readonly streams: Streams; readonly entries: Entries; readonly now: () => number }

/** One transaction, in which all is decided before anything is written. */
export function writeTogether(changes: readonly Joined[], { connection, streams, entries, now }: Parts): Promise<boolean> {
  const steps = changes.map(each => ('stream' in each ? streaming(each, streams) : swapping(each, entries)))
  return connection.write(() => {
    const at = now() // only now that nobody else can write
    const writes = steps.map(decide => decide(at))
    for (const write of writes) if (write === 'refused') return false
    for (const write of writes) if (write !== 'refused') write()
    return true
  })
}

type Step = (at: number) => 'refused' | (() => void)

function streaming(change: Extract<Joined, { stream: string }>, streams: Streams): Step {
  const { stream, expectSeq } = change
  const name = keyBytes(stream)
  const texts = 'drops' in change ? undefined : change.records.map(writeJson)
  return () => {
    const last = streams.last(name)
    if (expectSeq !== undefined && expectSeq !== last) return 'refused'
    return texts === undefined ? () => streams.drop(name) : () => void streams.insert(name, last, texts)
  }
}

function swapping({ table, key, change }: Extract<Joined, { table: string }>, entries: Entries): Step {
  const [place, proposed] = [{ table: keyBytes(table), key: keyBytes(key) }, propose(change)]
  return at => {
    const decision = entries.decide(place, proposed, at)
    if (decision.kind === 'refused') return 'refused'
    return () => decision.kind === 'write' && entries.put(place, decision.kept, at)
  }
}
