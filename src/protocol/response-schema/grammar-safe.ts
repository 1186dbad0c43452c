import { type Json, type JsonObject, isJsonList, isJsonObject } from '../../core/index.ts'
import { inlineRefs } from './inline-refs.ts'
import { foldAllOf, mergeSchemas } from './merge-schemas.ts'
import { listOf, objectOf, stringsOf } from './schema-parts.ts'

const ANYTHING: JsonObject = { type: ['object', 'array', 'string', 'number', 'boolean', 'null'] }
const PLAIN_NAME = /^\w+$/

/**
 * The schema in the few words that schema-to-grammar converters read alike: no references, no `allOf`, nothing beside
 * `anyOf`, only limits that a grammar can count. A converter skips in silence what it does not know, or fails, so only
 * known words stay. The result may allow more than the schema, since the call is validated again. It must not make a
 * call unspeakable that the schema describes; only keys that no schema lists may be lost inside objects.
 */
export function grammarSafe(schema: JsonObject): JsonObject {
  return simplify(inlineRefs(schema)) ?? { not: {} }
}

/** Undefined where no value fits. */
function simplify(node: Json): JsonObject | undefined {
  const schema = foldAllOf(node)
  if (schema === false) return undefined
  if (!isJsonObject(schema)) return ANYTHING
  const { anyOf, oneOf, ...base } = schema
  const branches = anyOf ?? oneOf
  return isJsonList(branches) ? simplifyUnion(base, branches) : simplifyPlain(base)
}

const simplifyAll = (schemas: readonly Json[]): readonly JsonObject[] =>
  schemas.map(simplify).filter(schema => schema !== undefined)

/** Any of these; undefined when there is none. */
function unite(kinds: readonly JsonObject[]): JsonObject | undefined {
  if (kinds.includes(ANYTHING)) return ANYTHING
  return kinds.length > 1 ? { anyOf: kinds } : kinds[0]
}

/** Converters read either the branches or what stands beside them, so each branch takes all of it along. */
function simplifyUnion(base: JsonObject, branches: readonly Json[]): JsonObject | undefined {
  const fitting = simplifyAll(
    branches.map(foldAllOf).map(branch => mergeSchemas(withoutForeignKeys(base, branch), branch)),
  )
  return unite(fitting)
}

/** A key listed as `true` belongs to some other branch; here it would invite the model to write anything. */
function withoutForeignKeys(base: JsonObject, branch: Json): JsonObject {
  if (base.properties === undefined || !isJsonObject(branch)) return base
  const needed = new Set([
    ...stringsOf(base.required),
    ...stringsOf(branch.required),
    ...Object.keys(objectOf(branch.properties)),
  ])
  const own = Object.entries(objectOf(base.properties)).filter(([name, schema]) => schema !== true || needed.has(name))
  return { ...base, properties: Object.fromEntries(own) }
}

function simplifyPlain(schema: JsonObject): JsonObject {
  if (schema.const !== undefined) return withType(schema.type, { const: schema.const })
  if (isJsonList(schema.enum)) return withType(schema.type, { enum: schema.enum })
  const types = typesOf(schema)
  if (types.length === 0) return ANYTHING
  return {
    type: types.length === 1 ? (types[0] ?? null) : types,
    ...(types.includes('object') && simplifyObject(schema)),
    ...(types.includes('array') && simplifyArray(schema)),
    ...(types.includes('string') && stringLimits(schema)),
    ...(types.includes('integer') && integerLimits(schema)),
  }
}

const withType = (type: Json | undefined, value: JsonObject): JsonObject =>
  typeof type === 'string' ? { type, ...value } : value

function typesOf(schema: JsonObject): readonly string[] {
  const { type, nullable } = schema
  const named = typeof type === 'string' ? [type] : stringsOf(type)
  const types = named.length > 0 ? named : impliedTypes(schema)
  return nullable === true && types.length > 0 && !types.includes('null') ? [...types, 'null'] : types
}

function impliedTypes({
  properties,
  additionalProperties,
  required,
  items,
  prefixItems,
}: JsonObject): readonly string[] {
  if ((properties ?? additionalProperties ?? required) !== undefined) return ['object']
  return (items ?? prefixItems) === undefined ? [] : ['array']
}

