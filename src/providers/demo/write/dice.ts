/** With it, each of the questions that are suggested first shows something going wrong and being put right. */
export const DEMO_SEED = 132

const PRIME = 0x01000193 // FNV-1a, 32 bit
const OFFSET = 0x811c9dc5

/** A whole number from 0 to `sides - 1` that depends on nothing but the seed and the words. */
export function roll(sides: number, seed: number, words: string): number {
  let hash = OFFSET ^ (seed | 0)
  for (let at = 0; at < words.length; at++) hash = Math.imul(hash ^ words.charCodeAt(at), PRIME)
  return (mix(hash) >>> 0) % sides
}

/** FNV leaves its low bits too regular; this is the finish of MurmurHash3. */
function mix(hash: number): number {
  const first = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  const second = Math.imul(first ^ (first >>> 13), 0xc2b2ae35)
  return second ^ (second >>> 16)
}
