import type { ByteReader } from './byte-reader.ts'

/** Reads a body up to a limit; undefined when it is longer. Throws what the body throws. */
export async function boundedText(body: ByteReader, maxBytes: number): Promise<string | undefined> {
  const parts: Uint8Array[] = []
  let total = 0
  for (;;) {
    const piece = await body.read()
    if (piece === undefined) return new TextDecoder().decode(Buffer.concat(parts))
    total += piece.length
    if (total > maxBytes) return undefined
    parts.push(piece)
  }
}