function simplifyObject(schema: JsonObject): JsonObject {
  const required = stringsOf(schema.required)
  const all = { ...Object.fromEntries(required.map(name => [name, true])), ...objectOf(schema.properties) }
  const properties = Object.fromEntries(
    Object.entries(all).flatMap(([name, part]) => {
      const simple = simplify(part)
      return simple ? [[name, simple] as const] : []
    }),
  )
  const others = simplifyOthers(schema, Object.keys(properties))
  if (Object.keys(all).length === 0 && others === undefined) return {}
  return {
    properties,
    ...(required.length > 0 && { required }),
    ...(others !== undefined && { additionalProperties: others }),
  }
}

/**
 * Unlisted keys. Beside unusual names, converters write a broken rule for "any other key", so none are allowed there.
 */
function simplifyOthers(
  { additionalProperties, patternProperties }: JsonObject,
  names: readonly string[],
): Json | undefined {
  const patterned = Object.values(objectOf(patternProperties))
  if (additionalProperties === undefined && patterned.length === 0) return undefined
  if (!names.every(name => PLAIN_NAME.test(name))) return false
  const kind = unite(simplifyAll([...patterned, additionalProperties ?? true]))
  return kind === ANYTHING ? true : (kind ?? false)
}

/** Lists of fixed positions become lists of any of their kinds: converters do not agree on positions. */
function simplifyArray({ items, prefixItems, minItems, maxItems }: JsonObject): JsonObject {
  const item = unite(simplifyAll([...listOf(prefixItems), items ?? true])) ?? ANYTHING
  const most =
    items === false
      ? Math.min(listOf(prefixItems).length, typeof maxItems === 'number' ? maxItems : Infinity)
      : maxItems
  return { items: item, ...countLimit('minItems', minItems), ...countLimit('maxItems', most) }
}

/** The limits that a grammar can hold; the others are left to the validator. */
function stringLimits({ pattern, minLength, maxLength }: JsonObject): JsonObject {
  if (typeof pattern === 'string' && isGrammarPattern(pattern)) return { pattern }
  return { ...countLimit('minLength', minLength), ...countLimit('maxLength', maxLength) }
}

const countLimit = (keyword: string, count: Json | undefined): JsonObject =>
  typeof count === 'number' && count <= MAX_REPETITIONS ? { [keyword]: count } : {}

function integerLimits({ minimum, maximum, exclusiveMinimum, exclusiveMaximum }: JsonObject): JsonObject {
  const low = Math.max(Math.ceil(numberOr(minimum, -Infinity)), Math.floor(numberOr(exclusiveMinimum, -Infinity)) + 1)
  const high = Math.min(Math.floor(numberOr(maximum, Infinity)), Math.ceil(numberOr(exclusiveMaximum, Infinity)) - 1)
  return { ...(Number.isSafeInteger(low) && { minimum: low }), ...(Number.isSafeInteger(high) && { maximum: high }) }
}

const numberOr = (value: Json | undefined, fallback: number): number => (typeof value === 'number' ? value : fallback)

const MAX_REPETITIONS = 256 // a grammar gets a rule for each one, and converters refuse some thousands

const LITERAL = String.raw`[\w :,@#/=~%&;!-]|\\[.+*?()|[\]{}$^]`
// Ranges only within letters or digits: one like [A-z] would hold the backslash.
const CLASS = String.raw`\[-?(?:[a-z]-[a-z]|[A-Z]-[A-Z]|\d-\d|[\w :,@#/=~%&;!.+*?()])+-?\]`
const ATOM = `(?:${LITERAL}|${CLASS})`
const REPEAT = String.raw`(?:[*+?]|\{\d{1,4}(?:,\d{0,4})?\})?`
const GROUP = String.raw`\((?:\?:)?(?:${ATOM}${REPEAT}|\|)+\)`
const SAFE = new RegExp(`^\\^(?:(?:${ATOM}|${GROUP})${REPEAT})*\\$$`)

/**
 * Patterns that mean the same inside a grammar. A dot, a negated class or a class like \d would either be refused there
 * or let the model write a bare quote, and the reply would be no JSON at all.
 */
export function isGrammarPattern(pattern: string): boolean {
  const counts = [...pattern.matchAll(/\d+/g)].map(Number)
  return SAFE.test(pattern) && counts.every(count => count <= MAX_REPETITIONS)
}
