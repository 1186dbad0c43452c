import {
  type JsonObject,
  type Section,
  type Setting,
  clamped,
  section,
  shaped,
  text,
  texts,
  toggle,
  whole,
} from '../core/index.ts'

const STEPS: JsonObject = { type: ['integer', 'null'], minimum: 1 }
const bounded = { min: 1, workspaceMay: 'lower' } as const

type TurnSection = Section<{
  readonly max_tool_steps: Setting<number>
  readonly max_tool_bytes_per_step: Setting<number>
  readonly max_tool_bytes_per_turn: Setting<number>
  readonly max_tool_bytes_per_step_conference: Setting<number>
  readonly max_tool_bytes_per_turn_conference: Setting<number>
  readonly wait_secs: Setting<number>
}>

export const turnSection: TurnSection = section('turn', 'How much a model may do in one turn.', {
  max_tool_steps: whole(6, 'Tool calls in a turn, where the agent has no tier of its own.', bounded),
  max_tool_bytes_per_step: whole(8_000, 'Bytes of one result that the model is shown.', bounded),
  max_tool_bytes_per_turn: whole(16_000, 'Bytes of all results of a turn together.', bounded),
  max_tool_bytes_per_step_conference: whole(12_000, 'The same for one result in a conference.', bounded),
  max_tool_bytes_per_turn_conference: whole(48_000, 'The same for a turn in a conference.', bounded),
  wait_secs: whole(120, 'How long a turn waits for another one of the same agent.', { min: 0 }),
})

type RunSection = Section<{ readonly max_steps: Setting<number | null>; readonly max_steps_soft: Setting<boolean> }>

const NO_LIMIT: number | null = null

export const runSection: RunSection = section('run', 'How long a run may go on.', {
  max_steps: shaped({ schema: STEPS, standard: NO_LIMIT }, 'Steps of a run; not set means no limit.'),
  max_steps_soft: toggle(false, 'Warn at the limit instead of stopping.', { workspaceMay: 'turn_off' }),
})

type RepairSection = Section<{ readonly repair_max_attempts: Setting<number> }>

export const repairSection: RepairSection = section('guardrails', 'What keeps a run in bounds.', {
  repair_max_attempts: whole(2, 'How often a model may correct a reply that cannot be read.', {
    min: 0,
    max: 10,
    workspaceMay: 'lower',
  }),
})

type ContextSection = Section<{
  readonly compress_provider: Setting<string>
  readonly context_compression: Setting<boolean>
}>

export const contextSection: ContextSection = section('agent', 'The agent as a whole.', {
  compress_provider: text('', 'Which model compresses a conversation; empty means the one that answers.', {
    workspaceMay: 'never',
  }),
  context_compression: toggle(false, 'Offer the model a tool that compresses the conversation.'),
})

type ThinkSection = Section<{ readonly enabled: Setting<boolean>; readonly complexity_threshold: Setting<number> }>

export const thinkSection: ThinkSection = section(
  'tools.tafc',
  'A field in which a model thinks before it fills in arguments.',
  {
    enabled: toggle(false, 'Add the field to complex tools.'),
    complexity_threshold: clamped(0.6, 'How complex a schema must be, from 0 to 1.', { min: 0, max: 1 }),
  },
)

/** Code that runs with all rights of the person is named by the person alone. */
export const ownToolsSection: Section<{ readonly modules: Setting<readonly string[]> }> = section(
  'tools',
  'All tools.',
  {
    modules: texts(
      [],
      'JavaScript modules with tools of your own; their paths begin at the folder of your config file.',
      {
        workspaceMay: 'never',
      },
    ),
  },
)

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

/** Only the person decides where this server listens, never a workspace. */
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
