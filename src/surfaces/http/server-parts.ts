import type { Clock } from '../../core/index.ts'
import type { ConferenceTelemetry } from '../../records/index.ts'
import type { Metrics, Runtime } from '../../runtime/index.ts'
import type { Keys } from './access/keys.ts'
import type { Tokens } from './access/tokens.ts'
import type { SessionHub } from './events/session-hub.ts'
import type { WorkspaceHub } from './events/workspace-hub.ts'
import type { HttpMetrics } from './http-metrics.ts'
import type { CheckRunner } from './models/check-runner.ts'
import type { ModelDirectory } from './models/model-directory.ts'
import type { ApprovalQueue } from './people/approval-queue.ts'
import type { LogCounts } from './records/log-counts.ts'
import type { SettingsStore } from './setup/settings-store.ts'
import type { DoctorFinding } from './shapes.ts'
import type { FolderGrants } from './turns/folder-grants.ts'
import type { TurnRunner } from './turns/turn-runner.ts'

/** Everything that routes use. */
export type ServerParts = {
  readonly runtime: Runtime
  readonly clock: Clock
  readonly version: string
  /** `http://127.0.0.1:4070`, once the port is known. */
  readonly origin: () => string
  readonly isExample: boolean
  readonly warnings: () => readonly string[]
  readonly startedAt: string
  readonly tokens: Tokens
  readonly keys: Keys
  readonly hub: SessionHub
  readonly workspace: WorkspaceHub
  readonly approvals: ApprovalQueue
  readonly turns: TurnRunner
  readonly folders: FolderGrants
  readonly models: ModelDirectory
  readonly checks: CheckRunner
  readonly counts: LogCounts
  readonly telemetry: ConferenceTelemetry
  readonly metrics: Metrics
  readonly httpMetrics: HttpMetrics
  readonly doctor: DoctorSource
  readonly settings: SettingsStore
  /** Called when a one-time code was used, so that a fresh one can be printed. */
  readonly onLogin: () => void
}

/** Runs the checks of `countersign doctor`, finding by finding. */
export type DoctorSource = (question: DoctorQuestion) => AsyncIterable<readonly DoctorFinding[]>

/** `model`: the model to check. */
type DoctorQuestion = { readonly model: string; readonly signal: AbortSignal }
