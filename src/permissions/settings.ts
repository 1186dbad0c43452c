import { type Section, type Setting, section, shaped, limit } from '../core/index.ts'

type PermissionSettings = {
  readonly grant_secs: Setting<number>
  readonly capability_secs: Setting<{ readonly [capability: string]: number }>
  readonly session_hours: Setting<number>
  readonly approval_secs: Setting<number>
}

export const permissionSection: Section<PermissionSettings> = section(
  'permissions',
  'How long what a person granted holds.',
  {
    grant_secs: limit(300, 'A granted capability ends after so many seconds.', { min: 1, max: 86_400 }),
    capability_secs: shaped(
      {
        schema: { type: 'object', additionalProperties: { type: 'integer', minimum: 1, maximum: 86_400 } },
        standard: { SystemExecute: 60 },
      },
      'Other durations for single capabilities, in seconds.',
      { workspaceMay: 'never' },
    ),
    session_hours: limit(12, '"For this session" ends after so many hours at the latest.', { min: 1, max: 168 }),
    approval_secs: limit(600, 'An approval must be given, and then used, within so many seconds.', {
      min: 1,
      max: 86_400,
    }),
  },
)
