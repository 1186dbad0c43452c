import type { Message } from '../reading/message.ts'
import type { Cue } from './cue.ts'
import type { Described } from './described.ts'

type Seen = (clause: Described, message: Message) => boolean

/**
 * One reason to think that a clause asks for something. Points add up within a clause; across clauses the highest
 * counts.
 */
export type Sign = {
  readonly intent: string
  readonly points: number
  /** In words, for explanations. */
  readonly name: string
  /** It holds for what should not be done, too: "don't call me sir". */
  readonly evenNegated?: true
  /** What it cannot be seen without, so that it is looked for only there. */
  readonly cue: Cue
  readonly seen: Seen
}
type MakeSign = (name: string, points: number) => { readonly on: (cue: Cue, seen?: Seen) => Sign }

const always: Seen = () => true

/** Points: 8 or more decide almost alone, 5 suffice where little else is seen, 3 are a hint. */
export const signsOf =
  (intent: string): MakeSign =>
  (name, points) => ({ on: (cue, seen = always) => ({ intent, points, name, cue, seen }) })

const lookup = signsOf('lookup_search')
/** Something that changes in the world. */
export const topic: MakeSign = (name, points) => ({
  on: (cue, seen = always) => lookup(name, points).on(cue, (c, m) => c.wantsToKnow && seen(c, m)),
})
