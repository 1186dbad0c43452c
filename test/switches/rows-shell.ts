import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Json, type JsonObject, isJsonObject } from '../../src/core/index.ts'
import type { CallReport } from '../../src/index.ts'
import { testWorkspace } from '../open-test-runtime.ts'
import { sayYes } from '../shell/shell-world.ts'
import { type Taken, inAssembly, outcome, says, turn } from './entries.ts'
import { type Row, rowsAt } from './row.ts'

const FILES = { 'a.txt': 'before\n', 'node_modules/x.txt': 'x\n', 'built/y.txt': 'y\n' }
type Shown = CallReport
type Asked = { readonly approved?: boolean; readonly trusted?: boolean }

/** One command, in a folder of its own; somebody says yes to it if it is to be approved. */
const ran =
  (
    command: string,
    pick: (report: Shown) => Json | Promise<Json> = outcome,
    { approved = true, trusted = false }: Asked = {},
  ): Row['observe'] =>
  settings =>
    inAssembly(
      settings,
      { files: FILES, ...(approved && { ask: sayYes }), ...(trusted && { trust: 'Trusted' as const }) },
      async opened => {
        const report = await opened.call({ tool: 'bash', args: { command }, allow: ['SystemExecute'] })
        return pick(report)
      },
    )
const dataIn = ({ data, fault }: Shown): JsonObject =>
  isJsonObject(data) ? data : isJsonObject(fault?.detail) ? fault.detail : {}
const exitCode = (shown: Shown): Json => dataIn(shown)['exit_code'] ?? outcome(shown)
const effects = (shown: Shown): JsonObject => {
  const { effects: all } = dataIn(shown)
  return isJsonObject(all) ? all : {}
}
const succeeded = (shown: Shown): Json => exitCode(shown) === 0
const FAIL = 'sed -i s/before/after/ a.txt; false'

/** The same by a model: what a person types is not held up by copies. */
const byModel =
  (command: string, pick: (end: { readonly content: string; readonly taken: Taken }) => Json): Row['observe'] =>
  async settings => {
    const replies = [says('bash', { command }), 'Done.', 'Done.', 'Done.']
    const request = { allow: ['SystemExecute' as const], toolPolicy: { allowedTools: ['bash'] } }
    const taken = await turn(settings, {
      files: FILES,
      replies,
      request,
      ask: sayYes,
      message: `Run the command: ${command}`,
    })
    return pick({ content: readFileSync(join(taken.place.root, 'a.txt'), 'utf8').trim(), taken })
  }
const TAKES = { 'tools.shell.transactional': true, 'tools.shell.auto_rollback': true }

const readable: Row['observe'] = settings => {
  const place = testWorkspace()
  const outside = join(place.root, '..', 'outside')
  mkdirSync(outside)
  writeFileSync(join(outside, 'lib.txt'), 'the library\n')
  const here: JsonObject = JSON.parse(JSON.stringify(settings).replaceAll('OUTSIDE', outside))
  return inAssembly(
    here,
    { place, ask: sayYes },
    async ({ call }) =>
      outcome(await call({ tool: 'bash', args: { command: `cat ${outside}/lib.txt` }, allow: ['SystemExecute'] })) ===
      'done',
  )
}

export const SHELL_ROWS: readonly Row[] = rowsAt('assemble().call', [
  [
    'tools.shell.sandbox',
    'off',
    ['bwrap', 'off'],
    ran('echo a', shown => effects(shown)['sandbox'] ?? dataIn(shown)['sandbox'] ?? null),
  ],
  ['tools.shell.timeout_secs', 1, ['done', 'tool_timeout'], ran('sleep 1.5')],
  ['tools.shell.max_output_chars', 200, [true, false], ran('seq 1 400', ({ text }) => text.includes('150'))],
  [
    'tools.shell.max_processes',
    4,
    [true, false],
    ran('for i in 1 2 3 4 5 6 7 8; do sleep 0.4 & done; wait', succeeded),
  ],
  [
    'tools.shell.max_memory_mib',
    64,
    [true, false],
    ran('head -c 300000000 /dev/zero | tail -c 250000000 | wc -c', shown => dataIn(shown)['stdout'] === '250000000\n'),
  ],
  ['tools.shell.max_file_mib', 1, [true, false], ran('head -c 3000000 /dev/zero > big.bin', succeeded)],
  ['tools.shell.max_disk_mib', 1, [true, false], ran('head -c 3000000 /dev/zero > big.bin; sleep 0.5', succeeded)],
  ['tools.shell.max_files', 100, [true, false], ran('touch f{1..300}; sleep 0.5', succeeded)],
  ['tools.shell.blocked', ['echo'], ['done', 'command_blocked'], ran('echo a')],
  [
    'tools.shell.rules',
    [{ prefix: ['rm', 'a.txt'], action: 'allow', examples: ['rm a.txt'] }],
    ['confirmation_required', 'done'],
    ran('rm a.txt', outcome, { approved: false }),
  ],
  ['tools.shell.readable', ['OUTSIDE'], [false, true], readable],
  [
    'tools.shell.read_only_folders',
    ['node_modules', 'built'],
    ['done', 'sandbox_denied'],
    ran('touch built/x', outcome, { approved: false, trusted: true }),
  ],
  [
    'tools.shell.transactional',
    true,
    [false, true],
    byModel(FAIL, ({ content }) => content === 'before'),
    { 'tools.shell.auto_rollback': true },
  ],
  [
    'tools.shell.auto_rollback',
    true,
    ['after', 'before'],
    byModel(FAIL, ({ content }) => content),
    { 'tools.shell.transactional': true },
  ],
  ['tools.shell.auto_rollback_exit_codes', [7], ['before', 'after'], byModel(FAIL, ({ content }) => content), TAKES],
  ['tools.shell.transaction_scope', ['*.md'], ['before', 'after'], byModel(FAIL, ({ content }) => content), TAKES],
  ['tools.shell.max_snapshot_bytes', 1, ['before', 'after'], byModel(FAIL, ({ content }) => content), TAKES],
  [
    'tools.shell.snapshot_required',
    true,
    [true, false],
    byModel('sed -i s/before/after/ a.txt', ({ content }) => content === 'after'),
    { 'tools.shell.transactional': true, 'tools.shell.max_snapshot_bytes': 1 },
  ],
])
