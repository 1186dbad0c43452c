import type { PlainWord } from '../reading/plain-word.ts'
import { type Finding, asks, creates } from './finding.ts'
import { type Ground, isHarmlessDevice, placeOf } from './ground.ts'

/** What a word would create, or why it would not be a creation. */
export function judgeNewFile(word: PlainWord, ground: Ground, deed: 'overwrites' | 'adds to' = 'overwrites'): Finding {
  if (isHarmlessDevice(word.value)) return { level: 'read', says: 'writes nothing' }
  switch (placeOf(word, ground)) {
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
