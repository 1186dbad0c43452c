import { type JsonObject, type Section, number, section, shaped, texts, toggle, whole } from '../../core/index.ts'

const later = { notYet: true } as const
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
  section('agent.tool_filter', 'Shows a model only the tools that fit the question.', {
    enabled: toggle(false, 'Filter the tools by similarity.', later),
    top_k: whole(10, 'How many tools the ranking keeps.', { ...later, min: 0 }),
    min_description_words: whole(3, 'Tools described in fewer words are always shown.', { ...later, min: 0 }),
    always_on: texts(['memory_search', 'memory_save', 'load_skill', 'scheduler'], 'Tools that are always shown.', later),
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
]
