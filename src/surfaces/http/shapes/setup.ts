import type { Json, JsonObject } from '../../../core/index.ts'

/** `GET /api/start`: what the first screen needs. */
export type StartView = {
  readonly version: string
  readonly workspace: {
    readonly path: string
    readonly name: string
    readonly is_example: boolean
    readonly trust: string
  }
  readonly model: ChosenModelView
  readonly servers: readonly ServerView[]
  /** Messages that work here; with the demo model each shows something different. */
  readonly to_try: readonly string[]
  readonly sessions: number
  readonly receipts: number
  readonly pending: number
  readonly memory: boolean
  /** Loosened safety settings, in words, which people should see all the time. */
  readonly warnings: readonly string[]
  /** Snippets to paste, by name; empty if there are none. */
  readonly snippets: readonly { readonly name: string; readonly text: string }[]
}

export type ChosenModelView = {
  readonly spec: string
  readonly label: string
  readonly is_demo: boolean
  /** `flag`, `setting`, `server` (the first found), `nothing` (none found, so the demo model), `console`. */
  readonly from: string
}

/** `GET /api/models`; `?fresh=true` looks again. */
export type ModelsView = {
  readonly chosen: ChosenModelView
  readonly servers: readonly ServerView[]
  readonly builtin: readonly { readonly spec: string; readonly label: string }[]
  /** The addresses that were tried. */
  readonly looked_at: readonly string[]
  /** The same addresses with their names. */
  readonly places: readonly PlaceView[]
  readonly at: string
}
export type PlaceView = {
  readonly title: string
  readonly address: string
  readonly answers: boolean
  /** The command that starts it. */
  readonly start: string
}
export type ServerView = {
  readonly kind: string
  readonly address: string
  readonly models: readonly {
    readonly spec: string
    readonly name: string
    readonly size_bytes: number | null
    readonly context_tokens: number | null
    readonly only_embeds: boolean
  }[]
}

/** `PUT /api/models/chosen`, scope `approve` */
export type ChooseModel = { readonly spec: string }

/** `POST /api/models/checks`, `GET /api/models/checks/{id}` */
export type NewModelCheck = {
  readonly spec: string
  /** How many of the bundled cases; 20 by default. */
  readonly cases?: number
}
export type ModelCheck = {
  readonly id: string
  readonly spec: string
  readonly state: 'running' | 'done' | 'failed' | 'stopped'
  readonly done: number
  readonly total: number
  /** The case that is running. */
  readonly asking: string | null
  /** What `countersign check --json` prints, when it is done. */
  readonly report: JsonObject | null
  readonly error: { readonly code: string; readonly message: string } | null
}
/** `GET /api/models/checks/{id}/events` */
export type ModelCheckEvent = {
  readonly v: 1
  readonly type: 'check.progress' | 'check.ended'
  readonly check: ModelCheck
}

/**
 * `GET /api/doctor?model=`: what `countersign doctor --json` prints; with `Accept: text/event-stream` finding by
 * finding.
 */
export type DoctorReport = {
  readonly ok: boolean
  readonly findings: readonly DoctorFinding[]
  /** The model that was checked: that of `?model=`, else the chosen one. */
  readonly examined: string
}
export type DoctorFinding = {
  readonly group: 'environment' | 'storage' | 'configuration' | 'servers' | 'model'
  readonly name: string
  readonly ok: true | false | 'warning'
  readonly says: string
  /** A command to paste. `POST /api/doctor/fix` can apply one that starts with `countersign config set `. */
  readonly fix: string | null
}
export type DoctorEvent =
  | { readonly v: 1; readonly type: 'doctor.started'; readonly examined: string }
  | { readonly v: 1; readonly type: 'doctor.finding'; readonly finding: DoctorFinding }
  | { readonly v: 1; readonly type: 'doctor.ended'; readonly report: DoctorReport; readonly duration_ms: number }

/** `POST /api/doctor/fix`, scope `approve` */
export type DoctorFix = { readonly fix: string }

/** `GET /api/settings` */
export type SettingsView = {
  readonly settings: readonly SettingView[]
  /** Settings that the workspace asks for and does not get, in words. */
  readonly refused: readonly string[]
  readonly warnings: readonly string[]
  /** Where saved values are kept. */
  readonly saved_in: string
}
export type SettingView = {
  readonly key: string
  readonly section: string
  readonly section_about: string
  readonly about: string
  readonly value: Json
  readonly default: Json
  /** `default`, `flag`, or with what follows it: `env:NAME`, `saved:FILE`, `user:FILE`, `workspace:FILE`. */
  readonly origin: string
  readonly schema: JsonObject
  readonly not_yet: boolean
  /** A saved value that is not in force: it waits for a restart, or a flag or variable stands above it. */
  readonly saved: Json | null
  readonly needs_restart: boolean
}
/** `PUT /api/settings/{key}`, `DELETE /api/settings/{key}`, scope `approve` */
export type SaveSetting = { readonly value: Json }
export type SavedSetting = {
  readonly key: string
  readonly value: Json
  readonly saved_in: string
  readonly needs_restart: boolean
}
