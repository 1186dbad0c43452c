import type { JsonObject } from '../../core/index.ts'
import type { OpenTurn } from './open-turn.ts'
import type { TurnEnd } from './talk.ts'
import { readTraceparent } from './tracer.ts'

export type Finished = {
  readonly opened: OpenTurn
  readonly end: TurnEnd
  readonly revoked: number
  readonly writes: number
}

/** One for every message, with the names of seed 004: which stage decided what. In canonical order, so that writing it sorts nothing. */
export function pipelineRecord(at: string, { opened, end, revoked, writes }: Finished): JsonObject {
  const { session, turn, agent, request, log, told } = opened
  const remote = request.traceparent === undefined ? undefined : readTraceparent(request.traceparent)
  return {
    agentId: agent,
    event: 'turn',
    model: told.model?.id ?? null,
    pipeline: {
      executor: { roundTrips: log.attempts, toolCalls: log.made.length },
      policy: { allowed: [...(told.offered ?? [])], permissions: [...(told.policy?.RequiredPermissions ?? [])] },
      postHooks: { memoryWrites: writes, permissionsRevoked: revoked },
      router: { confidence: told.route?.route.confidence ?? null, intent: told.route?.route.intent ?? null },
    },
    runId: request.run?.id ?? null,
    sessionId: session,
    stopped: end.stopped?.code ?? null,
    timestamp: at,
    turnId: turn,
    ...(remote && { traceId: remote.traceId }),
  }
}
