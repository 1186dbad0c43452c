import type { Message } from './reading/message.ts'
import type { Sense } from './reading/senses.ts'
import { CHAT_SIGNS } from './signs/chat-signs.ts'
import { Described } from './signs/described.ts'
import { FIGURE_SIGNS } from './signs/figure-signs.ts'
import { FILE_SIGNS } from './signs/file-signs.ts'
import { GOING_SIGNS } from './signs/going-signs.ts'
import { MEMORY_READ_SIGNS } from './signs/memory-read-signs.ts'
import { MEMORY_WRITE_SIGNS } from './signs/memory-write-signs.ts'
import { PLACE_SIGNS } from './signs/place-signs.ts'
import { RUN_SIGNS } from './signs/run-signs.ts'
import { SCREEN_SIGNS } from './signs/screen-signs.ts'
import { SignIndex } from './signs/sign-index.ts'
import { STORY_SIGNS } from './signs/story-signs.ts'
import { WEB_SIGNS } from './signs/web-signs.ts'

export type IntentScore = { readonly intent: string; readonly points: number; readonly because: readonly string[] }

/** For every intent that anything speaks for, its strongest clause. */
export function scoreMessage(message: Message): ReadonlyMap<string, IntentScore> {
  const best = new Map<string, IntentScore>()
  for (const clause of message.clauses) {
    for (const score of scoreClause(new Described(clause), message)) {
      if (isRuledOut(score.intent, message.ruledOut)) continue
      if (score.points > (best.get(score.intent)?.points ?? 0)) best.set(score.intent, score)
    }
  }
  if (best.size > 1) best.delete('chat_only')
  return best
}

/** A reason for mere talk outweighs any other reason that is not stronger, but only in its own clause. */
function scoreClause(clause: Described, message: Message): readonly IntentScore[] {
  const others = addUp(clause, message)
  const talk = strongestTalk(clause, message)
  if (talk === undefined) return others
  const stronger = others.filter(({ points }) => points > talk.points)
  return stronger.length > 0 ? stronger : [talk]
}

const TALK = new SignIndex(CHAT_SIGNS)

function strongestTalk(clause: Described, message: Message): IntentScore | undefined {
  if (!clause.plain) return undefined
  let best: IntentScore | undefined
  for (const { intent, points, name } of TALK.seenIn(clause, message))
    if (best === undefined || points > best.points) best = { intent, points, because: [name] }
  return best
}

const SIGNS = new SignIndex([
  ...MEMORY_READ_SIGNS,
  ...MEMORY_WRITE_SIGNS,
  ...WEB_SIGNS,
  ...GOING_SIGNS,
  ...PLACE_SIGNS,
  ...FIGURE_SIGNS,
  ...FILE_SIGNS,
  ...RUN_SIGNS,
  ...SCREEN_SIGNS,
  ...STORY_SIGNS,
])

function addUp(clause: Described, message: Message): readonly IntentScore[] {
  const sums = new Map<string, IntentScore>()
  for (const { intent, points, name } of SIGNS.seenIn(clause, message)) {
    const sum = sums.get(intent)
    sums.set(intent, { intent, points: points + (sum?.points ?? 0), because: [...(sum?.because ?? []), name] })
  }
  return [...sums.values()]
}

/** Who says "don't search" gets no search, whatever else the message is about. */
const RULED_OUT_BY: Readonly<Record<string, readonly Sense[]>> = {
  lookup_search: ['find', 'web'],
  one_shot_discovery: ['find', 'web', 'research'],
  browse_once: ['web', 'page', 'go'],
  file_edit: ['change', 'remove', 'save'],
  system_task: ['run', 'shell'],
  screen_observe: ['screen'],
  memory_write: ['keep'],
}
export const isRuledOut = (intent: string, ruledOut: ReadonlySet<Sense>): boolean =>
  (RULED_OUT_BY[intent] ?? []).some(sense => ruledOut.has(sense))
