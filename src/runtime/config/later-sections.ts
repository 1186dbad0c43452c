import { type JsonObject, type Section, clamped, number, section, shaped, text, texts, toggle, whole } from '../../core/index.ts'

const later = { notYet: true } as const
const positive = { ...later, min: 1 } as const
const NAMES: JsonObject = { type: 'array', items: { type: 'string' } }
const EXIT_CODES: JsonObject = { type: 'array', items: { type: 'integer', minimum: 0, maximum: 255 } }
const DEPENDENCY_RULES: JsonObject = {
  type: 'object',
  additionalProperties: { type: 'object', properties: { requires: NAMES, prefers: NAMES }, additionalProperties: false },
}

/**
 * Keys of features that are not built yet, with the defaults of seeds 001 to 003, so that files written for them are understood. When a room
 * takes one over it declares the section itself and the lines here go: joining would refuse the key twice.
 */
export const LATER_SECTIONS: readonly Section[] = [
  section('agent', 'The agent as a whole.', {
    compress_provider: text('', 'Which provider compresses a conversation; empty means the primary one.', later),
  }),
  section('agent.tool_filter', 'Shows a model only the tools that fit the question.', {
    enabled: toggle(false, 'Filter the tools by similarity.', later),
    top_k: whole(10, 'How many tools the ranking keeps.', { ...later, min: 0 }),
    min_description_words: whole(3, 'Tools described in fewer words are always shown.', { ...later, min: 0 }),
    always_on: texts(['memory_search', 'memory_save', 'load_skill', 'scheduler'], 'Tools that are always shown.', later),
  }),
  section('tools.tafc', 'A field in which a model thinks before it fills in arguments.', {
    enabled: toggle(false, 'Add the field to complex tools.', later),
    complexity_threshold: clamped(0.6, 'How complex a schema must be, from 0 to 1.', { ...later, min: 0, max: 1 }),
  }),
  section('tools.dependencies', 'Tools that appear only after others have been used.', {
    enabled: toggle(false, 'Heed the rules.', later),
    boost_per_dep: number(0.15, 'What each satisfied preference adds to a rank.', { ...later, min: 0 }),
    max_total_boost: number(0.2, 'The most that preferences add together.', { ...later, min: 0 }),
    rules: shaped({ schema: DEPENDENCY_RULES, standard: {} }, 'For each tool what it requires and what it prefers.', later),
  }),
  section('tools.shell', 'Commands that can be taken back.', {
    transactional: toggle(false, 'Keep a copy of what a command may change.', later),
    transaction_scope: texts(['**'], 'Which files are copied.', later),
    auto_rollback: toggle(false, 'Take changes back when a command fails.', later),
    auto_rollback_exit_codes: shaped({ schema: EXIT_CODES, standard: [1, 2] }, 'Which exit codes count as failure.', later),
    snapshot_required: toggle(false, 'Do not run what cannot be copied first.', later),
    max_snapshot_bytes: whole(0, 'The most that is copied; 0 means no limit.', { ...later, min: 0 }),
  }),
  section('guardrails', 'What keeps a run in bounds.', {
    repair_max_attempts: whole(2, 'How often a model may correct a reply that cannot be read.', {
      ...later,
      min: 0,
      max: 10,
      workspaceMay: 'lower',
    }),
  }),
  section('turn', 'How much a model may do in one turn.', {
    max_tool_steps: whole(6, 'Tool calls in a turn, where the agent has no tier of its own.', positive),
    max_tool_bytes_per_step: whole(8000, 'Bytes of one result that the model is shown.', positive),
    max_tool_bytes_per_turn: whole(16_000, 'Bytes of all results of a turn together.', positive),
    max_tool_bytes_per_step_conference: whole(12_000, 'The same for one result in a conference.', positive),
    max_tool_bytes_per_turn_conference: whole(48_000, 'The same for a turn in a conference.', positive),
  }),
  section('run', 'How long a run may go on.', {
    max_steps: shaped(
      { schema: { type: ['integer', 'null'], minimum: 1 }, standard: null },
      'Steps of a run; not set means no limit.',
      later,
    ),
    max_steps_soft: toggle(false, 'Warn at the limit instead of stopping.', later),
  }),
  section('router', 'Who decides what a message is about.', {
    model: text('', 'A model to ask where rules do not decide; empty asks none.', later),
    confidence_threshold: number(0.5, 'Below this the router says that it is not sure.', { ...later, min: 0, max: 1 }),
  }),
]
