import { Readable, type Transform, pipeline } from 'node:stream'
import type { ByteReader } from './byte-reader.ts'

/** We ask for plain bytes, but some proxies pack what they pass on all the same. What is packed in an unknown way stays as it is. */
export async function unpacked(body: ByteReader, encodings: string): Promise<ByteReader> {
  const zlib = await import('node:zlib')
  const known: Readonly<Record<string, (() => Transform) | undefined>> = {
    gzip: zlib.createGunzip,
    'x-gzip': zlib.createGunzip,
    deflate: zlib.createInflate,
    br: zlib.createBrotliDecompress,
  }
  const names = encodings.toLowerCase().split(',')
  const plain = names.reduceRight(
    (packed: Readable, name) => {
      const unpack = known[name.trim()]
      // Whoever reads hears of what goes wrong: pipeline hands it on.
      return unpack ? pipeline(packed, unpack(), () => undefined) : packed
    },
    Readable.from(piecesOf(body)),
  )
  const pieces: AsyncIterator<Uint8Array> = plain[Symbol.asyncIterator]()
  return {
    async read() {
      const next = await pieces.next()
      return next.done === true ? undefined : next.value
    },
  }
}

async function* piecesOf(body: ByteReader): AsyncGenerator<Uint8Array> {
  for (let piece = await body.read(); piece !== undefined; piece = await body.read()) yield piece
}
