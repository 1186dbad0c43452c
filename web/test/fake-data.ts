import type { AttemptView, PermissionView, ReceiptRow, SettingView, StatusView, ToolView } from 'shapes'

export const SESSION = 'sess_fake000000000001'
const BASE = Date.parse('2026-01-02T09:00:00.000Z')
export const at = (ms: number): string => new Date(BASE + ms).toISOString()

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
  sandbox: null,
  definition_hash: '5e1c'.repeat(16),
  requested_at: new Date().toISOString(),
  expires_at: new Date(Date.now() + 108_000).toISOString(),
  extensions_left: 5,
  choices: [
    { for: 'once', seconds: null, rule: 'allow this one call of file_write', saved_in: null },
    {
      for: 'minutes',
      seconds: 300,
      rule: 'allow file_write in this session for 5 minutes; changes run without asking',
      saved_in: 'permissions.db',
    },
    {
      for: 'session',
      seconds: 43_200,
      rule: 'allow file_write in this session; changes run without asking',
      saved_in: 'permissions.db',
    },
    {
      for: 'always',
      seconds: null,
      rule: 'allow file_write on notes.md in every session until revoked',
      saved_in: 'permissions.db',
    },
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
  names: ['file_read'],
  definition_hash: 'ab12'.repeat(16),
  changed_since_approved: false,
  caps: [{ setting: 'tools.timeout_secs', limit: 30, about: 'One attempt of a tool may take so long.' }],
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
  limits: {
    steps: 6,
    bytes_per_step: 8000,
    bytes_per_turn: 16_000,
    repairs: 2,
    first_piece_secs: 240,
    reply_secs: 900,
    tool_secs: 30,
  },
  grants: [],
  trust: 'Provisional',
}
