import { type Json, type JsonObject, type ToolDefinition, isJsonObject, resolveLocalRef } from '../../core/index.ts'
import { inPlaceParts, mapParts, objectOf } from './schema-parts.ts'

/** One legal object, given the place at which it will stand. */
type Branch = (pointer: string) => JsonObject

/** Strict: `{tool, args, nonce}`. */
export const callSchema = (tools: readonly ToolDefinition[], nonce: string): JsonObject =>
  oneOfThese(
    tools.map(
      tool => pointer =>
        envelope({ tool: exactly(tool.name), args: argumentsOf(tool, pointer), nonce: exactly(nonce) }),
    ),
  )

/** Strict, after a tool result: another call, or the end. */
export function decisionSchema(tools: readonly ToolDefinition[], nonce: string): JsonObject {
  const calls = tools.map(
    (tool): Branch =>
      pointer =>
        envelope({
          action: exactly('tool'),
          tool: exactly(tool.name),
          args: argumentsOf(tool, pointer),
          nonce: exactly(nonce),
        }),
  )
  return oneOfThese([...calls, () => envelope({ action: exactly('final'), nonce: exactly(nonce) })])
}

/** Lenient and run: `{type, name, args}`. */
export const lenientSchema = (tools: readonly ToolDefinition[]): JsonObject =>
  oneOfThese(
    tools.map(
      tool => pointer =>
        envelope({ type: exactly('tool_call'), name: exactly(tool.name), args: argumentsOf(tool, pointer) }),
    ),
  )

const argumentsOf = (tool: ToolDefinition, pointer: string): JsonObject =>
  closeArguments(tool.input, `${pointer}/properties/args`)

const exactly = (value: string): JsonObject => ({ type: 'string', const: value })

/** The order of the fields counts: grammars make the model write them in this order, the name before the arguments. */
const envelope = (properties: JsonObject): JsonObject => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
})

/** Whole objects side by side, never `properties` next to `anyOf`: grammar converters drop one of the two. */
function oneOfThese(branches: readonly Branch[]): JsonObject {
  const [first, ...others] = branches
  if (first === undefined) return { not: {} }
  if (others.length === 0) return first('#')
  return { type: 'object', anyOf: branches.map((branch, index) => branch(`#/anyOf/${index}`)) }
}

/**
 * The tool's own schema, moved to `pointer` and closed: only listed keys are legal. A key that only a branch lists is
 * repeated as `true` beside it, since `additionalProperties` does not look into branches. A tool that itself asks for
 * unlisted keys keeps them; the catalog accepts them too, and a closed schema would make such calls impossible.
 */
function closeArguments(input: JsonObject, pointer: string): JsonObject {
  const { names, open } = surveyParameters(input)
  const moved = relocate(input, pointer)
  const listed = Object.fromEntries(names.map(name => [name, true]))
  const closed = { ...moved, type: 'object', properties: { ...listed, ...objectOf(moved.properties) } }
  return open ? closed : { ...closed, additionalProperties: false }
}

/**
 * Moves a schema to `pointer` inside another one, so that its local references still find their targets. References by
 * name are left out: two tools may use the same name. That only loosens, and every call is checked again after
 * decoding.
 */
function relocate(schema: JsonObject, pointer: string): JsonObject {
  const {
    $ref,
    $schema: _dialect,
    $id: _id,
    $anchor: _anchor,
    $dynamicAnchor: _dynamic,
    $dynamicRef: _target,
    ...rest
  } = schema
  const moved = mapParts(rest, part => relocatePart(part, pointer))
  return isLocal($ref) ? { $ref: pointer + $ref.slice(1), ...moved } : moved
}

const relocatePart = (part: Json, pointer: string): Json => (isJsonObject(part) ? relocate(part, pointer) : part)

const isLocal = (ref: Json | undefined): ref is string => typeof ref === 'string' && /^#(?:$|\/)/.test(ref)

type ParameterSurvey = {
  readonly names: readonly string[]
  /** The schema itself speaks of keys that it does not list. */
  readonly open: boolean
}

/** The keys that a tool takes, also those that only a branch or a reference of its schema lists. */
function surveyParameters(input: JsonObject): ParameterSurvey {
  const names = new Set<string>()
  const seen = new Set<JsonObject>()
  let open = false
  visit(input)
  return { names: [...names], open }

  function visit(schema: Json | undefined): void {
    if (!isJsonObject(schema) || seen.has(schema)) return
    seen.add(schema)
    open ||= speaksOfOthers(schema)
    for (const name of Object.keys(objectOf(schema.properties))) names.add(name)
    if (typeof schema.$ref === 'string') visit(resolveLocalRef(input, schema.$ref))
    for (const part of inPlaceParts(schema)) visit(part)
  }
}

const speaksOfOthers = ({
  additionalProperties = false,
  patternProperties,
  unevaluatedProperties = false,
}: JsonObject): boolean =>
  additionalProperties !== false || patternProperties !== undefined || unevaluatedProperties !== false
