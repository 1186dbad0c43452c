import { hash } from 'node:crypto'

const digest = (...parts: readonly Uint8Array[]): Buffer => hash('sha256', Buffer.concat(parts), 'buffer')

// RFC 6962: the marks keep a leaf and an inner node from ever having the same hash.
const [LEAF, NODE] = [Buffer.of(0), Buffer.of(1)]

export const leafHash = (line: Uint8Array): Buffer => digest(LEAF, line)
const nodeHash = (left: Uint8Array, right: Uint8Array): Buffer => digest(NODE, left, right)

export const EMPTY_ROOT: Buffer = hash('sha256', '', 'buffer')

/**
 * The right edge of the tree: the roots of its complete subtrees, the largest first, one for each bit of the size. It
 * is all that is needed to append and to compute the root, so a log of any length is continued without reading it.
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
