import type { EventReader, JsonObject, TurnEvent } from '../../core/index.ts'

/** A line of the pipeline log, with the names that seed 004 gives the stages; `docs/events.md` maps both ways. */
export type PipelineLine = {
  readonly event: string
  readonly timestamp: string
  readonly sessionId: string
} & JsonObject

/** What `--debug-routing` prints and what traces carry: each stage once, with what it decided. */
export function pipelineLog(write: (line: PipelineLine) => void): EventReader {
  let roundTrips = 0
  return event => {
    if (event.type === 'turn.started') roundTrips = 0
    if (event.type === 'attempt.started') roundTrips += 1
    const told = tellStage(event, roundTrips)
    if (told)
      write({ event: told.name, timestamp: event.ts, sessionId: event.session_id, turnId: event.turn_id, ...told.what })
  }
}

type StageLine = { readonly name: string; readonly what: JsonObject }

function tellStage(event: TurnEvent, roundTrips: number): StageLine | undefined {
  switch (event.type) {
    case 'router.completed':
      return { name: 'ROUTER_OUTPUT', what: { ...event.output, decidedBy: event.decided_by, because: event.because } }
    case 'policy.decided':
      return {
        name: 'POLICY_DECISION',
        what: { allowed: [...event.allowed], forbidden: [...event.forbidden], permissions: [...event.permissions] },
      }
    case 'permission.granted':
    case 'permission.denied':
      return {
        name: 'PERMISSION_CHECK',
        what: {
          capability: event.capability,
          status: event.type === 'permission.granted' ? 'active' : 'missing',
          by: event.decided_by,
        },
      }
    case 'tool.completed':
    case 'tool.failed':
      return {
        name: 'EXECUTOR_TOOL_CALL',
        what: {
          name: event.tool,
          args: event.args,
          result: event.text,
          code: event.code,
          durationMs: event.duration_ms,
        },
      }
    case 'evidence.checked':
      return {
        name: 'EVIDENCE_CHECK',
        what: {
          verdict: event.verdict,
          coverage: { ...event.coverage },
          then: event.then,
          codes: event.findings.map(({ code }) => code),
        },
      }
    case 'turn.answered':
      return { name: 'EXECUTOR_RESPONSE', what: { text: event.text, code: event.code, roundTrips } }
    case 'posthook.completed':
      return { name: `POSTHOOK_${event.hook.toUpperCase()}`, what: event.did }
    default:
      return undefined
  }
}
