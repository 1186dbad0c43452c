import type { PlainWord } from '../reading/plain-word.ts'

/** The options by which a program that otherwise only looks writes, or runs another program: `-o --output --pre`. */
export type ActingOptions = readonly string[]

export const actingOptions = (line: string): ActingOptions => line.split(/\s+/).filter(word => word !== '')

/**
 * Whether one of the words may be such an option, in whatever spelling: letters may stand together, and long names may
 * be cut short. Everything else that a program of this kind may be given changes nothing in a workspace that is
 * read-only for it.
 */
export const mayAct = (words: readonly PlainWord[], acting: ActingOptions): boolean =>
  acting.length > 0 &&
  words.some(
    ({ value, globs, unknown }) =>
      value.startsWith('-') && (globs || unknown === true || acting.some(option => isMeant(value, option))),
  )

function isMeant(word: string, option: string): boolean {
  const [name = ''] = word.split('=')
  if (word.startsWith('--')) return option.startsWith(name) && name.length > 2
  return option.startsWith('--') || option.length > 2 ? word.startsWith(option) : word.includes(option.slice(1))
}
