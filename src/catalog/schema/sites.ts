import { type JsonObject, type Result, fail, isJsonObject, succeed, resolveLocalRef } from '../../core/index.ts'
import { findKeywordFault, findPatternFault } from './keyword-fault.ts'
import { KEYWORD_SHAPES, schemaParts } from './keywords.ts'

const MAX_DEPTH = 32 // schemas within schemas
const MAX_NODES = 2_000

/** A schema and where it stands. */
export type SchemaSite = {
  readonly schema: JsonObject
  readonly place: string
  readonly depth: number
  /** Under a nested `$id`, where `#` means something else. */
  readonly embedded: boolean
}

export const refuseSchema = (place: string, what: string): { readonly ok: false } & Result<never> =>
  fail('schema_refused', `${place} ${what}.`, { place })

/** Every schema of a document, each once, with its keywords checked on the way. */
export function collectSites(root: JsonObject): Result<readonly SchemaSite[]> {
  const sites: SchemaSite[] = []
  const seen = new Set<JsonObject>()
  const waiting: SchemaSite[] = [{ schema: root, place: 'parameters', depth: 1, embedded: false }]
  for (let site = waiting.pop(); site; site = waiting.pop()) {
    if (seen.has(site.schema)) continue
    seen.add(site.schema)
    sites.push(site)
    const wrong =
      findSiteFault(site) ??
      (sites.length > MAX_NODES
        ? refuseSchema('parameters', `holds more than ${MAX_NODES} schemas. Simplify it`)
        : undefined)
    if (wrong) return wrong
    waiting.push(...sitesWithin(site, root))
  }
  return succeed(sites)
}

function findSiteFault({ schema, place, depth }: SchemaSite): Result<never> | undefined {
  if (depth > MAX_DEPTH) return refuseSchema(place, `is nested deeper than ${MAX_DEPTH} schemas. Flatten it`)
  for (const keyword of Object.keys(schema)) {
    const shape = KEYWORD_SHAPES.get(keyword)
    const value = schema[keyword]
    const wrong = shape && value !== undefined ? findKeywordFault(shape, value) : undefined
    if (wrong !== undefined) return refuseSchema(`${place}.${keyword}`, wrong)
  }
  return findPatternNameFault(schema, place)
}

function findPatternNameFault({ patternProperties }: JsonObject, place: string): Result<never> | undefined {
  for (const pattern of isJsonObject(patternProperties) ? Object.keys(patternProperties) : []) {
    const wrong = findPatternFault(pattern)
    if (wrong !== undefined) return refuseSchema(`${place}.patternProperties.${pattern}`, wrong)
  }
  return undefined
}

function sitesWithin({ schema, place, depth, embedded }: SchemaSite, root: JsonObject): readonly SchemaSite[] {
  const parts = schemaParts(schema).map(part => ({ schema: part.schema, place: `${place}.${part.at}` }))
  // A reference may lead to a place that no keyword names; what stands there must be as harmless as the rest.
  const target = typeof schema.$ref === 'string' ? resolveLocalRef(root, schema.$ref) : undefined
  const all = [...parts, ...(target === undefined ? [] : [{ schema: target, place: `${place}.$ref` }])]
  return all.flatMap(part =>
    isJsonObject(part.schema)
      ? [
          {
            schema: part.schema,
            place: part.place,
            depth: depth + 1,
            embedded: embedded || typeof part.schema.$id === 'string',
          },
        ]
      : [],
  )
}
