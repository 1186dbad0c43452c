import {
  type JsonObject,
  type Model,
  type Result,
  fail,
  isJsonObject,
  newId,
  parseJsonText,
  succeed,
} from '../../../core/index.ts'
import { type CheckCase, type CheckReport, runCheck } from '../../../flows/index.ts'
import { eventText, type StreamClient } from '../events/stream-client.ts'
import type { ModelCheck } from '../shapes.ts'

export type CheckSource = {
  readonly cases: (count: number) => Promise<readonly CheckCase[]>
  /** The report with its advice, as JSON. */
  readonly toJson: (report: CheckReport) => object
}

/** Runs model checks, one at a time: most model servers handle one request at a time. */
export type CheckRunner = {
  readonly start: (spec: string, model: Model, count: number) => Promise<Result<ModelCheck>>
  readonly get: (id: string) => ModelCheck | undefined
  readonly stop: (id: string) => ModelCheck | undefined
  readonly follow: (id: string, client: StreamClient) => void
  readonly stopAll: () => Promise<void>
}

type CheckRun = {
  check: ModelCheck
  readonly stop: AbortController
  readonly clients: Set<StreamClient>
  ended: Promise<void>
}

const MAX_KEPT = 20

export function createCheckRunner({ cases, toJson }: CheckSource): CheckRunner {
  const all = new Map<string, CheckRun>()
  const isRunning = ({ check }: CheckRun): boolean => check.state === 'running'
  return {
    async start(spec, model, count) {
      if ([...all.values()].some(isRunning))
        return fail('tool_busy', 'A check is already running. Wait for it, or stop it.')
      const wanted = await cases(count)
      const check: ModelCheck = {
        id: newId('run'),
        spec,
        state: 'running',
        done: 0,
        total: wanted.length,
        asking: null,
        report: null,
        error: null,
      }
      const running: CheckRun = { check, stop: new AbortController(), clients: new Set(), ended: Promise.resolve() }
      all.set(check.id, running)
      const [oldest] = all.keys()
      if (all.size > MAX_KEPT && oldest !== undefined) all.delete(oldest)
      running.ended = run(running, model, wanted)
      return succeed(check)
    },
    get: id => all.get(id)?.check,
    stop(id) {
      const running = all.get(id)
      running?.stop.abort()
      return running?.check
    },
    follow(id, client) {
      const running = all.get(id)
      if (!running) return client.end()
      client.send(textOf(running))
      if (!isRunning(running)) return client.end()
      running.clients.add(client)
      client.gone.addEventListener('abort', () => running.clients.delete(client))
    },
    async stopAll() {
      for (const { stop } of all.values()) stop.abort()
      await Promise.all([...all.values()].map(({ ended }) => ended))
    },
  }

  async function run(running: CheckRun, model: Model, wanted: readonly CheckCase[]): Promise<void> {
    const { signal } = running.stop
    const report = await runCheck({
      model,
      cases: wanted,
      signal,
      onCase: (done, { id }) => publish(running, { done, asking: id }),
    })
    const { stopped } = report
    const state = signal.aborted ? 'stopped' : stopped === null ? 'done' : 'failed'
    const error = stopped && { code: stopped.code, message: stopped.message }
    publish(running, { state, done: report.cases, asking: null, report: plain(toJson(report)), error })
    for (const client of running.clients) client.end()
  }
}

/** The report as plain JSON. */
function plain(report: object): JsonObject {
  const value = parseJsonText(JSON.stringify(report))
  return isJsonObject(value) ? value : {}
}

function publish(running: CheckRun, change: Partial<ModelCheck>): void {
  running.check = { ...running.check, ...change }
  for (const client of running.clients) client.send(textOf(running))
}

function textOf({ check }: CheckRun): string {
  const type = check.state === 'running' ? 'check.progress' : 'check.ended'
  return eventText(type, { v: 1, type, check })
}
