import type {
  Capability,
  EventReader,
  EvidenceKind,
  EvidenceReport,
  FaultCode,
  Model,
  ModelUsage,
  Profile,
} from '../../core/index.ts'
import type { People } from '../call/call-runtime.ts'
import type { ClientEnd, ClientConversation } from '../client/client-conversation.ts'
import type { TurnMemory } from './post-hook.ts'

export type ToolPolicy = {
  /** Only these; anything else is unknown, in the schema and at execution. */
  readonly allowedTools?: readonly string[]
  /** true: the first reply must be a call. false: it need not, whatever the message says. */
  readonly requireTool?: boolean
}

/** A turn that is a step of something longer. */
export type RunPlace = {
  readonly id: string
  /** How many steps the run has made before this turn. */
  readonly stepsTaken?: number
  readonly maxSteps?: number
  /** At the limit only a warning. */
  readonly soft?: boolean
}

/** One message and the conditions under which it is answered. */
export type TurnRequest = {
  readonly message: string
  readonly session?: string | undefined
  /** One turn at a time for each of them; by default the agent is that of the session alone. */
  readonly agent?: string | undefined
  readonly principal?: string
  readonly credential?: string
  /** Instead of the runtime's own. */
  readonly model?: Model | undefined
  readonly profile?: Profile | undefined
  /** Capabilities granted for this turn. */
  readonly allow?: readonly Capability[]
  readonly toolPolicy?: ToolPolicy | undefined
  /** The message goes to the model as it is, and so does the reply to the caller. */
  readonly skipTools?: boolean | undefined
  /** What the message is about, if the caller knows; otherwise the router decides. */
  readonly intent?: string | undefined
  readonly run?: RunPlace | undefined
  /** The answer owes an Evidence line of this kind. */
  readonly evidence?: EvidenceKind | undefined
  readonly conference?: string | undefined
  readonly task?: string | undefined
  /** Tool steps that the agent's tier allows. */
  readonly tierSteps?: number | undefined
  /** The same event never acts twice; left out, every turn is one of its own. */
  readonly event?: string | undefined
  /** The turn's id, where an entry point has given it out already; it must be new. */
  readonly turn?: string | undefined
  /** The people asked in this turn; by default those of the runtime. */
  readonly people?: People | undefined
  /** W3C trace context of what set the turn off. */
  readonly traceparent?: string | undefined
  readonly signal?: AbortSignal | undefined
  /** A conversation whose tools the client runs. */
  readonly client?: ClientConversation | undefined
  readonly onEvent?: EventReader | undefined
}

export type StopStatus = 'SYSTEM_ERROR' | 'tool_call_rejected'

export type Stopped = { readonly code: FaultCode; readonly status?: StopStatus; readonly message: string }

export type TurnUsage = ModelUsage & { readonly requests: number }

export type TurnReport = {
  readonly text: string
  readonly stopped: Stopped | null
  /** Of calls that were executed. */
  readonly receipts: readonly string[]
  /** Null only if checking is off. */
  readonly evidence: EvidenceReport | null
  readonly usage: TurnUsage
  readonly session: string
  readonly turn: string
  /** Where something was kept, asked or said about it. */
  readonly memory?: TurnMemory
  /** Where `client` was asked for, and the model came to speak. */
  readonly client?: ClientEnd
}
