import type { Connection } from './connection.ts'
import type { KeptRecord } from './read-stream.ts'

export type Streams = {
  /** Within a transaction. */
  readonly last: (stream: Uint8Array) => number
  /** Within a transaction. */
  readonly insert: (stream: Uint8Array, last: number, texts: readonly string[]) => number
  /** Within a transaction. */
  readonly drop: (stream: Uint8Array) => void
  readonly append: (stream: Uint8Array, texts: readonly string[], expectSeq: number | undefined) => Promise<number | 'conflict'>
  readonly behind: (stream: Uint8Array, after: number, limit: number) => Promise<readonly KeptRecord[]>
}

export function prepareStreams({ prepare, read, write }: Connection): Streams {
  const last = prepare('SELECT max(seq) AS seq FROM records WHERE stream = ?')
  const insert = prepare('INSERT INTO records (stream, seq, record) VALUES (?, ?, ?)')
  const drop = prepare('DELETE FROM records WHERE stream = ?')
  // For a plain `LIMIT ?` SQLite plans the statement anew each time, which takes longer than to read.
  const select = prepare('SELECT seq, record FROM records WHERE stream = ? AND seq > ? ORDER BY seq LIMIT +?')
  const lastOf = (stream: Uint8Array): number => Number(last.get(stream)?.['seq'] ?? 0)
  function insertAll(stream: Uint8Array, seq: number, texts: readonly string[]): number {
    texts.forEach((text, at) => insert.run(stream, seq + at + 1, text))
    return seq + texts.length
  }
  return {
    last: lastOf,
    insert: insertAll,
    drop: stream => void drop.run(stream),
    append: (stream, texts, expectSeq) =>
      write(() => {
        const seq = lastOf(stream)
        return expectSeq !== undefined && expectSeq !== seq ? 'conflict' : insertAll(stream, seq, texts)
      }),
    behind: async (stream, after, limit) => {
      const rows = await read(() => select.all(stream, after, limit))
      return rows.map(({ seq, record }) => ({ seq: Number(seq), text: String(record) }))
    },
  }
}
