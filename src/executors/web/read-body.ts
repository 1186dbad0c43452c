import { type Readable, type Transform, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { type Result, fail, messageOf, succeed } from '../../core/index.ts'

export type DownloadLimits = {
  readonly maxDownloadBytes: number
  readonly maxPageBytes: number
  readonly signal: AbortSignal
}

export type PageBody = { readonly bytes: Uint8Array; readonly downloaded: number }

const DECODERS: ReadonlyMap<string, () => Transform> = new Map([
  ['gzip', () => createGunzip()],
  ['x-gzip', () => createGunzip()],
  ['deflate', () => createInflate()],
  ['br', () => createBrotliDecompress()],
])

class TooLarge extends Error {}

/** Reads to the end or to the limit. A compressed body is counted twice: as it arrives and as it unfolds. */
export async function downloadBody(
  body: Readable,
  encoding: string,
  limits: DownloadLimits,
): Promise<Result<PageBody>> {
  const decoder = decoderFor(encoding)
  if (decoder === 'unknown') {
    body.destroy()
    return fail('web_failed', `The page is encoded as "${encoding.slice(0, 40)}", which is not read here.`)
  }
  const kept: Uint8Array[] = []
  const downloaded = meter(limits.maxDownloadBytes, 'The download')
  const unfolded = meter(limits.maxPageBytes, 'The page')
  const sink = sinkFor(chunk => kept.push(unfolded.count(chunk)))
  const { signal } = limits
  const counted = countedChunks(body, downloaded.count)
  try {
    await (decoder ? pipeline(counted, decoder(), sink, { signal }) : pipeline(counted, sink, { signal }))
    return succeed({ bytes: Buffer.concat(kept), downloaded: downloaded.total() })
  } catch (thrown) {
    if (signal.aborted || isAbort(thrown)) throw thrown
    if (thrown instanceof TooLarge) return fail('web_failed', thrown.message)
    return fail('web_failed', `The page broke off or is not what it says it is: ${messageOf(thrown)}`)
  } finally {
    body.destroy()
  }
}

const isAbort = (thrown: unknown): boolean => thrown instanceof Error && thrown.name === 'AbortError'

/** Accepts one encoding only: several in a row are a sign of an attack. */
function decoderFor(encoding: string): (() => Transform) | undefined | 'unknown' {
  const name = encoding.trim().toLowerCase()
  return name === '' || name === 'identity' ? undefined : (DECODERS.get(name) ?? 'unknown')
}

type Meter = { readonly count: (chunk: Uint8Array) => Uint8Array; readonly total: () => number }

function meter(limit: number, what: string): Meter {
  let bytes = 0
  return {
    count(chunk) {
      bytes += chunk.length
      if (bytes > limit) throw new TooLarge(`${what} is longer than ${sizeWords(limit)}, and was broken off there.`)
      return chunk
    },
    total: () => bytes,
  }
}

async function* countedChunks(body: Readable, count: Meter['count']): AsyncGenerator<Uint8Array> {
  for await (const chunk of body) if (chunk instanceof Uint8Array) yield count(chunk)
}

function sinkFor(take: (chunk: Uint8Array) => void): Writable {
  return new Writable({
    write(chunk: Uint8Array, _encoding, done) {
      try {
        take(chunk)
        done()
      } catch (thrown) {
        done(thrown instanceof Error ? thrown : new Error(messageOf(thrown)))
      }
    },
  })
}

const UNITS = ['bytes', 'KB', 'MB', 'GB'] as const

/** `512 bytes`, `1.5 MB`. */
export function sizeWords(bytes: number): string {
  const step = Math.min(UNITS.length - 1, Math.floor(Math.log2(Math.max(1, bytes)) / 10))
  const amount = bytes / 1024 ** step
  return `${step === 0 || amount >= 100 ? Math.round(amount) : Math.round(amount * 10) / 10} ${UNITS[step] ?? ''}`
}
