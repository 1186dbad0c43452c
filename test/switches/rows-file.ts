import { type CallOrder, type CallReport } from '../../src/index.ts'
import type { Json, JsonObject } from '../../src/core/index.ts'
import { call, inAssembly, outcome } from './entries.ts'
import { type Row, rowsAt } from './row.ts'

const FILES = {
  'a.md': `needle one\nneedle two\n${'x'.repeat(3_000)}\n`,
  'b.md': 'needle three\n',
  'docs/c.md': 'needle four\n',
  'node_modules/d.md': 'needle five\n',
}
const made =
  (order: CallOrder, pick: (report: CallReport) => Json = outcome): Row['observe'] =>
  async settings =>
    pick(await call(settings, { allow: ['FileAccess', 'FileWrite'], ...order }, { files: FILES }))

const readA = { tool: 'file_read', args: { path: 'a.md' } }
const search = { tool: 'file_search', args: { query: 'needle' } }
const listing = { tool: 'file_list', args: { path: '.', depth: 2 } }
const hits = ({ text }: CallReport): Json => text.split('needle ').length - 1
const has =
  (part: string) =>
  ({ text, fault }: CallReport): Json =>
    fault?.code ?? text.includes(part)

/** Two calls of one session. */
const twice =
  (order: CallOrder): Row['observe'] =>
  settings =>
    inAssembly(settings, { files: FILES }, async opened => {
      const all = { allow: ['FileAccess'] as const, session: 'sess_t', ...order }
      return [outcome(await opened.call(all)), outcome(await opened.call({ ...all, args: { path: 'b.md' } }))]
    })

const tool = (execute: () => Json | Promise<Json>, more: JsonObject = {}) => ({
  name: 'work',
  input: { type: 'object' },
  risk: 'read' as const,
  capability: 'FileAccess' as const,
  facts: { idempotent: true },
  execute,
  ...more,
})
const worked =
  (milliseconds: number): Row['observe'] =>
  async settings => {
    const work = tool(() => new Promise(resolve => setTimeout(() => resolve('done'), milliseconds)))
    return outcome(await call(settings, { tool: 'work', args: {}, allow: ['FileAccess'] }, { tools: [work] }))
  }
/** Whether a tool that fails each time was tried as often as it may be. */
const attempts =
  (all: number): Row['observe'] =>
  async settings => {
    let ran = 0
    const work = tool(() => {
      ran++
      throw Object.assign(new Error('503'), { code: 'ECONNRESET' })
    })
    await call(settings, { tool: 'work', args: {}, allow: ['FileAccess'] }, { tools: [work] })
    return ran >= all
  }
const NINE = { 'tools.retry.max_attempts': 9, 'tools.retry.budget_secs': 1 }
const MAIL = 'Write to ann@lighthouse.example today.'

export const FILE_ROWS: readonly Row[] = rowsAt('assemble().call', [
  ['tools.file.deny_read', ['a.md'], ['done', 'path_blocked'], made(readA)],
  ['tools.file.allow_read', ['docs/**'], ['done', 'path_blocked'], made(readA)],
  [
    'tools.file.deny_write',
    ['new.md'],
    ['done', 'path_blocked'],
    made({ tool: 'file_write', args: { path: 'new.md', content: 'x' } }),
  ],
  ['tools.file.max_lines', 1, [true, false], made(readA, has('needle two'))],
  ['tools.file.max_line_characters', 80, [true, false], made(readA, has('x'.repeat(100)))],
  ['tools.file.max_file_bytes', 20, ['done', 'file_unsuitable'], made(readA)],
  ['tools.file.max_entries', 1, [true, false], made({ tool: 'file_list', args: { path: '.' } }, has('b.md'))],
  ['tools.file.max_results', 1, [4, 1], made(search, hits)],
  [
    'tools.file.skip_folders',
    ['docs', 'node_modules'],
    [
      [4, true],
      [3, false],
    ],
    async settings => [await made(search, hits)(settings), await made(listing, has('c.md'))(settings)],
  ],
  [
    'tools.max_tool_calls_per_session',
    1,
    [
      ['done', 'done'],
      ['done', 'quota_blocked'],
    ],
    twice(readA),
  ],
  [
    'tools.rate_limit.per_session',
    1,
    [
      ['done', 'done'],
      ['done', 'rate_limited'],
    ],
    twice(readA),
  ],
  [
    'tools.rate_limit.per_target',
    1,
    [
      ['done', 'done'],
      ['done', 'rate_limited'],
    ],
    twice({ tool: 'file_read', args: { path: 'b.md' } }),
  ],
  [
    'tools.rate_limit.capabilities',
    ['FileWrite'],
    [
      ['done', 'rate_limited'],
      ['done', 'done'],
    ],
    twice(readA),
    { 'tools.rate_limit.per_session': 1 },
  ],
  ['tools.max_result_chars', 400, [true, false], made(readA, has('x'.repeat(1_000)))],
  ['tools.timeout_secs', 1, ['done', 'tool_timeout'], worked(1_300), { 'tools.retry.max_attempts': 1 }],
  ['tools.retry.budget_secs', 1, ['done', 'tool_timeout'], worked(1_300)],
  ['tools.retry.max_attempts', 3, [false, true], attempts(3), { 'tools.retry.base_ms': 1 }],
  ['tools.retry.base_ms', 1, [false, true], attempts(9), NINE],
  ['tools.retry.max_ms', 1, [false, true], attempts(9), NINE],
  ['tools.policy.rules', [{ action: 'deny', tools: ['file_read'] }], ['done', 'policy_blocked'], made(readA)],
  [
    'tools.policy.enabled',
    false,
    ['policy_blocked', 'done'],
    made(readA),
    { 'tools.policy.rules': [{ action: 'deny', tools: ['file_read'] }] },
  ],
  [
    'tools.authorization.enabled',
    true,
    ['done', 'policy_blocked'],
    made(readA),
    { 'tools.authorization.rules': [{ action: 'deny', tools: ['file_read'] }] },
  ],
  [
    'tools.authorization.rules',
    [{ action: 'deny', tools: ['file_read'] }],
    ['done', 'policy_blocked'],
    made(readA),
    { 'tools.authorization.enabled': true },
  ],
  [
    'tools.redact_personal',
    true,
    [true, false],
    async settings => {
      const order = { tool: 'file_read', args: { path: 'mail.md' }, allow: ['FileAccess'] as const }
      const { text } = await call(settings, order, { files: { 'mail.md': MAIL } })
      return text.includes('ann@lighthouse.example')
    },
  ],
  [
    'tools.rate_limit.window_secs',
    1,
    ['rate_limited', 'done'],
    settings =>
      inAssembly(settings, { files: FILES }, async opened => {
        const order = { ...readA, allow: ['FileAccess'] as const, session: 'sess_t' }
        await opened.call(order)
        await new Promise(resolve => setTimeout(resolve, 1_100))
        return outcome(await opened.call({ ...order, args: { path: 'b.md' } }))
      }),
    { 'tools.rate_limit.per_session': 1 },
  ],
])
