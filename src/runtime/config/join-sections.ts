import { createOutputCheck } from '../../catalog/index.ts'
import {
  type Fault,
  type Json,
  type JsonObject,
  type Result,
  type Section,
  isJsonList,
  isJsonObject,
} from '../../core/index.ts'
import type { ConfigShape, KnownKey, KnownTable, ValueProblem } from './config-shape.ts'

/** One configuration out of what the rooms declare. Two rooms may write to one section, but never to one key. */
export function joinSections(declared: readonly Section[]): ConfigShape {
  const sections = bySectionName(declared)
  const keys = sections.flatMap(keysOf)
  const root = treeOf(keys)
  return {
    sections,
    keys: uniqueMap(keys, ({ key }) => key),
    variables: uniqueMap(keys, ({ variable }) => variable),
    root,
    schema: schemaOf(root, sections),
    explain: createExplainer(),
  }
}

const variableFor = (key: string): string => `COUNTERSIGN_${key.replaceAll('.', '_').toUpperCase()}`

function bySectionName(declared: readonly Section[]): readonly Section[] {
  const joined = new Map<string, Section>()
  for (const part of declared) {
    const before = joined.get(part.name)
    const twice = Object.keys(part.settings).find(key => before && Object.hasOwn(before.settings, key))
    if (twice !== undefined) throw new TypeError(`Two rooms declare the key ${part.name}.${twice}.`)
    joined.set(part.name, before ? { ...before, settings: { ...before.settings, ...part.settings } } : part)
  }
  return [...joined.values()]
}

function keysOf({ name: section, settings }: Section): readonly KnownKey[] {
  return Object.entries(settings).map(([name, setting]) => {
    const key = `${section}.${name}`
    return { kind: 'key', key, section, name, variable: variableFor(key), setting }
  })
}

function uniqueMap(keys: readonly KnownKey[], nameOf: (key: KnownKey) => string): ReadonlyMap<string, KnownKey> {
  const map = new Map<string, KnownKey>()
  for (const key of keys) {
    const other = map.get(nameOf(key))
    if (other) throw new TypeError(`${other.key} and ${key.key} are both called ${nameOf(key)}.`)
    map.set(nameOf(key), key)
  }
  return map
}

type OpenTable = { readonly kind: 'table'; readonly members: Map<string, OpenTable | KnownKey> }

function treeOf(keys: readonly KnownKey[]): KnownTable {
  const root: OpenTable = { kind: 'table', members: new Map() }
  for (const key of keys) {
    const table = key.section.split('.').reduce(tableIn, root)
    if (table.members.has(key.name)) throw new TypeError(`${key.key} is a key and a table.`)
    table.members.set(key.name, key)
  }
  return root
}

function tableIn(parent: OpenTable, name: string): OpenTable {
  const found = parent.members.get(name)
  if (found?.kind === 'key') throw new TypeError(`${found.key} is a key and a table.`)
  const table: OpenTable = found ?? { kind: 'table', members: new Map() }
  parent.members.set(name, table)
  return table
}

/** A check is made when a key is first given a value: most files set few keys. */
function createExplainer(): ConfigShape['explain'] {
  const checks = new Map<string, (value: JsonObject) => Result<JsonObject>>()
  return ({ key, name, setting }, value) => {
    const check = checks.get(key) ?? createOutputCheck(closedAround(name, setting.schema))
    checks.set(key, check)
    const checked = check({ [name]: value })
    return checked.ok ? [] : problemsOf(checked.error)
  }
}

const closedAround = (name: string, schema: JsonObject): JsonObject => ({
  type: 'object',
  properties: { [name]: schema },
  required: [name],
  additionalProperties: false,
})

function problemsOf({ detail, message }: Fault): readonly ValueProblem[] {
  const listed = detail?.['problems']
  const problems = isJsonList(listed) ? listed.filter(isJsonObject).map(toValueProblem) : []
  return problems.length > 0 ? problems : [{ path: '', expected: message, found: 'another value' }]
}

function toValueProblem({ kind, path, expected, got, suggestion }: JsonObject): ValueProblem {
  const problem = { path: wordsOf(path), expected: wordsOf(expected), found: wordsOf(got) }
  if (kind !== 'unknown') return problem
  // The validator speaks to models there; of its advice only the name is for a person with a file.
  const near = /Did you mean "(?<near>[^"]+)"/.exec(wordsOf(suggestion))?.groups?.['near']
  return { ...problem, unknown: { near } }
}

const wordsOf = (value: Json | undefined): string => (typeof value === 'string' ? value : '')

function schemaOf(root: KnownTable, sections: readonly Section[]): JsonObject {
  const about = new Map(sections.map(section => [section.name, section.about]))
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'countersign.toml',
    ...tableSchema(root, '', about),
  }
}

function tableSchema({ members }: KnownTable, name: string, about: ReadonlyMap<string, string>): JsonObject {
  const description = about.get(name)
  const properties = [...members].map(([key, member]): [string, JsonObject] => [
    key,
    member.kind === 'key' ? keySchema(member) : tableSchema(member, name === '' ? key : `${name}.${key}`, about),
  ])
  return {
    type: 'object',
    ...(description !== undefined && { description }),
    properties: Object.fromEntries(properties),
    additionalProperties: false,
  }
}

/** A default of null means "not set": TOML has no word for it, so the schema does not offer it either. */
function keySchema({ setting }: KnownKey): JsonObject {
  const { schema, standard, about, notYet } = setting
  const description = notYet ? `${about} Not in this version.` : about
  return { ...schema, description, ...(standard !== null && { default: standard }) }
}
