import type { AttemptView, PermissionView, ReceiptRow, SessionEvent, SettingView, StatusView, ToolView, TurnView } from 'shapes'
import type { ConsoleEvent } from '../src/state/turn-event.ts'

export const SESSION = 'sess_fake000000000001'
const BASE = Date.parse('2026-01-02T09:00:00.000Z')
export const at = (ms: number): string => new Date(BASE + ms).toISOString()

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
    withheld: [{ tool: 'file_write', because: 'the row forbids it by name' }],
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
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- evidence.checked is one of them
  events: events as readonly SessionEvent[],
  messages: [],
})

/** A turn as long as no turn should be. */
export function longTurn(stages: number): TurnView {
  const middle = Array.from({ length: stages }, (_, index) => [
    attempt(index + 1),
    completed(index + 1, 'rejected', 'tool_call_invalid_args'),
    rejected(index + 1, 'tool_call_invalid_args', `number ${index + 1}: "query" is required.`),
  ]).flat()
  return turnOf('turn_long', eventsOf('turn_long', [...opening('A very long turn'), ...middle, ...closing('Done at last.')]))
}

export const HOSTILE = `<img src=x onerror="window.hacked=1"><script>window.hacked=1</script> [click](javascript:window.hacked=1) \u202Egnp.exe \u001b[31m`

export const receiptRow = (index: number): ReceiptRow => ({
  receipt_id: `rcpt_${String(index).padStart(24, '0')}`,
  seq: index,
  at: at(index * 1000),
  session_id: index % 3 === 0 ? SESSION : 'sess_other',
  turn_id: 'turn_1',
  agent_id: 'main',
  tool: ['file_read', 'file_search', 'file_write', 'memory_search'][index % 4] ?? 'file_read',
  outcome: index % 17 === 0 ? 'failed' : index % 23 === 0 ? 'refused' : 'done',
  code: index % 17 === 0 ? 'edit_mismatch' : null,
  risk: 'read',
  decided_by: index % 2 === 0 ? 'opened' : 'console',
  inputs: { path: `Story/Scenes/SCN-${index}.md` },
  bytes: 100 + ((index * 7919) % 20_000),
  files: [`Story/Scenes/SCN-${index}.md`],
  undoable: index % 4 === 2,
})

export const PERMISSION = (id: string, part: Partial<PermissionView> = {}): PermissionView => ({
  id,
  kind: 'call',
  state: 'pending',
  session_id: SESSION,
  turn_id: 'turn_1',
  asked_by: { model: 'demo', caller: null },
  held: true,
  tool: 'file_write',
  capability: 'FileWrite',
  risk: 'write',
  risk_because: 'file_write changes something, says its definition',
  summary: 'writes 2 lines to notes.md',
  reason: 'file_write changes something, and this workspace is not trusted',
  args: { path: 'notes.md', content: 'x'.repeat(20_000) },
  args_bytes: 20_040,
  change: {
    path: 'notes.md',
    added: 1,
    removed: 1,
    lines: [
      { sign: '-', text: 'The lighthouse was dark.' },
      { sign: '+', text: 'The lighthouse burned all night.' },
    ],
  },
  definition_hash: '5e1c'.repeat(16),
  requested_at: new Date().toISOString(),
  expires_at: new Date(Date.now() + 108_000).toISOString(),
  choices: [
    { for: 'once', seconds: null, rule: 'allow this one call of file_write', saved_in: null },
    {
      for: 'minutes',
      seconds: 300,
      rule: 'allow file_write in this session for 5 minutes; changes run unasked',
      saved_in: 'permissions.db',
    },
    { for: 'session', seconds: 43_200, rule: 'allow file_write in this session; changes run unasked', saved_in: 'permissions.db' },
    { for: 'always', seconds: null, rule: 'allow file_write on notes.md in every session until revoked', saved_in: 'permissions.db' },
  ],
  ...part,
})

export const TOOL = (name: string, part: Partial<ToolView> = {}): ToolView => ({
  name,
  description: `What ${name} does, in a sentence that a model reads.`,
  risk: 'read',
  capability: 'FileAccess',
  source: 'built-in',
  executor: 'files',
  schema: {
    type: 'object',
    properties: { path: { type: 'string', description: 'which file' }, max_lines: { type: 'integer' } },
    required: ['path'],
  },
  facts: { idempotent: true, cacheable: true, needs_plan: false, egress: false, accepts_ref: [] },
  definition_hash: 'ab12'.repeat(16),
  changed_since_approved: false,
  calls: { done: 12, failed: 1, refused: 0 },
  ...part,
})

export const ATTEMPT = (number: number, part: Partial<AttemptView> = {}): AttemptView => ({
  id: `att_${number}`,
  at: at(number),
  session_id: SESSION,
  turn_id: 'turn_1',
  attempt: number,
  purpose: 'reply',
  model: 'demo',
  provider: 'demo',
  profile: 'lenient',
  outcome: 'rejected',
  tool: null,
  requested: 'file_search',
  raw_output: 'Sure! {"tool":"file_search","args":{}} Done.',
  raw_sha256: null,
  slices: [{ start: 6, end: 38 }],
  extracted: [{ name: 'file_search', args: {}, dialect: 'json' }],
  dialect: null,
  fixups: [],
  aliases: [],
  validation: [
    { layer: 'extract', state: 'ok', says: 'A call was found.' },
    { layer: 'parse', state: 'ok', says: 'It is JSON.' },
    { layer: 'envelope', state: 'ok', says: 'It names a tool.' },
    { layer: 'tool', state: 'ok', says: 'The tool exists.' },
    { layer: 'nonce', state: 'not_needed', says: 'This profile needs none.' },
    { layer: 'args', state: 'failed', says: '"query" is required. Add it as a string.' },
  ],
  first_failure: 'tool_call_invalid_args',
  detail: '"query" is required. Add it as a string.',
  repairs: 0,
  duration_ms: 59,
  usage: null,
  prompt_cut: false,
  gate: null,
  receipt_id: null,
  prompts: [],
  label: null,
  ...part,
})

export const SETTING = (key: string, part: Partial<SettingView> = {}): SettingView => ({
  key,
  section: key.split('.')[0] ?? '',
  section_about: 'What this section is for.',
  about: `What ${key} does.`,
  value: 6,
  default: 6,
  origin: 'default',
  schema: { type: 'integer' },
  not_yet: false,
  saved: null,
  needs_restart: true,
  ...part,
})

export const STATUS: StatusView = {
  model: 'demo',
  provider: 'demo',
  profile: 'lenient',
  context: { tokens: 3100, limit: 8192, messages: 6, turns: 2, summaries: [] },
  limits: { steps: 6, bytes_per_step: 8000, bytes_per_turn: 16_000, repairs: 2 },
  grants: [],
  trust: 'Provisional',
}
