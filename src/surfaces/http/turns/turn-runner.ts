import {
  type Capability,
  type EventReader,
  fail,
  type Fault,
  fault,
  isCapability,
  type JsonObject,
  messageOf,
  newId,
  type Result,
  sha256,
  StorageFailure,
  succeed,
  textOf,
  type TurnEvent,
} from '../../../core/index.ts'
import { newSession, type Runtime, runTurn, type TurnReport, type TurnRequest } from '../../../runtime/index.ts'
import { isSessionId } from '../../../session/index.ts'
import { unstarted } from '../../cli/turn/turn-result.ts'
import { type Caller, mayApprove } from '../access/caller.ts'
import type { SessionHub } from '../events/session-hub.ts'
import type { WorkspaceHub } from '../events/workspace-hub.ts'
import type { ModelDirectory } from '../models/model-directory.ts'
import type { ApprovalQueue } from '../people/approval-queue.ts'
import type { ChatTurnRequest } from '../shapes.ts'
import type { FolderGrants } from './folder-grants.ts'

type HttpTurnOrder = {
  readonly body: ChatTurnRequest
  readonly caller: Caller
  readonly idempotencyKey?: string | undefined
  readonly traceparent?: string | undefined
}

export type TurnHandle = {
  readonly session: string
  readonly turn: string
  readonly report: Promise<TurnReport>
  readonly stop: () => void
}

type BegunSession = {
  readonly session: string
  readonly message: string
  readonly model: string | null
  readonly at: number
}

/** The turns of this server: started, listed, stopped. */
export type TurnRunner = {
  readonly start: (order: HttpTurnOrder) => Promise<Result<TurnHandle>>
  /** The first one runs, the others wait for it. */
  readonly running: (session: string) => readonly string[]
  readonly allRunning: () => readonly string[]
  /** The newest message of each session with a running turn. */
  readonly begun: () => readonly BegunSession[]
  /** Stops one turn, or all of the session; returns the stopped ones. */
  readonly stop: (session: string, turn?: string) => readonly string[]
  readonly stopAll: () => void
  readonly settled: () => Promise<void>
}

type TurnRunnerOptions = {
  readonly runtime: Runtime
  readonly hub: SessionHub
  readonly workspace: WorkspaceHub
  readonly approvals: ApprovalQueue
  readonly models: ModelDirectory
  readonly folders: FolderGrants
  readonly readers: readonly EventReader[]
  /** Watches the turns of a conference. */
  readonly conferenceReader: (conference: string, agent: string) => EventReader
}

type RunningTurn = BegunSession & {
  readonly turn: string
  readonly stop: AbortController
  readonly report: Promise<TurnReport>
}

const MAX_WAITING = 9 // one runs, eight wait

export function createTurnRunner(parts: TurnRunnerOptions): TurnRunner {
  const open = new Map<string, RunningTurn>()
  const of = (session: string): readonly RunningTurn[] => [...open.values()].filter(each => each.session === session)
  return {
    running: session => of(session).map(({ turn }) => turn),
    allRunning: () => [...open.keys()],
    begun: () => [...new Map([...open.values()].toReversed().map(each => [each.session, each] as const)).values()],
    async start(order) {
      const ready = await prepare(order, parts)
      if (!ready.ok) return ready
      const { session } = ready.value
      if (of(session).length >= MAX_WAITING)
        return fail('turn_busy', 'Eight messages already wait in this session. Wait, or stop it.')
      const turn = newId('turn')
      const stop = new AbortController()
      await parts.hub.beginTurn(session, turn)
      const report = take({ ...ready.value, turn, signal: stop.signal }, parts).finally(() => open.delete(turn))
      const { message, model } = ready.value
      open.set(turn, {
        session,
        turn,
        stop,
        report,
        message,
        model: model?.id ?? null,
        at: parts.runtime.clock.now(),
      })
      return succeed({ session, turn, report, stop: () => stop.abort() })
    },
    stop(session, turn) {
      const wanted = of(session).filter(each => turn === undefined || each.turn === turn)
      for (const each of wanted) each.stop.abort()
      return wanted.map(each => each.turn)
    },
    stopAll() {
      for (const { stop } of open.values()) stop.abort()
    },
    settled: async () => void (await Promise.allSettled([...open.values()].map(({ report }) => report))),
  }
}

type PreparedTurn = TurnRequest & {
  readonly session: string
  readonly caller: Caller
  readonly mode: ChatTurnRequest['approval']
}

const MAX_ID = 200

