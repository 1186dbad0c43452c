import type { FaultCode, Fixup, Json, JsonObject, ToolCall } from '../../src/core/index.ts'
import type { Runtime, RuntimeOptions } from '../../src/runtime/index.ts'

/** What a case asks of a door, beyond being able to call a tool in a session. */
export type Need =
  /** Tools of the program, not only the built-in ones. */
  | 'own tools'
  /** A clock that the test moves. */
  | 'clock'
  /** All calls come from one process, as counters in memory see it. */
  | 'one process'
  /** Several calls in one turn. */
  | 'turns'
  /** The caller is a model, so that judges look at its calls. */
  | 'a model calls'
  /** The door says who calls. */
  | 'principal'
  /** The door chooses which tools it offers. */
  | 'offer'
  /** The door takes a call that is made already; it does not read one. */
  | 'made calls'
  /** The door reads names and arguments, and rejects what is no call. */
  | 'reading'
  /** Somebody answers questions. */
  | 'a person'
  /** The tools that every workspace has. */
  | 'built-in tools'
  /** A tool may return a plan, and the door tells its id. */
  | 'plans'
  /** The caller says what set the call off. */
  | 'event'
  /** The order reaches the path whatever it is: nothing before it says that it makes no sense. */
  | 'straight'
  /** The tool says what a call would do, and on what, before it is made. */
  | 'assessments'
  /** The test is the disk. */
  | 'disk'
  /** The workspace has a level of trust that the test chooses. */
  | 'trust'

export type DoorOptions = Partial<Omit<RuntimeOptions, 'config' | 'root' | 'state'>> & {
  readonly root: string
  readonly state: string
  readonly settings?: JsonObject
}

/** One wish to call a tool, as far as any door can utter it. */
export type Order = {
  readonly tool: string
  readonly args: JsonObject
  readonly session?: string
  readonly event?: string
  /** What a model is asked for, where one is asked; left out, it is about files. */
  readonly about?: 'files' | 'commands' | 'pages'
  /** In which words, if it matters. */
  readonly says?: string | undefined
  readonly principal?: string
  readonly credential?: string
  /** Orders with the same turn are made in one. */
  readonly turn?: string
  /** Names of the tools on offer; left out, all are. */
  readonly offered?: readonly string[]
  /** What had to be mended to read it. */
  readonly fixups?: readonly Fixup[]
  /** Puts something else in the place of the call that the catalog made. */
  readonly exchange?: (call: ToolCall) => ToolCall
  readonly signal?: AbortSignal
}

export type Answer = {
  readonly ok: boolean
  readonly code: FaultCode | null
  readonly text: string
  readonly data: Json | null
  readonly receiptId: string | null
  /** The question that waits for a person, if the call ended in one. */
  readonly approval: string | null
}

/** Never throws: a workspace that could not be opened answers every call with the reason. */
export type OpenDoor = {
  readonly call: (order: Order) => Promise<Answer>
  /** What is behind the door, for those who prepare and look afterwards; throws if it could not be opened. */
  readonly runtime: () => Runtime
}

/** A way to a tool. Whoever builds a new one adds it to the list in `doors/index.ts`, and every forbidden call is tried there, too. */
export interface Door {
  readonly name: string
  readonly can: ReadonlySet<Need>
  readonly open: (options: DoorOptions) => Promise<OpenDoor>
}
