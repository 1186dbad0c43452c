import { type Section, type Setting, type ValuesOf, choice, section, toggle, whole } from '../core/index.ts'
import type { Consent } from './turn/consent.ts'

type MemorySettings = {
  readonly enabled: Setting<boolean>
  readonly consent: Setting<Consent>
  readonly ask_always: Setting<boolean>
  readonly write_path: Setting<'posthook' | 'tool'>
  readonly recall_limit: Setting<number>
}

export const memorySettings: Section<MemorySettings> = section(
  'memory',
  'What is remembered about you, and who is asked first.',
  {
    enabled: toggle(true, 'Remember facts and recall them.', { workspaceMay: 'turn_off' }),
    consent: choice(
      { words: ['hybrid', 'strict', 'silent'], standard: 'hybrid' },
      'Which facts are stored unasked. ' +
        'hybrid: what you ask for, and what a model proposes as harmless in your words. ' +
        'strict: only what you ask for. silent: also what a model proposes without a rating. ' +
        'Everything else is asked first, and so are digits, e-mail and web addresses, in every mode.',
      { workspaceMay: 'never' },
    ),
    ask_always: toggle(
      false,
      'Ask as with strict, whatever `consent` says. A workspace can turn this on, and never off.',
      {
        workspaceMay: 'turn_on',
      },
    ),
    write_path: choice(
      { words: ['posthook', 'tool'], standard: 'posthook' },
      'Who writes. posthook: memory_save only proposes, and the turn decides when it is over. tool would store ' +
        'at once.',
      { workspaceMay: 'never', notYet: true },
    ),
    recall_limit: whole(8, 'So many facts at most stand in a prompt.', { min: 0, max: 50, workspaceMay: 'lower' }),
  },
)

/** The mode that counts. */
export const consentOf = ({
  consent,
  ask_always,
}: Pick<ValuesOf<typeof memorySettings>, 'consent' | 'ask_always'>): Consent => (ask_always ? 'strict' : consent)
