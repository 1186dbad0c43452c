import { type Section, type Setting, choice, section, toggle } from '../core/index.ts'

type EvidenceSettings = Section<{
  readonly check: Setting<boolean>
  readonly require: Setting<'workspace' | 'always' | 'never'>
}>

export const evidenceSettings: EvidenceSettings = section(
  'evidence',
  'What an answer claims, held against files and receipts.',
  {
    check: toggle(true, 'Check every answer before it is shown.', { workspaceMay: 'turn_on' }),
    require: choice(
      { words: ['workspace', 'always', 'never'], standard: 'workspace' },
      'When an answer must carry an Evidence line: if files were used in the turn, always, or never. A conference always needs one.',
      { workspaceMay: 'never' },
    ),
  },
)
