import { type JsonObject, type Section, number, section, shaped, texts, toggle, whole } from '../../core/index.ts'

const later = { notYet: true } as const
const NAMES: JsonObject = { type: 'array', items: { type: 'string' } }
const DEPENDENCY_RULES: JsonObject = {
  type: 'object',
  additionalProperties: {
    type: 'object',
    properties: { requires: NAMES, prefers: NAMES },
    additionalProperties: false,
  },
}

/**
 * Keys of features that are not built yet, with the defaults of seeds 001 to 003, so that files written for them are
 * understood. When a room takes one over it declares the section itself and the lines here go: joining would refuse the
 * key twice.
 */
export const LATER_SECTIONS: readonly Section[] = [
  section('agent.tool_filter', 'Shows a model only the tools that fit the question.', {
    enabled: toggle(false, 'Filter the tools by similarity.', later),
    top_k: whole(10, 'How many tools the ranking keeps.', { ...later, min: 0 }),
    min_description_words: whole(3, 'Tools described in fewer words are always shown.', { ...later, min: 0 }),
    always_on: texts(
      ['memory_search', 'memory_save', 'load_skill', 'scheduler'],
      'Tools that are always shown.',
      later,
    ),
  }),
  section('tools.dependencies', 'Tools that appear only after others have been used.', {
    enabled: toggle(false, 'Heed the rules.', later),
    boost_per_dep: number(0.15, 'What each satisfied preference adds to a rank.', { ...later, min: 0 }),
    max_total_boost: number(0.2, 'The most that preferences add together.', { ...later, min: 0 }),
    rules: shaped(
      { schema: DEPENDENCY_RULES, standard: {} },
      'For each tool what it requires and what it prefers.',
      later,
    ),
  }),
]
