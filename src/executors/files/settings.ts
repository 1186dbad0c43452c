import { type Section, type Setting, type ValuesOf, section, texts, limit } from '../../core/index.ts'

const MIB = 1024 * 1024

type FileSection = Section<{
  readonly deny_read: Setting<readonly string[]>
  readonly allow_read: Setting<readonly string[]>
  readonly deny_write: Setting<readonly string[]>
  readonly max_lines: Setting<number>
  readonly max_line_characters: Setting<number>
  readonly max_file_bytes: Setting<number>
  readonly max_entries: Setting<number>
  readonly max_results: Setting<number>
  readonly skip_folders: Setting<readonly string[]>
}>

export type FileSettings = ValuesOf<FileSection>

const GLOBS =
  '`*` and `?` within a name, `**` over folders, `{a,b}` for either; a pattern without a slash holds in every folder'

/** An untrusted workspace may close more and show less. It may not touch an allow list: a longer one opens more. */
export const fileSettings: FileSection = section(
  'tools.file',
  'The file tools: which files they may touch, and how much they show at once.',
  {
    deny_read: texts([], `Files and folders that no file tool reads, lists or writes. Globs: ${GLOBS}.`, {
      workspaceMay: 'extend',
    }),
    allow_read: texts([], 'If not empty, file tools see nothing but this. What `deny_read` names stays closed.'),
    deny_write: texts([], 'Files and folders that may be read but not written.', { workspaceMay: 'extend' }),
    max_lines: limit(500, 'Lines that one read shows; a call that asks for more gets this many.', {
      min: 1,
      max: 100_000,
    }),
    max_line_characters: limit(2_000, 'A longer line is cut, and the cut is marked.', { min: 80, max: 100_000 }),
    max_file_bytes: limit(20 * MIB, 'Larger files are neither read nor changed.', { min: 1, max: 256 * MIB }),
    max_entries: limit(500, 'Entries that one listing shows.', { min: 1, max: 100_000 }),
    max_results: limit(100, 'Results that one search shows.', { min: 1, max: 10_000 }),
    skip_folders: texts(
      ['.git', 'node_modules'],
      'Folders that a search or a deep listing does not go into unless it is asked to start there.',
      {
        workspaceMay: 'extend',
      },
    ),
  },
)
