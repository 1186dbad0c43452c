import { type Json, type JsonObject, isJsonList, isJsonObject } from '../src/core/index.ts'
import type { GotCall } from '../src/surfaces/cli/replay/matches-expected.ts'
import type { Row } from './corpus.ts'
import { resolve } from './extract.ts'
import { loadPeer, nameOf } from './peers.ts'

type Runtime = {
  createContextManager(): unknown
  parseLlmResponse(
    name: string,
    text: string,
    partial: boolean,
    context: unknown,
    types: null,
    clients: null,
    environment: object,
  ): Json
}
type Module = {
  BamlRuntime: { fromFiles(root: string, files: object, environment: object): Runtime }
}
type Prepared = { readonly parse: (shape: string, text: string) => Json; readonly keys: ReadonlyMap<string, string> }
type Tool = { readonly name: string; readonly input: JsonObject }

export type Baml = {
  readonly name: string
  prepare(row: Row, text: string): () => Json
  callsOf(row: Row, value: Json): readonly GotCall[]
}

const PREAMBLE = `type AnyJson = int | float | bool | string | null | AnyJson[] | map<string, AnyJson>
client<llm> Nobody {
  provider openai
  options {
    model "none"
  }
}
`

/** Lists of calls by their keys; `flat`: the arguments stand beside function_name. */
const SHAPES = ['name_arguments', 'name_parameters', 'function_name_arguments', 'function_name_parameters', 'flat']

/** BAML parses against types: it gets a class for every tool, and for each reply a function that expects the keys which that reply uses. */
export async function loadBaml(): Promise<Baml | undefined> {
  process.env['RUST_BACKTRACE'] = '0' // a trace for every refusal would slow it down
  const module = await loadPeer('@boundaryml/baml')
  if (module === undefined) return undefined
  const { BamlRuntime } = module as Module
  const ready = new Map<string, Prepared>()
  const prepareTools = ({ toolsKey, assembly }: Row): Prepared => {
    const known = ready.get(toolsKey)
    if (known !== undefined) return known
    const writer = new TypeWriter()
    const runtime = BamlRuntime.fromFiles(
      'baml_src',
      { 'baml_src/tools.baml': writer.write(assembly.catalog.list()) },
      {},
    )
    const context = runtime.createContextManager()
    const parse = (shape: string, text: string): Json =>
      runtime.parseLlmResponse(`Read_${shape}`, text, false, context, null, null, {})
    ready.set(toolsKey, { parse, keys: writer.keys })
    return { parse, keys: writer.keys }
  }
  return {
    name: nameOf('@boundaryml/baml'),
    prepare(row, text) {
      const { parse } = prepareTools(row)
      const shape = shapeOf(row)
      return () => parse(shape, text)
    },
    callsOf(row, value) {
      const { catalog } = row.assembly
      const plain = rename(value, prepareTools(row).keys)
      const only = /^only_(\d+)$/.exec(shapeOf(row))?.[1]
      if (only !== undefined)
        return isJsonObject(plain)
          ? resolve({ name: catalog.list()[Number(only)]?.name ?? '', named: plain }, catalog)
          : []
      const list = isJsonObject(plain) ? plain['tool_calls'] : plain
      return (isJsonList(list) ? list : []).flatMap(call =>
        isJsonObject(call) ? resolve(requestOf(call), catalog) : [],
      )
    },
  }
}

function requestOf(call: JsonObject): { name: string; named: JsonObject } {
  const { function_name: written = call['name'], ...flat } = call
  const inside = call['arguments'] ?? call['parameters'] ?? flat
  return { name: typeof written === 'string' ? written : '', named: isJsonObject(inside) ? inside : {} }
}

