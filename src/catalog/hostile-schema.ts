import { type Json, type JsonObject, type Result, isJsonObject, succeed, isJsonList } from '../core/index.ts'
import { type SchemaGraph, createSchemaGraph } from './schema/graph.ts'
import { compilesFaithfully } from './schema/keywords.ts'
import { type SchemaSite, collectSites, refuseSchema } from './schema/sites.ts'
import { findUnsound } from './sound-json.ts'

const MAX_BYTES = 64 * 1024
const MAX_LEVELS = 128 // of JSON; a schema within a schema is two or three of them
// schemas for one value; compiled code cannot be stopped half-way, so it only gets bounded work
const MAX_COMPILED_SIZE = 10_000

/** What a schema asks of the validator. */
export type SchemaSurvey = {
  /** It says what remains of a value once other keywords are done, which only the compiler can judge. */
  readonly needsCompiler: boolean
  /** Only keywords that both engines read alike, and bounded work: it may be compiled for speed. */
  readonly compilable: boolean
}

/** Refuses schemas that are broken, too large, or that would let a value keep the validator busy. */
export function checkSchema(schema: Json): Result<void> {
  const survey = surveySchema(schema)
  if (!survey.ok) return survey
  return (isJsonObject(schema) ? findRootFault(schema) : undefined) ?? succeed(undefined)
}

export function surveySchema(schema: Json): Result<SchemaSurvey> {
  if (!isJsonObject(schema)) return refuseSchema('parameters', 'must be a JSON Schema object')
  const unsound = findUnsound(schema, MAX_LEVELS) ?? findOversize(schema)
  if (unsound !== undefined) return refuseSchema('parameters', `holds ${unsound}. Simplify it`)
  const sites = collectSites(schema)
  return sites.ok ? surveySites(schema, sites.value) : sites
}

function findOversize(schema: JsonObject): string | undefined {
  const bytes = Buffer.byteLength(JSON.stringify(schema))
  return bytes > MAX_BYTES ? `${bytes} bytes of JSON, more than the ${MAX_BYTES} allowed` : undefined
}

function surveySites(root: JsonObject, sites: readonly SchemaSite[]): Result<SchemaSurvey> {
  const refers = sites.some(({ schema }) => schema.$ref !== undefined || schema.$dynamicRef !== undefined)
  const graph = createSchemaGraph(
    root,
    sites.map(site => site.schema),
  )
  const wrong = refers ? (findRefFault(sites, graph) ?? findLoopFault(sites, graph)) : undefined
  if (wrong) return wrong
  const bounded = (refers ? graph.expandedSize() : sites.length) <= MAX_COMPILED_SIZE && root.$async === undefined
  const needsCompiler = sites.some(
    ({ schema }) => schema.unevaluatedProperties !== undefined || schema.unevaluatedItems !== undefined,
  )
  if (needsCompiler && !bounded)
    return refuseSchema(
      'parameters',
      'is recursive or too branched for unevaluatedProperties and unevaluatedItems. Use additionalProperties',
    )
  return succeed({ needsCompiler, compilable: bounded && sites.every(({ schema }) => compilesFaithfully(schema)) })
}

/** Arguments are always an object, so a tool whose schema refuses objects could never be called. */
export function findRootFault({ type }: JsonObject): Result<never> | undefined {
  const fits = type === undefined || type === 'object' || (isJsonList(type) && type.includes('object'))
  return fits ? undefined : refuseSchema('parameters.type', `must be "object", since arguments always are one`)
}

function findRefFault(sites: readonly SchemaSite[], graph: SchemaGraph): Result<never> | undefined {
  for (const { schema, place, embedded } of sites) {
    for (const keyword of ['$ref', '$dynamicRef'] as const) {
      const ref = schema[keyword]
      const wrong = typeof ref === 'string' ? refFault(ref, embedded, graph.target(ref)) : undefined
      if (wrong !== undefined) return refuseSchema(`${place}.${keyword}`, wrong)
    }
  }
  return undefined
}

function refFault(ref: string, embedded: boolean, target: Json | undefined): string | undefined {
  if (embedded && ref.startsWith('#')) return 'is relative to a nested $id. Remove that $id and refer to "#/$defs/…"'
  if (target === undefined)
    return (
      `leads to ${JSON.stringify(ref)}, which is not in this schema, and nothing is fetched. ` +
      'Copy it under "$defs" and refer to "#/$defs/…"'
    )
  return typeof target === 'boolean' || isJsonObject(target)
    ? undefined
    : `leads to ${JSON.stringify(ref)}, which is not a schema`
}

function findLoopFault(sites: readonly SchemaSite[], graph: SchemaGraph): Result<never> | undefined {
  const loop = graph.findLoop()
  const place = sites.find(({ schema }) => schema === loop)?.place
  return place === undefined
    ? undefined
    : refuseSchema(
        place,
        'refers back to itself without looking inside the value. Put the reference under "properties" or "items"',
      )
}
