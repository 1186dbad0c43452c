import type { ToolSource } from '../src/catalog/index.ts'
import type { Json, JsonObject, Risk } from '../src/core/index.ts'

type Parameters = { readonly [name: string]: Json }

function tool(name: string, risk: Risk, properties: Parameters, required: readonly string[] = []): ToolSource {
  const input: JsonObject = { type: 'object', properties, required, additionalProperties: false }
  return { name, description: `The tool ${name}.`, input, risk, capability: 'FileAccess' }
}

const text: JsonObject = { type: 'string' }
const whole: JsonObject = { type: 'integer' }

/** The tools that the protocol tests offer: every risk, every kind of value, none, and one that takes anything. */
export const STORY_TOOLS: readonly ToolSource[] = [
  tool('file_reader', 'read', { path: text, start_line: whole, end_line: whole }, ['path']),
  tool(
    'file_locator',
    'read',
    {
      search_criteria: text,
      max_results: whole,
      exact: { type: 'boolean' },
      tags: { type: 'array', items: text },
      scope: { enum: ['scenes', 'compendium'] },
    },
    ['search_criteria'],
  ),
  tool('memory.gc_plan', 'read', { age_min_days: whole, access_threshold: { type: 'number' } }, ['age_min_days']),
  tool('scene_write', 'write', { path: text, text }, ['path', 'text']),
  tool('scene_delete', 'destroy', { path: text }, ['path']),
  tool('get_time', 'read', {}),
  {
    name: 'note_anything',
    description: 'Takes any object.',
    input: { type: 'object', additionalProperties: true },
    risk: 'read',
    capability: 'FileAccess',
  },
]
