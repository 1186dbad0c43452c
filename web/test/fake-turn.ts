import type { EvidenceView, SessionEvent, TurnView } from 'shapes'
import type { ConsoleEvent } from '../src/state/turn-event.ts'
import { SESSION, at } from './fake-data.ts'

type Part = { readonly type: string } & { readonly [field: string]: unknown }

/** Gives parts of a turn what every event has. */
export function eventsOf(
  turn: string,
  parts: readonly Part[],
  options: { readonly first?: number; readonly step?: number } = {},
): readonly SessionEvent[] {
  const { first = 1, step = 17 } = options
  return parts.map((part, index) => {
    const event = {
      id: first + index,
      v: 1,
      seq: index + 1,
      ts: at(index * step),
      session_id: SESSION,
      turn_id: turn,
      run_id: null,
      step_id: 'step_1',
      agent_id: 'main',
      ...part,
    }
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the parts below are written as docs/events.md has them
    return event as unknown as SessionEvent
  })
}

export const opening = (message: string): readonly Part[] => [
  { type: 'turn.started', message, model: 'demo' },
  {
    type: 'router.completed',
    output: { Intent: 'story_task', Confidence: 0.85, NeedsFileAccess: true, RiskLevel: 'low' },
    decided_by: 'heuristic',
    because: "a part of the writer's work (7 points)",
    model: null,
  },
  {
    type: 'policy.decided',
    allowed: ['file_read', 'file_list', 'file_search'],
    forbidden: ['*'],
    permissions: ['FileAccess'],
    withheld: [{ tool: 'file_write', because: 'messages of this kind may never use it' }],
  },
  { type: 'permission.granted', capability: 'FileAccess', tool: 'file_read', decided_by: 'opened' },
]

export const attempt = (number: number, purpose = 'reply'): Part => ({
  type: 'attempt.started',
  attempt: number,
  step: number,
  purpose,
  profile: 'lenient',
  model: 'demo',
  provider: 'demo',
})
export const completed = (number: number, outcome: string, code: string | null = null): Part => ({
  type: 'attempt.completed',
  attempt: number,
  outcome,
  code,
  finish: 'stop',
  cut: false,
  usage: { inputTokens: 787, outputTokens: 25 },
  duration_ms: 59 + number,
})
export const rejected = (number: number, reason: string, message: string): Part => ({
  type: 'attempt.rejected',
  attempt: number,
  layer: 'args',
  reason,
  message,
  requested: 'file_search',
  candidates: [],
  raw_sha256: 'ab'.repeat(32),
})
export const accepted = (number: number, tool = 'file_search'): Part => ({
  type: 'attempt.accepted',
  attempt: number,
  tool,
  args: { query: 'lighthouse' },
  dialect: 'envelope',
  fixups: [],
  aliases: [],
})
export const call = (id: string, text: string, tool = 'file_search'): readonly Part[] => [
  {
    type: 'gate.decided',
    call_id: id,
    tool,
    verdict: 'allow',
    by: 'opened',
    code: null,
    risk: 'read',
    grant_id: null,
    summary: 'searches the workspace',
    override: null,
  },
  { type: 'tool.started', call_id: id, tool, args: { query: 'lighthouse' } },
  {
    type: 'tool.completed',
    call_id: id,
    tool,
    args: { query: 'lighthouse' },
    text,
    data: null,
    code: null,
    replayed: false,
    duration_ms: 140,
    receipt_id: `rcpt_${id}`,
  },
  { type: 'receipt.minted', receipt_id: `rcpt_${id}`, tool, decided_by: 'opened' },
  {
    type: 'budget.updated',
    budget: {
      steps_used: 1,
      steps_limit: 6,
      bytes_used: 1479,
      bytes_limit: 16_000,
      repairs_used: 1,
      repairs_limit: 2,
      round_trips: 2,
      round_trips_limit: 16,
    },
  },
]
export const checked = (number: number, report: Partial<EvidenceView> & { readonly then?: string } = {}): Part => ({
  type: 'evidence.checked',
  attempt: number,
  then: 'delivered',
  verdict: 'verified',
  coverage: { citations: 1, verified: 1, unchecked_sentences: 3 },
  findings: [],
  remarks: [],
  summary: '1 quote verified · 3 sentences not checked',
  ran: [],
  judged: null,
  ...report,
})
export const closing = (text: string): readonly Part[] => [
  { type: 'message.completed', text },
  { type: 'turn.answered', text, code: null },
  { type: 'posthook.completed', hook: 'memory', did: { stored: [], asked: [], skipped: [] } },
  { type: 'posthook.completed', hook: 'cleanup', did: { permissions_revoked: 1 } },
  { type: 'turn.completed', text, usage: { inputTokens: 1971, outputTokens: 93, requests: 3 } },
]

export const turnOf = (id: string, events: readonly ConsoleEvent[]): TurnView => ({
  id,
  state: 'done',
  events,
  messages: [],
})

/** A turn as long as no turn should be. */
export function longTurn(stages: number): TurnView {
  const middle = Array.from({ length: stages }, (_, index) => [
    attempt(index + 1),
    completed(index + 1, 'rejected', 'tool_call_invalid_args'),
    rejected(index + 1, 'tool_call_invalid_args', `number ${index + 1}: "query" is required.`),
  ]).flat()
  return turnOf(
    'turn_long',
    eventsOf('turn_long', [...opening('A very long turn'), ...middle, ...closing('Done at last.')]),
  )
}
