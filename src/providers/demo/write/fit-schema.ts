import { type Json, type JsonObject, isJsonList, isJsonObject, resolveLocalRef } from '../../../core/index.ts'

const MAX_DEPTH = 12

/** What is put where the wish says nothing: some words, for strings. */
type Fitting = { readonly root: JsonObject; readonly words: string; readonly depth: number }

/** The value nearest to what is wanted that the schema allows; constants and allowed values win over every wish. */
export function fitSchema(schema: JsonObject, wanted: JsonObject, words: string): Json {
  const inner =
    isJsonObject(schema['json_schema']) && isJsonObject(schema['json_schema']['schema'])
      ? schema['json_schema']['schema']
      : schema
  return fit(inner, wanted, { root: inner, words, depth: MAX_DEPTH })
}

function fit(node: Json | undefined, wanted: Json | undefined, fitting: Fitting): Json {
  if (!isJsonObject(node) || fitting.depth === 0) return wanted ?? null
  const deeper = { ...fitting, depth: fitting.depth - 1 }
  if (typeof node['$ref'] === 'string') return fit(resolveLocalRef(fitting.root, node['$ref']), wanted, deeper)
  if (node['const'] !== undefined) return node['const']
  const values = listOf(node['enum'])
  if (values.length > 0) return values.find(value => value === wanted) ?? values[0] ?? null
  const branches = [...listOf(node['anyOf']), ...listOf(node['oneOf'])]
  if (branches.length > 0) return fit(nearest(branches, wanted, fitting), wanted, deeper)
  return fitType(typeOf(node, wanted), node, { wanted, deeper })
}

/** The branch with most of the wanted constants and none that contradicts; else the first. */
function nearest(branches: readonly Json[], wanted: Json | undefined, { root }: Fitting): Json | undefined {
  const scored = branches.map(branch => {
    const resolved =
      isJsonObject(branch) && typeof branch['$ref'] === 'string' ? resolveLocalRef(root, branch['$ref']) : branch
    return { resolved, score: agreement(resolved, wanted) }
  })
  return scored.toSorted((a, b) => b.score - a.score)[0]?.resolved
}

function agreement(branch: Json | undefined, wanted: Json | undefined): number {
  if (!isJsonObject(branch)) return 0
  if (!isJsonObject(wanted) || !isJsonObject(branch['properties']))
    return typeOf(branch, wanted) === kindOf(wanted) ? 1 : 0
  let score = 0
  for (const [key, part] of Object.entries(branch['properties'])) {
    const constant = isJsonObject(part) ? part['const'] : undefined
    if (constant !== undefined && wanted[key] !== undefined) score += constant === wanted[key] ? 1 : -100
  }
  return score
}

const kindOf = (value: Json | undefined): string =>
  value === null
    ? 'null'
    : Array.isArray(value)
      ? 'array'
      : typeof value === 'number' && Number.isInteger(value)
        ? 'integer'
        : typeof value

function typeOf(node: JsonObject, wanted: Json | undefined): string {
  const types = typeof node['type'] === 'string' ? [node['type']] : listOf(node['type'])
  const kind = kindOf(wanted)
  const chosen = types.find(type => type === kind || (type === 'number' && kind === 'integer')) ?? types[0]
  if (typeof chosen === 'string') return chosen
  return node['properties'] === undefined ? (wanted === undefined ? 'string' : kind) : 'object'
}

type Place = { readonly wanted: Json | undefined; readonly deeper: Fitting }

function fitType(type: string, node: JsonObject, { wanted, deeper }: Place): Json {
  switch (type) {
    case 'object':
      return fitObject(node, isJsonObject(wanted) ? wanted : {}, deeper)
    case 'array':
      return fitList(node, isJsonList(wanted) ? wanted : [], deeper)
    case 'integer':
    case 'number':
      return fitNumber(node, wanted, type === 'integer')
    case 'boolean':
      return wanted === true
    case 'null':
      return null
    default:
      return fitText(node, typeof wanted === 'string' ? wanted : deeper.words)
  }
}

/** In the order of the schema, which grammars keep, too. */
function fitObject(node: JsonObject, wanted: JsonObject, deeper: Fitting): JsonObject {
  const properties = isJsonObject(node['properties']) ? node['properties'] : {}
  const required = listOf(node['required'])
  const own = Object.entries(properties).filter(([key]) => wanted[key] !== undefined || required.includes(key))
  const fitted = own.map(([key, part]) => [key, fit(part, wanted[key], deeper)] as const)
  const others =
    node['additionalProperties'] === false
      ? []
      : Object.entries(wanted).filter(([key]) => !Object.hasOwn(properties, key))
  return Object.fromEntries(Object.keys(properties).length === 0 ? [...fitted, ...others] : fitted)
}

function fitList(node: JsonObject, wanted: readonly Json[], deeper: Fitting): readonly Json[] {
  const least = typeof node['minItems'] === 'number' ? Math.min(node['minItems'], 20) : 0
  const most = typeof node['maxItems'] === 'number' ? node['maxItems'] : wanted.length
  const items = [
    ...wanted.slice(0, Math.max(least, most)),
    ...Array.from({ length: Math.max(0, least - wanted.length) }, () => undefined),
  ]
  return items.map(item => fit(node['items'], item, deeper))
}

function fitNumber(node: JsonObject, wanted: Json | undefined, whole: boolean): number {
  const least = typeof node['minimum'] === 'number' ? node['minimum'] : Number.NEGATIVE_INFINITY
  const most = typeof node['maximum'] === 'number' ? node['maximum'] : Number.POSITIVE_INFINITY
  const value = Math.min(most, Math.max(least, typeof wanted === 'number' ? wanted : 0))
  return whole ? Math.ceil(value) : value
}

function fitText(node: JsonObject, text: string): string {
  const least = typeof node['minLength'] === 'number' ? Math.min(node['minLength'], 1_000) : 0
  const most = typeof node['maxLength'] === 'number' ? node['maxLength'] : text.length
  return Array.from(text.padEnd(least, '.')).slice(0, Math.max(least, most)).join('')
}

const listOf = (value: Json | undefined): readonly Json[] => (isJsonList(value) ? value : [])
