import type { Sense } from '../reading/senses.ts'

/** What must stand in a clause, one of all these. */
export type Cue = {
  /** Phrases in what is asked. */
  readonly said: readonly string[]
  /** Phrases in the whole clause, with what is only polite and with what introduces a question. */
  readonly full: readonly string[]
  readonly senses: readonly Sense[]
  /** Senses of the verb of a request. */
  readonly asked: readonly Sense[]
  /** The verb itself. */
  readonly heads: readonly string[]
  /** Nothing at all. */
  readonly anything: boolean
}

const NOTHING: Cue = { said: [], full: [], senses: [], asked: [], heads: [], anything: false }

export const anything: Cue = { ...NOTHING, anything: true }
export const saying = (...said: readonly string[]): Cue => ({ ...NOTHING, said })
export const sayingAtAll = (...full: readonly string[]): Cue => ({ ...NOTHING, full })
export const speaking = (...senses: readonly Sense[]): Cue => ({ ...NOTHING, senses })
export const askingFor = (...asked: readonly Sense[]): Cue => ({ ...NOTHING, asked })
export const askingTo = (...heads: readonly string[]): Cue => ({ ...NOTHING, heads })

export const either = (...cues: readonly Cue[]): Cue => ({
  said: cues.flatMap(({ said }) => said),
  full: cues.flatMap(({ full }) => full),
  senses: cues.flatMap(({ senses }) => senses),
  asked: cues.flatMap(({ asked }) => asked),
  heads: cues.flatMap(({ heads }) => heads),
  anything: cues.some(cue => cue.anything),
})
