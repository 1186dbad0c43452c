import type { JsonObject } from '../../../core/index.ts'
import type { ChangeView } from './permissions.ts'

/** `GET /api/tools`, `GET /api/tools/{name}` */
export type ToolView = {
  readonly name: string
  readonly description: string
  readonly risk: 'read' | 'write' | 'destroy'
  readonly capability: string
  /** `built-in`, `own` (of the program or the person's modules), `mcp.<server>`. */
  readonly source: string
  readonly executor: string
  readonly schema: JsonObject
  readonly facts: {
    readonly idempotent: boolean
    readonly cacheable: boolean
    readonly needs_plan: boolean
    readonly egress: boolean
    readonly accepts_ref: readonly string[]
  }
  /** All names that it has: a rule about one of them is a rule about all. */
  readonly names: readonly string[]
  readonly definition_hash: string
  /** A standing rule was given for another definition of it, so it is asked about again. */
  readonly changed_since_approved: boolean
  /** What limits its calls here, by the setting that says so; a limit that is off is not named. */
  readonly caps: readonly { readonly setting: string; readonly limit: number; readonly about: string }[]
  /** From the log of this workspace. */
  readonly calls: { readonly done: number; readonly failed: number; readonly refused: number }
}
export type ToolList = { readonly tools: readonly ToolView[] }

/** `GET /api/tools/{name}/why?message=&session=`: what `countersign why --json` prints. */
export type WhyView = {
  readonly tool: string
  readonly requested: string
  readonly risk: string
  readonly capability: string
  readonly offered: boolean
  readonly because: string
  readonly rules: readonly {
    readonly rule: string
    readonly action: string
    readonly reason: string | null
    readonly depends_on_arguments: boolean
  }[]
  readonly token: {
    readonly state: 'active' | 'missing' | 'invalid'
    readonly decided_by: string | null
    readonly says: string
  }
  readonly confirmation: string
  readonly trust: string
  /** With a message: how it was read, and what that offers. */
  readonly message?: WhyMessage
}
export type WhyMessage = {
  readonly offered: boolean
  readonly rule: string
  readonly intent: string
  readonly decided_by: string
  readonly because: string
  /** What could stand in front of the message, so that the tool is offered. */
  readonly prefix: string | null
}

/** `POST /api/tools/{name}/call`: a person's own call, down the whole path. The reply is a `CallReply`. */
export type CallToolRequest = {
  readonly args: JsonObject
  readonly session_id?: string
  readonly allow?: readonly string[]
}

/** `POST /api/tools/{name}/dry-run`, scope `approve`: what such a call would do now. Nothing is done. */
export type ToolDryRun = {
  readonly tool: string
  /** Of this very call. */
  readonly risk: 'read' | 'write' | 'destroy'
  readonly summary: string
  /** null: it changes no file, or only running it would show. */
  readonly change: ChangeView | null
  /** The rule of your own that would decide, if one speaks of it. */
  readonly rule: { readonly rule: string; readonly action: string; readonly reason: string | null } | null
  /** Would somebody be asked, as far as the tool itself goes? */
  readonly confirmation: string
  readonly at: string
}

/** `GET /api/policy` */
export type PolicyView = {
  /** From the least to the most powerful. */
  readonly intents: readonly {
    readonly intent: string
    readonly allowed: readonly string[]
    /** `*` stands for everything else. */
    readonly forbidden: readonly string[]
    readonly permissions: readonly string[]
    /** `/word` in front of a message that means it. */
    readonly prefixes: readonly string[]
  }[]
  /** In the order in which they are asked; the first that fits decides. */
  readonly rules: readonly {
    readonly rule: string
    readonly place: string
    readonly number: number
    readonly action: 'allow' | 'deny' | 'ask'
    readonly tools: readonly string[]
    /** Its other conditions, as they stand in the file. */
    readonly when: JsonObject
    readonly reason: string | null
    /** Which file, variable or saved value they come from. */
    readonly source: string
    /** The line of that file where it stands now; null where there is no such line. */
    readonly line: number | null
    /** How many calls of this workspace it decided or asked about. */
    readonly hits: number
  }[]
  readonly trust: string
  /** Of the rules that are saved now, for `If-Match`; null where they cannot be saved. */
  readonly version: string | null
  /** The rules of that version: those of [tools.policy] that count after the next start. */
  readonly saved: readonly JsonObject[]
}

/** `PUT /api/policy` with `If-Match: version`, scope `approve`: the rules of [tools.policy], in order, as they stand in a file. */
export type PolicySave = { readonly rules: readonly JsonObject[] }
export type PolicySaved = {
  readonly rules: readonly JsonObject[]
  readonly version: string
  readonly saved_in: string
  readonly needs_restart: boolean
}

/** `POST /api/policy/check`: would these rules be saved, and what are they about? Nothing is kept. */
export type PolicyChecked = {
  /** Why they would be refused; empty if they would not. */
  readonly complaints: readonly string[]
  /** For each rule the tools of which it could decide a call; empty as long as a rule is not sound. */
  readonly fits: readonly (readonly string[])[]
}

/** `POST /api/policy/test`: what would happen with a message, without any model that acts. */
export type PolicyTest = { readonly message: string; readonly session_id?: string }
export type PolicyTested = {
  /** `Intent`, `Needs…`, `RiskLevel`, `Confidence`. */
  readonly route: JsonObject
  readonly decided_by: string
  readonly because: string
  readonly requires_tool: boolean
  readonly allowed: readonly string[]
  readonly forbidden: readonly string[]
  readonly permissions: readonly string[]
  readonly offered: readonly string[]
  readonly withheld: readonly { readonly tool: string; readonly because: string }[]
  /** For each permission: is there a token in this session? */
  readonly tokens: readonly {
    readonly capability: string
    readonly state: 'active' | 'missing' | 'invalid'
    readonly says: string
  }[]
}

/** `POST /api/ai/chief/route`: the router alone, what `countersign route --json` prints. */
export type RouteRequest = { readonly message: string }
