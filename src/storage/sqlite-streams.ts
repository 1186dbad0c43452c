import type { Connection } from './connection.ts'
import type { KeptRecord } from './read-stream.ts'
import type { Statement } from './sqlite-driver.ts'

export type Streams = {
  /** Within a transaction. */
  readonly last: (stream: Uint8Array) => number
  /** Within a transaction. */
  readonly insert: (stream: Uint8Array, last: number, texts: readonly string[]) => number
  /** Within a transaction. */
  readonly drop: (stream: Uint8Array) => void
  readonly append: (
    stream: Uint8Array,
    texts: readonly string[],
    expectSeq: number | undefined,
  ) => Promise<number | 'conflict'>
  readonly behind: (stream: Uint8Array, after: number, limit: number) => Promise<readonly KeptRecord[]>
}

const MOST_ROWS = 8

const insertText = (rows: number): string =>
  `INSERT INTO records (stream, seq, record) VALUES ${Array.from({ length: rows }, (_, at) => `(?1, ?2 + ${at + 1}, ?${at + 3})`).join()}`

export function prepareStreams({ prepare, read, write }: Connection): Streams {
  const selectLast = prepare('SELECT max(seq) AS seq FROM records WHERE stream = ?')
  const inserts = new Map<number, Statement>() // by how many rows they take, because one for several costs little more than for one
  const drop = prepare('DELETE FROM records WHERE stream = ?')
  // For a plain `LIMIT ?` SQLite plans the statement anew each time, which takes longer than to read.
  const select = prepare('SELECT seq, record FROM records WHERE stream = ? AND seq > ? ORDER BY seq LIMIT +?')
  const lastOf = (stream: Uint8Array): number => Number(selectLast.get(stream)?.['seq'] ?? 0)
  function insertOf(rows: number): Statement {
    const insert = inserts.get(rows) ?? prepare(insertText(rows))
    inserts.set(rows, insert)
    return insert
  }
  function insertAll(stream: Uint8Array, last: number, texts: readonly string[]): number {
    for (let at = 0; at < texts.length; at += MOST_ROWS) {
      const rows = texts.slice(at, at + MOST_ROWS)
      insertOf(rows.length).run(stream, last + at, ...rows)
    }
    return last + texts.length
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
