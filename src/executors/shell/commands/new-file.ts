import type { PlainWord } from '../reading/plain-word.ts'
import { type CommandFinding, asks, creates } from './command-finding.ts'
import { type ShellLocation, isHarmlessDevice, pathStateOf } from './shell-location.ts'

/** What a word would create, or why it would not be a creation. */
export function judgeNewFile(
  word: PlainWord,
  location: ShellLocation,
  deed: 'overwrites' | 'adds to' = 'overwrites',
): CommandFinding {
  if (isHarmlessDevice(word.value)) return { level: 'read', says: 'writes nothing' }
  switch (pathStateOf(word, location)) {
    case 'absent':
      return creates(`creates ${word.value}`)
    case 'file':
      return asks(`${deed} ${word.value}`)
    case 'folder':
      return asks(`writes to the folder ${word.value}`)
    case 'closed':
      return asks(`writes to ${word.value === '' ? 'a place without a name' : word.value}, which is closed to tools`)
  }
}
