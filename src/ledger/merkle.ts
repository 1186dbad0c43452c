import { hash } from 'node:crypto'

// Room for what is hashed, used anew each time: making a buffer for every line costs as much as hashing it. It holds nothing between calls.
const ROOM = Buffer.allocUnsafeSlow(65_536)

/** RFC 6962: a leaf and an inner node can never have the same hash. */
export function leafHash(line: Uint8Array): Buffer {
  const bytes = line.length < ROOM.length ? ROOM : Buffer.allocUnsafe(line.length + 1)
  bytes[0] = 0
  bytes.set(line, 1)
  return digest(bytes.subarray(0, line.length + 1))
}

/** By way of hex, because that way the bytes come from Node's own pool; made by the hash itself, they burden the garbage collector. */
const digest = (bytes: Uint8Array): Buffer => Buffer.from(hash('sha256', bytes), 'hex')

const NODE_BYTES = 65 // the mark, and two hashes

function nodeHash(left: Uint8Array, right: Uint8Array): Buffer {
  ROOM[0] = 1
  ROOM.set(left, 1)
  ROOM.set(right, 33)
  return digest(ROOM.subarray(0, NODE_BYTES))
}

export const EMPTY_ROOT: Buffer = hash('sha256', '', 'buffer')

/**
 * The right edge of the tree: the roots of its complete subtrees, the largest first, one for each bit of the size. It is all that is
 * needed to append and to compute the root, so a log of any length is continued without reading it.
 */
export type Frontier = { readonly size: number; readonly peaks: readonly Uint8Array[] }
export const EMPTY_FRONTIER: Frontier = { size: 0, peaks: [] }

/** Takes leaves one by one; a log of n lines costs n more hashes beside those of its leaves. */
export class TreeBuilder {
  #size: number
  readonly #peaks: Uint8Array[]

  constructor({ size, peaks }: Frontier = EMPTY_FRONTIER) {
    this.#size = size
    this.#peaks = [...peaks]
  }

  get size(): number {
    return this.#size
  }

  add(leaf: Uint8Array): void {
    let top = leaf
    for (let rest = this.#size; (rest & 1) === 1; rest = Math.floor(rest / 2))
      top = nodeHash(this.#peaks.pop() ?? EMPTY_ROOT, top)
    this.#peaks.push(top)
    this.#size += 1
  }

  frontier(): Frontier {
    return { size: this.#size, peaks: [...this.#peaks] }
  }

  root(): Buffer {
    return rootOf(this.#peaks)
  }
}

export function rootOf(peaks: readonly Uint8Array[]): Buffer {
  const last = peaks.at(-1)
  if (last === undefined) return EMPTY_ROOT
  let root: Buffer = Buffer.from(last)
  for (let index = peaks.length - 2; index >= 0; index--) root = nodeHash(peaks[index] ?? EMPTY_ROOT, root)
  return root
}
