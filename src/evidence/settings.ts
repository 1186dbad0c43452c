import { type Section, type Setting, choice, section, text, toggle } from '../core/index.ts'

type EvidenceSettings = Section<{
  readonly check: Setting<boolean>
  readonly require: Setting<'contract' | 'always' | 'never'>
  readonly judge: Setting<string>
}>

export const evidenceSettings: EvidenceSettings = section(
  'evidence',
  'What an answer cites, held against files and receipts.',
  {
    check: toggle(true, 'Check every answer before it is shown.', { workspaceMay: 'turn_on' }),
    require: choice(
      { words: ['contract', 'always', 'never'], standard: 'contract' },
      'When an answer must carry an Evidence line: where the strict profile, a conference, a task or a run ' +
        'demands it, always where tools are on offer, or never. What an answer cites is checked in any case.',
      { workspaceMay: 'never' },
    ),
    judge: text('', 'A model that says of each sentence whether the cited passages support it.', {
      notYet: true,
      workspaceMay: 'never',
    }),
  },
)
