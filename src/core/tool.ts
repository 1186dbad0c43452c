import type { JsonObject } from './json.ts'

export type Risk = 'read' | 'write' | 'destroy'

/** A right that a person can grant: one of the fixed names, or one per connected server. */
export type Capability =
  | 'ScreenRead'
  | 'BrowserControl'
  | 'FileAccess'
  | 'FileWrite'
  | 'SystemExecute'
  | 'MessageSend'
  | `mcp.${string}`

/** Those with fixed names. */
export const CAPABILITIES: readonly string[] = [
  'ScreenRead',
  'BrowserControl',
  'FileAccess',
  'FileWrite',
  'SystemExecute',
  'MessageSend',
] satisfies Capability[]

export const isCapability = (name: unknown): name is Capability =>
  typeof name === 'string' && (CAPABILITIES.includes(name) || /^mcp\../.test(name))

export type ToolFacts = {
  readonly idempotent: boolean
  readonly cacheable: boolean
  readonly needsPlan: boolean
  readonly egress: boolean
  /** Only the runtime calls it, for something that it has checked; it is offered to no model. */
  readonly hidden?: true
  /** The risk of its worst call. `assess` gives the risk of each call, which may be lower. */
  readonly assessedAlone?: true
  /** Its calls end with an exit code, which the records keep; one that was refused has 126. */
  readonly endsWithCode?: true
  /** The parameter that holds the command line it runs; filters of its output go by it, too. */
  readonly commandLine?: string
  /** It stops itself when its time is over or it is cancelled, and is waited for until it has cleaned up. */
  readonly keepsTime?: true
  /** All names of this one tool. Its calls are counted and compared under the first. */
  readonly names?: readonly string[]
  /** Parameters that take a handle to an earlier result instead of a value. */
  readonly acceptsRef: readonly string[]
  /** Verbs with which an answer says that it ran: "I searched …". Without a receipt such an answer gets a remark. */
  readonly saysItRan: readonly string[]
  /** What comes of a call is decided after the turn, by a post-hook, so the call alone bears no such verb out. */
  readonly doneAfterTurn?: true
}

/** Prompts show `file-locator`, code says `file_locator`. */
export const promptId = (name: string): string => name.replaceAll('_', '-')

/** What can be called. Shared code reads these facts; it never branches on the name. */
export type ToolDefinition = {
  readonly name: string
  readonly description: string
  readonly input: JsonObject // JSON Schema 2020-12
  readonly risk: Risk
  readonly capability: Capability
  readonly facts: ToolFacts
}

type NamedTool = Pick<ToolDefinition, 'name' | 'facts'>

/** Whatever is said about one of them is said about the tool. */
export const namesOf = ({ name, facts }: NamedTool): readonly string[] => facts.names ?? [name]

/** The same for one tool, whichever of its names a call has. */
export const toolIdentity = (tool: NamedTool): string => namesOf(tool)[0] ?? tool.name
