import { type Section, type Setting, section, whole } from '../core/index.ts'

type ServerSettings = {
  readonly port: Setting<number>
  readonly requests_per_sec: Setting<number>
  readonly max_body_bytes: Setting<number>
  readonly body_secs: Setting<number>
  readonly grace_secs: Setting<number>
  readonly event_days: Setting<number>
  readonly token_hours: Setting<number>
}

const own = { workspaceMay: 'never' } as const

/** Where programs and browsers reach this machine is nobody's business but the person's. */
export const serverSection: Section<ServerSettings> = section('server', 'The server of the console and the API.', {
  port: whole(4_070, 'The first port that is tried.', { min: 1, max: 65_535, ...own }),
  requests_per_sec: whole(1_000, 'Requests of one token in a second; twice as many at once.', {
    min: 1,
    max: 100_000,
    ...own,
  }),
  max_body_bytes: whole(1_048_576, 'The longest request.', { min: 1_024, max: 67_108_864, ...own }),
  body_secs: whole(30, 'How long a request may take to arrive.', { min: 1, max: 600, ...own }),
  grace_secs: whole(10, 'How long turns may go on when the server is stopped.', { min: 0, max: 600, ...own }),
  event_days: whole(30, 'How long the events of a session are kept.', { min: 1, max: 3_650, ...own }),
  token_hours: whole(24, "How long a console's token holds.", { min: 1, max: 720, ...own }),
})
