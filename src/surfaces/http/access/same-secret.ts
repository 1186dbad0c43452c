import { timingSafeEqual } from 'node:crypto'

/** How long it takes says nothing about where they differ. Both are hashes, so their length is no secret. */
export function isSameSecret(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}
