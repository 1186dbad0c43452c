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
  /** All its names: a rule about one applies to all. */
  readonly names: readonly string[]
  readonly definition_hash: string
  /** A standing approval covers an older definition, so the tool asks again. */
  readonly changed_since_approved: boolean
  /** The limits on its calls, by setting; limits that are off are left out. */
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
  /** With a message: its intent, and whether that offers the tool. */
  readonly message?: WhyMessage
}
export type WhyMessage = {
  readonly offered: boolean
  readonly rule: string
  readonly intent: string
  readonly decided_by: string
  readonly because: string
  /** The prefix with which the message would offer the tool. */
  readonly prefix: string | null
}

/** `POST /api/tools/{name}/call`: a person's own call through all checks. The reply is a `CallReply`. */
export type CallToolRequest = {
  readonly args: JsonObject
  readonly session_id?: string
  readonly allow?: readonly string[]
}

/** `POST /api/tools/{name}/dry-run`, scope `approve`: what the call would do now. Nothing runs. */
export type ToolDryRun = {
  readonly tool: string
  /** The risk of this call. */
  readonly risk: 'read' | 'write' | 'destroy'
  readonly summary: string
  /** null: it changes no file, or only running it would show. */
  readonly change: ChangeView | null
  /** The person's rule that would decide, if any. */
  readonly rule: { readonly rule: string; readonly action: string; readonly reason: string | null } | null
  /** Whether the tool itself would ask. */
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
    /** The `/word` prefixes with this intent. */
    readonly prefixes: readonly string[]
  }[]
  /** In order; the first match decides. */
  readonly rules: readonly {
    readonly rule: string
    readonly place: string
    readonly number: number
    readonly action: 'allow' | 'deny' | 'ask'
    readonly tools: readonly string[]
    /** Its other conditions, as in the file. */
    readonly when: JsonObject
    readonly reason: string | null
    /** The file, variable or saved value it comes from. */
    readonly source: string
    /** Its current line in that file; null if there is none. */
    readonly line: number | null
    /** How many calls of this workspace it decided. */
    readonly hits: number
  }[]
  readonly trust: string
  /** The version of the saved rules, for `If-Match`; null if rules cannot be saved. */
  readonly version: string | null
  /** The rules of that version: those of [tools.policy] that were saved last, else those in force. */
  readonly saved: readonly JsonObject[]
}

/** `PUT /api/policy` with `If-Match: version`, scope `approve`: the rules of [tools.policy], in order, as in a file. */
export type PolicySave = { readonly rules: readonly JsonObject[] }
export type PolicySaved = {
  readonly rules: readonly JsonObject[]
  readonly version: string
  readonly saved_in: string
  readonly needs_restart: boolean
}

/** `POST /api/policy/check`: checks rules without saving them. */
export type PolicyChecked = {
  /** Why they would be refused; empty if they are valid. */
  readonly complaints: readonly string[]
  /** For each rule the tools it can apply to; empty while a rule is invalid. */
  readonly fits: readonly (readonly string[])[]
}

/** `POST /api/policy/test`: the intent of a message and the tools it would offer. */
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
  /** For each capability: is it granted in this session? */
  readonly tokens: readonly {
    readonly capability: string
    readonly state: 'active' | 'missing' | 'invalid'
    readonly says: string
  }[]
}

/** `POST /api/ai/chief/route`: what `countersign route --json` prints. */
export type RouteRequest = { readonly message: string }
