import type { DatabaseConnection } from './connection.ts'
import type { RecordText } from './read-stream.ts'

/** Streams by the bytes of their names. All but `behind` are for use within a transaction. */
export type SqliteStreams = {
  readonly last: (stream: Uint8Array) => number
  /** Answers with the number of the last record then. */
  readonly insert: (stream: Uint8Array, last: number, texts: readonly string[]) => number
  readonly drop: (stream: Uint8Array) => void
  readonly append: (stream: Uint8Array, texts: readonly string[], expectSeq: number | undefined) => number | 'conflict'
  readonly behind: (stream: Uint8Array, after: number, limit: number) => Promise<readonly RecordText[]>
}

export function prepareStreams({ prepare, read }: DatabaseConnection): SqliteStreams {
  const selectLast = prepare('SELECT max(seq) AS seq FROM records WHERE stream = ?')
  const insertOne = prepare('INSERT INTO records (stream, seq, record) VALUES (?, ?, ?)')
  const dropAll = prepare('DELETE FROM records WHERE stream = ?')
  // For a plain `LIMIT ?` SQLite plans the statement anew each time, which takes longer than to read.
  const select = prepare('SELECT seq, record FROM records WHERE stream = ? AND seq > ? ORDER BY seq LIMIT +?')
  const last = (stream: Uint8Array): number => Number(selectLast.get(stream)?.['seq'] ?? 0)
  function insert(stream: Uint8Array, before: number, texts: readonly string[]): number {
    for (const [at, text] of texts.entries()) insertOne.run(stream, before + at + 1, text)
    return before + texts.length
  }
  return {
    last,
    insert,
    drop: stream => void dropAll.run(stream),
    append(stream, texts, expectSeq) {
      const seq = last(stream)
      return expectSeq !== undefined && expectSeq !== seq ? 'conflict' : insert(stream, seq, texts)
    },
    async behind(stream, after, limit) {
      const rows = await read(() => select.all(stream, after, limit))
      return rows.map(({ seq, record }) => ({ seq: Number(seq), text: String(record) }))
    },
  }
}
