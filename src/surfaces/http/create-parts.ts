import { join } from 'node:path'
import { type Clock, type EventReader, systemClock } from '../../core/index.ts'
import { type ConferenceTelemetry, openConferenceTelemetry } from '../../records/index.ts'
import { createMetrics, type Runtime, serverSection, valuesOf } from '../../runtime/index.ts'
import { openKeys } from './access/keys.ts'
import { createTokens } from './access/tokens.ts'
import { createSessionHub } from './events/session-hub.ts'
import { createWorkspaceHub } from './events/workspace-hub.ts'
import { createHttpMetrics } from './http-metrics.ts'
import { type CheckSource, createCheckRunner } from './models/check-runner.ts'
import { createModelDirectory, type ModelSource } from './models/model-directory.ts'
import { createApprovalQueue } from './people/approval-queue.ts'
import { reportApprovals } from './people/report-approvals.ts'
import { createLogCounts } from './records/log-counts.ts'
import type { DoctorSource, ServerParts } from './server-parts.ts'
import { announceSettings, type SettingsStore } from './setup/settings-store.ts'
import { createFolderGrants } from './turns/folder-grants.ts'
import { createTurnRunner } from './turns/turn-runner.ts'

/** What the command line passes to the server. */
export type PartsOptions = {
  readonly runtime: Runtime
  /** The folder of this workspace in the state folder. */
  readonly own: string
  readonly version: string
  readonly models: ModelSource
  readonly checks: CheckSource
  readonly doctor: DoctorSource
  readonly settings: SettingsStore
  readonly isExample?: boolean
  /** Loosened safety settings, in words. */
  readonly warnings?: () => readonly string[]
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
    warnings: options.warnings ?? (() => []),
    startedAt: new Date(clock.now()).toISOString(),
    tokens: createTokens({ clock, hours: () => valuesOf(runtime.config, serverSection).token_hours }),
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

type Conference = {
  readonly conference: string
  readonly agent: string
  readonly telemetry: ConferenceTelemetry
}

/** Counts what goes wrong in the turns of a conference, for each agent. */
function countConference({ conference, agent, telemetry }: Conference): EventReader {
  const answers = new Set<number>()
  return event => {
    if (event.type === 'attempt.completed' && event.outcome === 'answer') answers.add(event.attempt)
    if (event.type === 'attempt.rejected') telemetry.count({ conference, agent, code: event.reason })
    // Without a second answer the first one's findings are reported again; they count once.
    if (event.type === 'evidence.checked' && event.then !== 'delivered' && answers.has(event.attempt))
      for (const { holds, code } of event.findings) if (!holds) telemetry.count({ conference, agent, code })
    if (event.type === 'attempt.completed' || event.type === 'attempt.failed') {
      const { inputTokens, outputTokens } = event.usage ?? {}
      telemetry.count({ conference, agent, inputTokens: countOf(inputTokens), outputTokens: countOf(outputTokens) })
    }
    if (event.type === 'turn.completed' || event.type === 'turn.failed' || event.type === 'turn.stopped')
      telemetry.save()
  }
}

const countOf = (value: unknown): number => (typeof value === 'number' && value > 0 ? Math.round(value) : 0)