async function prepare(
  { body, caller, idempotencyKey, traceparent }: HttpTurnOrder,
  { models, folders }: TurnRunnerOptions,
): Promise<Result<PreparedTurn>> {
  const {
    session_id: session = newSession(),
    message,
    profile,
    toolPolicy,
    skipTools,
    intent,
    agent,
    evidence,
    conference_id: conference,
  } = body
  if (message.trim() === '') return wrong('message', 'The message is empty.')
  if (!isSessionId(session) || session.length > MAX_ID)
    return wrong('session_id', `A session id must be plain text of 1 to ${MAX_ID} characters.`)
  const allowed = allowanceOf(body, caller)
  if (!allowed.ok) return allowed
  const model = await models.modelFor(body.model, caller)
  if (!model.ok) return model
  if (caller.who === 'console') await folders.open(session)
  return succeed({
    session,
    message,
    model: model.value,
    profile,
    toolPolicy,
    skipTools,
    intent,
    agent,
    evidence,
    conference,
    allow: allowed.value,
    principal: caller.principal,
    ...(caller.who === 'key' && { credential: caller.credential }),
    ...(idempotencyKey !== undefined && {
      event: `http/${sha256(JSON.stringify([caller.name, idempotencyKey])).slice(0, 32)}`,
    }),
    traceparent,
    caller,
    mode: body.approval ?? caller.approval,
  })
}

function allowanceOf({ allow = [] }: ChatTurnRequest, caller: Caller): Result<readonly Capability[]> {
  if (allow.length > 0 && !mayApprove(caller))
    return fail('access_denied', '"allow" grants capabilities, which needs the scope "approve".')
  const unknown = allow.find(name => !isCapability(name))
  if (unknown !== undefined) return wrong('allow', `Unknown capability "${unknown.slice(0, 60)}".`)
  return succeed([...new Set([...caller.allow, ...allow.filter(isCapability)])])
}

const wrong = (param: string, message: string): Result<never> => fail('request_invalid', message, { param })

type NumberedTurn = PreparedTurn & { readonly turn: string; readonly signal: AbortSignal }

async function take({ caller, mode, ...request }: NumberedTurn, parts: TurnRunnerOptions): Promise<TurnReport> {
  const { runtime, hub, workspace, approvals } = parts
  const { session, turn } = request
  const asker = { session, turn, model: request.model?.id ?? null, caller: caller.who === 'key' ? caller.name : null }
  const people = approvals.peopleFor({ asker, caller, mode: mode ?? 'deny' })
  const readers = readersOf(request, parts)
  const onEvent: EventReader = event => readers.forEach(read => read(event))
  workspace.publish({ type: 'turn.started', session_id: session, turn_id: turn })
  const report = await runTurn({ ...request, people, onEvent }, runtime).catch((thrown: unknown) => {
    const error =
      thrown instanceof StorageFailure ? thrown.fault : fault('system_error', `The turn failed: ${messageOf(thrown)}`)
    hub.publish(session, failedEvent({ session, turn, error, now: runtime.clock.now() }))
    return unstarted(error, session, turn)
  })
  await hub.endTurn(session, turn).catch(() => undefined) // only clean-up: reading works without it
  workspace.publish({ type: 'turn.ended', session_id: session, turn_id: turn, code: report.stopped?.code ?? null })
  return report
}

function readersOf(
  { session, conference, agent = 'main' }: Pick<NumberedTurn, 'session' | 'conference' | 'agent'>,
  parts: TurnRunnerOptions,
): readonly EventReader[] {
  const publish: EventReader = event => {
    const sent: JsonObject = { ...event }
    parts.hub.publish(session, sent)
  }
  return [publish, ...parts.readers, ...(conference === undefined ? [] : [parts.conferenceReader(conference, agent)])]
}

type FailedTurn = {
  readonly session: string
  readonly turn: string
  readonly error: Fault
  readonly now: number
  readonly last?: TurnEvent
}

/** The last event of a turn that could not report its own end. */
function failedEvent({ session, turn, error, now, last }: FailedTurn): JsonObject {
  return {
    v: 1,
    seq: (last?.seq ?? 0) + 1,
    ts: new Date(now).toISOString(),
    session_id: session,
    turn_id: turn,
    run_id: last?.run_id ?? null,
    step_id: last?.step_id ?? null,
    agent_id: last?.agent_id ?? 'main',
    type: 'turn.failed',
    code: error.code,
    message: error.message,
    usage: {},
  }
}

const LOOKED_BACK = 500

/** Ends turns that a killed process left open, so that no client waits for them. */
export async function closeOrphans({ runtime, hub }: Pick<TurnRunnerOptions, 'runtime' | 'hub'>): Promise<void> {
  for (const { session, turn } of await runtime.events.orphans()) {
    const last = await hub.last(session)
    const events = await runtime.events.read(session, { after: Math.max(0, last - LOOKED_BACK), limit: LOOKED_BACK })
    const own = events.map(({ event }) => event).filter(event => event['turn_id'] === turn)
    if (own.length === 0 || own.some(({ type }) => ENDS.has(textOf(type)))) continue
    const error = fault('system_error', 'The server stopped during this turn. The receipts show what ran.')
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only events of this server are in the log
    const before = own.findLast(({ seq }) => typeof seq === 'number') as unknown as TurnEvent | undefined
    hub.publish(
      session,
      failedEvent({ session, turn, error, now: runtime.clock.now(), ...(before && { last: before }) }),
    )
    await hub.settled(session)
  }
}

const ENDS: ReadonlySet<string> = new Set(['turn.completed', 'turn.stopped', 'turn.failed'])
