import {
  type JsonObject,
  type Section,
  type Setting,
  type ValuesOf,
  choice,
  section,
  shaped,
  texts,
  toggle,
  limit,
  whole,
} from '../../core/index.ts'

type ShellSection = Section<{
  readonly sandbox: Setting<'on' | 'off'>
  readonly timeout_secs: Setting<number>
  readonly max_output_chars: Setting<number>
  readonly max_processes: Setting<number>
  readonly max_memory_mib: Setting<number>
  readonly max_file_mib: Setting<number>
  readonly max_disk_mib: Setting<number>
  readonly max_files: Setting<number>
  readonly blocked: Setting<readonly string[]>
  readonly rules: Setting<readonly JsonObject[]>
  readonly readable: Setting<readonly string[]>
  readonly read_only_folders: Setting<readonly string[]>
  readonly transactional: Setting<boolean>
  readonly transaction_scope: Setting<readonly string[]>
  readonly auto_rollback: Setting<boolean>
  readonly auto_rollback_exit_codes: Setting<readonly number[]>
  readonly snapshot_required: Setting<boolean>
  readonly max_snapshot_bytes: Setting<number>
}>

export type ShellSettings = ValuesOf<ShellSection>

const WORDS: JsonObject = { type: 'array', items: { type: 'string' } }
const RULES: JsonObject = {
  type: 'array',
  items: {
    type: 'object',
    properties: { prefix: WORDS, action: { enum: ['allow', 'ask'] }, examples: WORDS, not: WORDS },
    required: ['prefix', 'action', 'examples'],
    additionalProperties: false,
  },
}
const EXIT_CODES: JsonObject = { type: 'array', items: { type: 'integer', minimum: 0, maximum: 255 } }

/** What loosens anything stands in a person's own configuration only. */
export const shellSettings: ShellSection = section(
  'tools.shell',
  'Commands: how they are confined, and how they are taken back.',
  {
    sandbox: choice(
      { words: ['on', 'off'], standard: 'on' },
      'Where commands run; `off` means without any confinement, at your own risk.',
      {
        workspaceMay: 'never',
      },
    ),
    timeout_secs: limit(120, 'A command may take so long.', { min: 1, max: 3_600 }),
    max_output_chars: limit(30_000, 'What is kept of stdout and stderr together; the middle is left out.', {
      min: 200,
      max: 1_000_000,
    }),
    max_processes: limit(256, 'Processes of one command at the same time.', { min: 4, max: 10_000 }),
    max_memory_mib: limit(2_048, 'Memory of all its processes together, in MiB.', { min: 64, max: 1_000_000 }),
    max_file_mib: limit(1_024, 'The largest file that it may write, in MiB.', { min: 1, max: 1_000_000 }),
    max_disk_mib: limit(4_096, 'How much more the disk may hold afterwards, in MiB.', { min: 1, max: 10_000_000 }),
    max_files: limit(200_000, 'How many more files the disk may hold afterwards, empty ones and folders included.', {
      min: 100,
      max: 100_000_000,
    }),
    blocked: texts(
      [],
      'Commands that never run, by the words that they begin with ("git push"), besides those that are built in.',
      {
        workspaceMay: 'extend',
      },
    ),
    rules: shaped(
      { schema: RULES, standard: [] as readonly JsonObject[] },
      'Commands that run unasked (`allow`) or never do (`ask`), by the words that they begin with; `examples` ' +
        'and `not` are checked when they are loaded.',
      { workspaceMay: 'never' },
    ),
    readable: texts([], 'Folders outside the workspace that commands may read, such as a compiler in your home.', {
      workspaceMay: 'never',
    }),
    read_only_folders: texts(
      ['node_modules', '.venv', 'venv'],
      'Folders that commands may only read unless you approved the command.',
      {
        workspaceMay: 'extend',
      },
    ),
    transactional: toggle(false, 'Keep a copy of what a command may change.', { workspaceMay: 'turn_on' }),
    transaction_scope: texts(['**'], 'Which files are copied.'),
    auto_rollback: toggle(false, 'Take changes back when a command fails.'),
    auto_rollback_exit_codes: shaped(
      { schema: EXIT_CODES, standard: [1, 2] as readonly number[] },
      'Which exit codes count as failure.',
    ),
    snapshot_required: toggle(false, 'Do not run what cannot be copied first.', { workspaceMay: 'turn_on' }),
    max_snapshot_bytes: whole(0, 'The most that is copied; 0 means no limit.', { min: 0 }),
  },
)
