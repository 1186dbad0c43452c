import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs'

type RegularFile =
  | { readonly kind: 'absent' }
  | { readonly kind: 'content'; readonly content: Uint8Array }
  | { readonly kind: 'unreadable'; readonly because: string }

/** Links are followed only for files that the person named: in a workspace a link could lead anywhere. */
type ReadLimits = { readonly links: 'follow' | 'refuse'; readonly maxBytes: number }

/** Reads a regular file and nothing else: a pipe could block forever, and a device has no end. */
export function readRegularFile(path: string, { links, maxBytes }: ReadLimits): RegularFile {
  let descriptor: number
  try {
    descriptor = openSync(
      path,
      constants.O_RDONLY | constants.O_NONBLOCK | (links === 'refuse' ? constants.O_NOFOLLOW : 0),
    )
  } catch (thrown) {
    return unopened(thrown)
  }
  try {
    if (!fstatSync(descriptor).isFile()) return unreadable('it is not a regular file')
    const content = readUpTo(descriptor, maxBytes + 1)
    return content.length > maxBytes ? unreadable(`it is larger than ${maxBytes} bytes`) : { kind: 'content', content }
  } catch (thrown) {
    return unopened(thrown)
  } finally {
    closeSync(descriptor)
  }
}

const unreadable = (because: string): RegularFile => ({ kind: 'unreadable', because })

/** Reads at most one byte more than allowed. The size from `stat` may be out of date. */
function readUpTo(descriptor: number, most: number): Uint8Array {
  const chunks: Uint8Array[] = []
  let total = 0
  for (;;) {
    const chunk = Buffer.alloc(Math.min(65_536, most - total))
    const count = chunk.length === 0 ? 0 : readSync(descriptor, chunk)
    if (count === 0) return Buffer.concat(chunks)
    chunks.push(chunk.subarray(0, count))
    total += count
  }
}

const REASONS: ReadonlyMap<string, string> = new Map([
  ['ELOOP', 'it is a symbolic link'],
  ['EMLINK', 'it is a symbolic link'],
  ['EACCES', 'you do not have permission to read it'],
  ['EISDIR', 'it is a folder'],
  ['ENXIO', 'it is not a regular file'],
])

function unopened(thrown: unknown): RegularFile {
  const code = thrown instanceof Error && 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : undefined
  if (code === undefined) throw thrown
  if (code === 'ENOENT' || code === 'ENOTDIR') return { kind: 'absent' }
  return unreadable(REASONS.get(code) ?? `the system reports ${code}`)
}
