import type { JsonObject } from '../../core/index.ts'
import type { OpenTurn } from './open-turn.ts'
import type { TurnEnd } from './talk.ts'
import { readTraceparent } from './tracer.ts'

export type Finished = { readonly opened: OpenTurn; readonly end: TurnEnd; readonly revoked: number; readonly writes: number }

/** One for every message, with the names of seed 004: which stage decided what. */
export function pipelineRecord(at: string, { opened, end, revoked, writes }: Finished): JsonObject {
  const { session, turn, agent, request, log, told } = opened
  const remote = request.traceparent === undefined ? undefined : readTraceparent(request.traceparent)
  return {
    timestamp: at,
    sessionId: session,
    turnId: turn,
    agentId: agent,
    runId: request.run?.id ?? null,
    model: told.model?.id ?? null,
    stopped: end.stopped?.code ?? null,
    ...(remote && { traceId: remote.traceId }),
    pipeline: {
      router: { intent: told.route?.route.intent ?? null, confidence: told.route?.route.confidence ?? null },
      policy: { allowed: [...(told.offered ?? [])], permissions: [...(told.policy?.RequiredPermissions ?? [])] },
      executor: { toolCalls: log.made.length, roundTrips: log.attempts },
      postHooks: { memoryWrites: writes, permissionsRevoked: revoked },
    },
  }
}
