import type { CallOrigin, Phase, Profile, Toolbox } from '../core/index.ts'
import type { Dialect } from './dialects/dialect.ts'
import { envelopeWith } from './dialects/envelope.ts'
import { DIALECTS } from './dialects/index.ts'

/** Under which rules one reply is read. */
export type ReadRequest = {
  readonly profile: Profile
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
  /** The server said that the model ended by itself: then a reply without brackets or tags is whole, too. */
  readonly isFinished?: boolean
  /** The prompt template already opened the reasoning block. */
  readonly startsInReasoning?: boolean
}

/** The same with every default filled in: all settings have one shape, which V8 reads fastest. */
export type ReadSettings = {
  readonly profile: Profile
  /** The tools of this request; a name outside is unknown, whatever else is installed. */
  readonly tools: Toolbox
  readonly origin: CallOrigin
  readonly nonce: string | undefined
  readonly phase: Phase
  readonly required: boolean
  readonly dialects: readonly Dialect[]
  readonly readsPython: boolean
  readonly coerce: boolean
  readonly shown: readonly string[]
  readonly startsInReasoning: boolean
  readonly isFinished: boolean
}

const DEFAULT_ORIGIN: CallOrigin = { phase: 'Executor', agent: 'main' }
const NOTHING: readonly string[] = []

export function settingsOf(request: ReadRequest, tools: Toolbox): ReadSettings {
  const {
    profile,
    origin = DEFAULT_ORIGIN,
    nonce,
    phase = 'call',
    required = false,
    coerce = true,
    shown = NOTHING,
    startsInReasoning = false,
    isFinished = false,
  } = request
  const readsPython = request.dialects?.includes('python') ?? true
  const dialects = dialectsOf(request)
  return {
    profile,
    tools,
    origin,
    nonce,
    phase,
    required,
    dialects,
    readsPython,
    coerce,
    shown,
    startsInReasoning,
    isFinished,
  }
}

/** The dialects to ask, in order. Our own envelope is always among them; alone, it must be one object, not a list. */
function dialectsOf({ dialects: names, envelopeKeys = NOTHING }: ReadRequest): readonly Dialect[] {
  if (names === undefined && envelopeKeys.length === 0) return DIALECTS
  const chosen =
    names === undefined
      ? DIALECTS
      : DIALECTS.filter(dialect => dialect.name === 'envelope' || names.includes(dialect.name))
  return chosen.map(dialect => (dialect.name === 'envelope' ? envelopeWith(envelopeKeys) : dialect))
}
