import type { ConsoleEvent } from '../state/turn-event.ts'
import { wordOf } from './word-of.ts'

/** An event as one short text. */
export function sentenceOf(event: ConsoleEvent): string {
  switch (event.type) {
    case 'turn.started':
      return event.message
    case 'router.completed':
      return `${wordOf(event.output['Intent'])}: ${event.because}`
    case 'policy.decided':
      return event.allowed.join(', ')
    case 'permission.requested':
    case 'permission.granted':
    case 'permission.denied':
      return `${event.capability} ${event.tool} ${event.decided_by ?? ''}`
    case 'permission.pending':
      return event.permission.summary
    case 'permission.extended':
      return event.expires_at
    case 'permission.decided':
      return `${event.state} ${event.decided_by ?? ''}`
    case 'attempt.started':
      return `${event.attempt}: ${event.purpose}, ${event.model}, ${event.profile}`
    case 'attempt.completed':
    case 'attempt.failed':
      return `${event.attempt}: ${event.outcome} ${event.code ?? ''}`
    case 'attempt.rejected':
      return `${event.attempt}: ${event.message}`
    case 'attempt.accepted':
      return `${event.attempt}: ${event.tool} ${JSON.stringify(event.args)}`
    case 'gate.decided':
      return `${event.verdict} ${event.tool}: ${event.summary}`
    case 'tool.started':
      return `${event.tool} ${JSON.stringify(event.args)}`
    case 'tool.completed':
    case 'tool.failed':
      return `${event.tool}: ${event.code ?? ''} ${event.text.slice(0, 160)}`
    case 'receipt.minted':
      return event.receipt_id
    case 'evidence.checked':
      return event.summary
    case 'posthook.completed':
      return `${event.hook} ${JSON.stringify(event.did)}`
    case 'turn.stopped':
    case 'turn.failed':
      return `${event.code}: ${event.message}`
    case 'message.completed':
    case 'turn.answered':
    case 'turn.completed':
      return event.text.slice(0, 160)
    default:
      return ''
  }
}
