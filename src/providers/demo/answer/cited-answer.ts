import type { Quote } from './pick-quote.ts'

/** What is said, and what it rests on. */
export type Answer = { readonly text: string; readonly quote?: Quote }

/** A true quote with its place, as one would say it. */
export const cite = ({ words, path, line }: Quote): string => `line ${line} of ${path} says: "${words}"`
