import { newNonce } from '../core/index.ts'

const SHORTEST = 3

/** Foreign text as data: the label cannot be guessed, and no run of backticks inside is as long as the fence. */
export function fence(text: string, label: string = newNonce()): string {
  const ticks = '`'.repeat(Math.max(SHORTEST, longestRun(text) + 1))
  return `${ticks}${label}\n${text}\n${ticks}${label}`
}

function longestRun(text: string): number {
  let longest = 0
  for (const [run] of text.matchAll(/`+/g)) longest = Math.max(longest, run.length)
  return longest
}