/** Which keys the reply uses, told to BAML because its types must say so beforehand. */
function shapeOf({ raw, assembly }: Row): string {
  const uses = (key: string): boolean => new RegExp(`\\b${key}["']?\\s*:`).test(raw)
  if (uses('tool_calls')) return 'tool_calls'
  const tool = assembly.catalog.find(raw.trim().split('\n', 1)[0]?.trim() ?? '')?.tool
  if (tool !== undefined) return `only_${assembly.catalog.list().indexOf(tool)}`
  if (uses('function_name'))
    return uses('parameters') ? 'function_name_parameters' : uses('arguments') ? 'function_name_arguments' : 'flat'
  return uses('parameters') ? 'name_parameters' : 'name_arguments'
}

/** Writes tools as BAML types. Its field names cannot be every key, so all are numbered and the key is their alias. */
class TypeWriter {
  /** Field → key. */
  readonly keys: Map<string, string> = new Map()
  private readonly parts: string[] = [PREAMBLE]

  write(tools: readonly Tool[]): string {
    const calls = new Map<string, string[]>(SHAPES.map(shape => [shape, []]))
    tools.forEach(({ name, input }, index) => {
      const members = this.membersOf(input)
      const spelling = [...new Set([name, name.replaceAll('.', '_')])].map(each => JSON.stringify(each)).join(' | ')
      const inside = this.declare(`Arguments_${index}`, members)
      this.expect(`only_${index}`, inside)
      for (const [shape, types] of calls) {
        const [, nameKey, argumentsKey] = /^(.*name)_(.*)$/.exec(shape) ?? [shape, 'function_name']
        const last = argumentsKey === undefined ? members : [`${argumentsKey} ${inside}`]
        types.push(this.declare(`Call_${shape}_${index}`, [`${nameKey} (${spelling})`, ...last]))
      }
    })
    for (const [shape, types] of calls) this.expect(shape, `(${types.join(' | ')})[]`)
    this.expect('tool_calls', this.declare('Calls', [`tool_calls (${calls.get('name_arguments')?.join(' | ')})[]`]))
    return this.parts.join('\n')
  }

  private declare(name: string, members: readonly string[]): string {
    this.parts.push(`class ${name} {\n${members.map(member => `  ${member}\n`).join('')}}`)
    return name
  }

  private expect(shape: string, type: string): void {
    this.parts.push(`function Read_${shape}() -> ${type} {\n  client Nobody\n  prompt #"none"#\n}`)
  }

  private membersOf(schema: JsonObject): readonly string[] {
    const { properties, required } = schema
    return Object.entries(isJsonObject(properties) ? properties : {}).map(([key, part]) => {
      const field = `field_${this.keys.size}`
      this.keys.set(field, key)
      const optional = isJsonList(required) && required.includes(key) ? '' : '?'
      return `${field} (${this.typeOf(isJsonObject(part) ? part : {}, field)})${optional} @alias(${JSON.stringify(key)})`
    })
  }

  private typeOf(schema: JsonObject, field: string): string {
    const { type, enum: values, items } = schema
    if (
      isJsonList(values) &&
      values.length > 0 &&
      values.every(value => typeof value === 'string' && /^[^"\\\n]*$/.test(value))
    )
      return values.map(value => JSON.stringify(value)).join(' | ')
    if (type === 'array') return `(${isJsonObject(items) ? this.typeOf(items, field) : 'AnyJson'})[]`
    if (type !== 'object') return (typeof type === 'string' && SCALARS.get(type)) || 'AnyJson'
    const members = this.membersOf(schema)
    return members.length > 0 ? this.declare(`Part_${field}`, members) : 'map<string, AnyJson>'
  }
}

const SCALARS: ReadonlyMap<string, string> = new Map([
  ['string', 'string'],
  ['integer', 'int'],
  ['number', 'float'],
  ['boolean', 'bool'],
])

/** Back from fields to keys; null is how BAML says that an optional argument was not given. */
function rename(value: Json, keys: ReadonlyMap<string, string>): Json {
  if (isJsonList(value)) return value.map(item => rename(item, keys))
  if (!isJsonObject(value)) return value
  const kept = Object.entries(value).filter(([, member]) => member !== null)
  return Object.fromEntries(kept.map(([key, member]) => [keys.get(key) ?? key, rename(member, keys)]))
}
