import { type Sense, sensesOf } from '../reading/senses.ts'
import type { Described } from './described.ts'

/** After these a word that could begin a command line begins a sentence. */
const IN_SENTENCES: ReadonlySet<string> = new Set('a an the me my sure it some us this that all is up to of off out into and'.split(' '))

/** `npm test`, `ls -la`: a line for a shell, not a sentence. */
export function isCommandLine(
  { words: [first = '', second = ''], form }: Described,
  sense: Extract<Sense, 'command' | 'readingCommand'>,
): boolean {
  return sensesOf(first).has(sense) && second !== '' && !IN_SENTENCES.has(second) && form !== 'question'
}
