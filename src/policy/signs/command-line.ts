import { type Sense, sensesOf } from '../reading/senses.ts'
import type { Described } from './described.ts'

/** After these a word that could begin a command line begins a sentence. */
const IN_SENTENCES: ReadonlySet<string> = new Set(
  'a an the me my sure it some us this that all is up to of off out into and'.split(' '),
)

/** `npm test`, `ls -la`: a line for a shell, not a sentence. */
export function isCommandLine(
  { words, form }: Described,
  sense: Extract<Sense, 'command' | 'readingCommand'>,
): boolean {
  if (form === 'question' || words.length < 2) return false
  const [first = '', second = ''] = words
  return !IN_SENTENCES.has(second) && sensesOf(first).has(sense)
}
