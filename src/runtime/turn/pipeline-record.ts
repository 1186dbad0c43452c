import type { JsonObject } from '../../core/index.ts'
import { readTraceparent } from './tracer.ts'
import type { OpenTurn, TurnEnd } from './turn.ts'

export type Finished = {
  readonly opened: OpenTurn
  readonly end: TurnEnd
  readonly revoked: number
  readonly writes: number
}

/** One for every message, with the names of seed 004: which stage decided what. In canonical order, so that writing it sorts nothing. */
export function pipelineRecord(at: string, { opened, end, revoked, writes }: Finished): JsonObject {
  const { session, turn, agent, run, request, progress } = opened
  const { model, policy, routed, offered } = progress
  const remote = request.traceparent === undefined ? undefined : readTraceparent(request.traceparent)
  return {
    agentId: agent,
    event: 'turn',
    model: model?.id ?? null,
    pipeline: {
      executor: { roundTrips: progress.attempts, toolCalls: progress.made.length },
      policy: { allowed: [...offered], permissions: [...(policy?.RequiredPermissions ?? [])] },
      postHooks: { memoryWrites: writes, permissionsRevoked: revoked },
      router: { confidence: routed?.route.confidence ?? null, intent: routed?.route.intent ?? null },
    },
    runId: run ?? null,
    sessionId: session,
    stopped: end.stopped?.code ?? null,
    timestamp: at,
    turnId: turn,
    ...(remote && { traceId: remote.traceId }),
  }
}
