import type { CallOrigin, Phase, Profile, Toolbox } from '../core/index.ts'
import type { Dialect } from './dialects/dialect.ts'
import { envelopeWith } from './dialects/envelope.ts'
import { DIALECTS } from './dialects/index.ts'

/** What a reply is read against. */
export type ReadOptions = {
  readonly profile: Profile
  /** The tools of this request; a name outside is unknown, whatever else is installed. */
  readonly tools: Toolbox
  readonly origin?: CallOrigin
  /** Strict: the nonce that the current prompt shows. */
  readonly nonce?: string
  readonly phase?: Phase
  /** The prompt said TOOL_CALL_REQUIRED, so prose is no legal answer. */
  readonly required?: boolean
  /** Lenient and run: which dialects count besides our own envelope; all by default, `[]` for none. */
  readonly dialects?: readonly string[]
  /** Lenient and run: may arguments be rearranged and converted without loss? On by default. */
  readonly coerce?: boolean
  /** Keys that the envelope may carry besides its own, such as `trace_id`. */
  readonly envelopeKeys?: readonly string[]
  /** Texts of tools, files and memory shown this turn: a call that repeats one word for word is no call. */
  readonly shown?: readonly string[]
  /** The prompt template already opened the reasoning block. */
  readonly startsInReasoning?: boolean
}

export const DEFAULT_ORIGIN: CallOrigin = { phase: 'Executor', agent: 'main' }

/** The dialects to ask, in order. Our own envelope is always among them; alone, it must be one object, not a list. */
export function dialectsOf(options: ReadOptions): readonly Dialect[] {
  const { dialects: names, envelopeKeys = [] } = options
  if (names === undefined && envelopeKeys.length === 0) return DIALECTS
  const chosen = names === undefined ? DIALECTS : DIALECTS.filter(dialect => dialect.name === 'envelope' || names.includes(dialect.name))
  return chosen.map(dialect => (dialect.name === 'envelope' ? envelopeWith(envelopeKeys) : dialect))
}
