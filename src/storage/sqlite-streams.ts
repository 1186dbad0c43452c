import type { Connection } from './connection.ts'
import type { KeptRecord } from './read-stream.ts'

export type Streams = {
  readonly append: (stream: Uint8Array, texts: readonly string[], expectSeq: number | undefined) => Promise<number | 'conflict'>
  readonly behind: (stream: Uint8Array, after: number, limit: number) => Promise<readonly KeptRecord[]>
}

export function prepareStreams({ prepare, read, write }: Connection): Streams {
  const last = prepare('SELECT max(seq) AS seq FROM records WHERE stream = ?')
  const insert = prepare('INSERT INTO records (stream, seq, record) VALUES (?, ?, ?)')
  const select = prepare('SELECT seq, record FROM records WHERE stream = ? AND seq > ? ORDER BY seq LIMIT ?')
  return {
    append: (stream, texts, expectSeq) =>
      write(() => {
        const seq = Number(last.get(stream)?.['seq'] ?? 0)
        if (expectSeq !== undefined && expectSeq !== seq) return 'conflict'
        texts.forEach((text, at) => insert.run(stream, seq + at + 1, text))
        return seq + texts.length
      }),
    behind: async (stream, after, limit) => {
      const rows = await read(() => select.all(stream, after, limit))
      return rows.map(({ seq, record }) => ({ seq: Number(seq), text: String(record) }))
    },
  }
}
