import type { JsonObject } from '../../src/core/index.ts'
import type { Attack, Carrier } from './attack.ts'

export type PoisonPlace = { readonly root: string; readonly state: string; readonly settings: JsonObject }

/** What was decided about a message before a model spoke. */
export type Decided = { readonly intent: unknown; readonly allowed: unknown; readonly permissions: unknown }

/** A way in. Whoever builds a new one adds it to the list in `doors/index.ts`, and everything here is tried there, too. */
export interface PoisonDoor {
  readonly name: string
  /** Which carriers can get through it. */
  readonly carries: (carrier: Carrier) => boolean
  /** A person speaks through it, so that what he says of himself is remembered. */
  readonly hears: boolean
  /** A door that takes long tries every so manieth text with each carrier, and every text with some. */
  readonly every: number
  /** Lets all of them happen, one after the other, in one conversation where it has any; answers what was decided about each, if it decides. */
  readonly suffer: (attacks: readonly Attack[], place: PoisonPlace) => Promise<readonly Decided[]>
}
