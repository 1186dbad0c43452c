import { type Json, type JsonObject, type ToolDefinition, isJsonObject, isJsonList } from '../core/index.ts'
import { schemaParts } from './schema/keywords.ts'

/** `[tools.tafc]`: think before you fill in. */
export type ThinkSettings = { readonly enabled: boolean; readonly complexity_threshold: number }

const THINK_KEY = '_tafc_think'
const DEFAULT_THRESHOLD = 0.6
const THINK_PROPERTY: JsonObject = {
  type: 'string',
  description:
    'Before filling the other parameters, reason step by step here: what does each parameter mean, which of them ' +
    'does this task need, and which value is right for each? Not passed to the tool.',
}

/** Models vary the case and add numbers. */
export const isThinkKey = (key: string): boolean => key.startsWith('_') && key.toLowerCase().startsWith(THINK_KEY)

export function thinkSettings(settings: Partial<ThinkSettings> = {}): ThinkSettings {
  const { enabled = false, complexity_threshold: threshold = DEFAULT_THRESHOLD } = settings
  return {
    enabled,
    complexity_threshold: Number.isFinite(threshold) ? Math.min(1, Math.max(0, threshold)) : DEFAULT_THRESHOLD,
  }
}

const MAX_COUNTED_DEPTH = 8
const MAX_COUNTED_CHOICES = 10
const MAX_COUNTED_PROPERTIES = 8

/** 0 to 1, by the formula of seed 003. */
export function schemaComplexity(schema: JsonObject): number {
  const nodes = schemasWithin(schema)
  const depth = jsonDepth(schema, MAX_COUNTED_DEPTH) / MAX_COUNTED_DEPTH
  const combined = nodes.some(({ anyOf, oneOf, allOf }) => (anyOf ?? oneOf ?? allOf) !== undefined) ? 1 : 0
  const choices =
    Math.min(MAX_COUNTED_CHOICES, Math.max(0, ...nodes.map(node => countOf(node.enum)))) / MAX_COUNTED_CHOICES
  const properties = Math.min(MAX_COUNTED_PROPERTIES, countOf(schema.properties)) / MAX_COUNTED_PROPERTIES
  return Math.min(1, 0.3 * depth + 0.4 * combined + 0.3 * choices + 0.2 * properties)
}

const countOf = (value: Json | undefined): number =>
  isJsonList(value) ? value.length : isJsonObject(value) ? Object.keys(value).length : 0

function schemasWithin(schema: JsonObject): readonly JsonObject[] {
  return [schema, ...schemaParts(schema).flatMap(part => (isJsonObject(part.schema) ? schemasWithin(part.schema) : []))]
}

/** Every level counts, scalars too, so the plainest schema with one parameter has depth 4. */
function jsonDepth(value: Json, limit: number): number {
  if (limit <= 1 || typeof value !== 'object' || value === null) return Math.min(1, limit)
  return 1 + Math.max(0, ...Object.values(value).map((member: Json) => jsonDepth(member, limit - 1)))
}

/** The same object comes back where thinking is off or the tool is simple. */
export function withThinkField(tool: ToolDefinition, settings: ThinkSettings): ToolDefinition {
  if (!settings.enabled || schemaComplexity(tool.input) < settings.complexity_threshold) return tool
  const properties = isJsonObject(tool.input.properties) ? tool.input.properties : {}
  // First, because models write parameters in the order in which they are listed.
  return Object.freeze({
    ...tool,
    input: { ...tool.input, properties: { [THINK_KEY]: THINK_PROPERTY, ...properties } },
  })
}
