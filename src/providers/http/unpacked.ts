import { type Readable, type Transform, pipeline } from 'node:stream'

/** We ask for plain bytes, but some proxies pack what they pass on all the same. What is packed in an unknown way stays as it is. */
export async function unpacked(stream: Readable, encodings: string): Promise<Readable> {
  const zlib = await import('node:zlib')
  const known: Readonly<Record<string, (() => Transform) | undefined>> = {
    gzip: zlib.createGunzip,
    'x-gzip': zlib.createGunzip,
    deflate: zlib.createInflate,
    br: zlib.createBrotliDecompress,
  }
  const names = encodings.toLowerCase().split(',')
  return names.reduceRight((packed: Readable, name) => {
    const unpack = known[name.trim()]
    // Whoever reads hears of what goes wrong: pipeline hands it on.
    return unpack ? pipeline(packed, unpack(), () => undefined) : packed
  }, stream)
}
