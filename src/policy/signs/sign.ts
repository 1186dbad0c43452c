import type { Message } from '../reading/message.ts'
import type { Described } from './described.ts'

type Seen = (clause: Described, message: Message) => boolean

/** One reason to think that a clause asks for something. Points of several signs of a clause add up; of several clauses the strongest counts. */
export type Sign = {
  readonly intent: string
  readonly points: number
  /** In words, for whoever asks why. */
  readonly name: string
  /** It holds for what should not be done, too: "don't call me sir". */
  readonly evenNegated?: true
  readonly seen: Seen
}
type MakeSign = (name: string, points: number, seen: Seen) => Sign

/** Points: 8 or more decide almost alone, 5 suffice where little else is seen, 3 are a hint. */
export const signsOf =
  (intent: string): MakeSign =>
  (name, points, seen) => ({ intent, points, name, seen })

const lookup = signsOf('lookup_search')
/** Something that changes in the world, which somebody wants to know. */
export const topic: MakeSign = (name, points, seen) => lookup(name, points, (c, m) => c.wantsToKnow && seen(c, m))
