import { join } from 'node:path'
import { type Clock, type EventReader, systemClock } from '../../core/index.ts'
import { openConferenceTelemetry } from '../../records/index.ts'
import { type Runtime, createMetrics, serverSection, valuesOf } from '../../runtime/index.ts'
import { openKeys } from './access/keys.ts'
import { createTokens } from './access/tokens.ts'
import { createSessionHub } from './events/session-hub.ts'
import { createWorkspaceHub } from './events/workspace-hub.ts'
import { createHttpMetrics } from './http-metrics.ts'
import { type CheckSource, createCheckRunner } from './models/check-runner.ts'
import { type ModelSource, createModelDirectory } from './models/model-directory.ts'
import { createApprovalQueue } from './people/approval-queue.ts'
import { reportApprovals } from './people/report-approvals.ts'
import { createLogCounts } from './records/log-counts.ts'
import type { ServerParts } from './server-parts.ts'
import type { DoctorSource } from './setup/doctor-source.ts'
import { type SettingsStore, announceSettings } from './setup/settings-store.ts'
import { countConference } from './turns/count-conference.ts'
import { createFolderGrants } from './turns/folder-grants.ts'
import { createTurnRunner } from './turns/turn-runner.ts'

/** What whoever starts the server knows, and the server does not. */
export type PartsOptions = {
  readonly runtime: Runtime
  /** What the state folder keeps about this workspace. */
  readonly own: string
  readonly version: string
  readonly models: ModelSource
  readonly checks: CheckSource
  readonly doctor: DoctorSource
  readonly settings: SettingsStore
  readonly isExample?: boolean
  /** Loosened safety, in words. */
  readonly warnings?: readonly string[]
  readonly clock?: Clock
  readonly onLogin?: () => void
}

export function createParts(options: PartsOptions, origin: () => string): ServerParts {
  const { runtime, own, version, clock = systemClock } = options
  const hub = createSessionHub(runtime.events)
  const workspace = createWorkspaceHub(clock)
  const approvals = createApprovalQueue({
    runtime,
    savedIn: join(own, 'permissions.db'),
    watch: reportApprovals({ hub, workspace, runtime }),
  })
  const models = createModelDirectory(options.models, clock)
  const folders = createFolderGrants(runtime)
  const metrics = createMetrics()
  const telemetry = openConferenceTelemetry(join(runtime.root, '.control-room', 'telemetry'))
  const conferenceReader = (conference: string, agent: string): EventReader =>
    countConference({ conference, agent, telemetry })
  const turns = createTurnRunner({
    runtime,
    hub,
    workspace,
    approvals,
    models,
    folders,
    readers: [metrics.read],
    conferenceReader,
  })
  return {
    runtime,
    clock,
    version,
    origin,
    isExample: options.isExample ?? false,
    warnings: options.warnings ?? [],
    startedAt: new Date(clock.now()).toISOString(),
    tokens: createTokens({ clock, hours: valuesOf(runtime.config, serverSection).token_hours }),
    keys: openKeys(own),
    hub,
    workspace,
    approvals,
    turns,
    folders,
    models,
    checks: createCheckRunner(options.checks),
    counts: createLogCounts(runtime.ledgerOptions),
    telemetry,
    metrics,
    httpMetrics: createHttpMetrics(),
    doctor: options.doctor,
    settings: announceSettings(options.settings, workspace),
    onLogin: options.onLogin ?? (() => undefined),
  }
}
