import { visibleInLine } from './terminal.ts'

const WORDS: Readonly<Record<string, string>> = {
  bwrap: 'bwrap: this workspace and the programs of the system, no network',
  off: 'off: nothing confines it, it runs WITHOUT A SANDBOX',
}

/** Where a command runs, in words. */
export const sandboxWords = (profile: string): string => `sandbox   ${WORDS[profile] ?? visibleInLine(profile)}`
