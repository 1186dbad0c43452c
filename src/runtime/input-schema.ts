import type { StandardSchema } from '../catalog/index.ts'
import { CountersignError, type JsonObject, isJsonObject, messageOf } from '../core/index.ts'

/** A tool's input as the catalog takes it. `validate` runs the tool's own check, where only the tool can judge. */
type InputSchema = { readonly input: JsonObject | StandardSchema; readonly validate?: Validate }

/** Throws if the arguments are wrong. */
type Validate = (args: JsonObject) => Promise<void>

/** Accepts a Standard Schema, the AI SDK's wrapper of a JSON Schema, a function that returns one, or a JSON Schema. */
export function inputSchemaOf(tool: string, given: unknown): InputSchema {
  const schema =
    typeof given === 'function' && !isStandard(given) ? made(tool, () => Reflect.apply(given, undefined, [])) : given
  if (isStandard(schema)) return { input: withoutTransforms(tool, schema) }
  if (!isJsonObject(schema)) throw refused(tool, 'it has no schema for its input. Give it inputSchema, or input.')
  return isWrapper(schema) ? unwrap(tool, schema) : { input: schema }
}

/** What the guarded tool says it returns, in the same forms. It is checked and never shown to a model. */
export function outputSchemaOf(tool: string, given: unknown): JsonObject | StandardSchema {
  const schema =
    typeof given === 'function' && !isStandard(given) ? made(tool, () => Reflect.apply(given, undefined, [])) : given
  if (isStandard(schema)) return schema
  if (!isJsonObject(schema)) throw refused(tool, 'its outputSchema is no schema.')
  return isWrapper(schema) ? unwrap(tool, schema).input : schema
}

function made(tool: string, make: () => unknown): unknown {
  try {
    return make()
  } catch (thrown) {
    throw refused(tool, `the function that makes its schema failed: ${messageOf(thrown)}`)
  }
}

const isStandard = (value: unknown): value is StandardSchema =>
  ((typeof value === 'object' && value !== null) || typeof value === 'function') && '~standard' in value

const TARGET = { target: 'draft-2020-12' } as const

/** Refuses schemas that transform: what is approved and recorded must be exactly what runs. */
function withoutTransforms(tool: string, schema: StandardSchema): StandardSchema {
  const { jsonSchema } = schema['~standard']
  const output: unknown = jsonSchema && Reflect.get(jsonSchema, 'output')
  if (!jsonSchema || typeof output !== 'function') return schema
  try {
    jsonSchema.input(TARGET)
  } catch {
    return schema // the catalog says what is wrong with it
  }
  try {
    Reflect.apply(output, jsonSchema, [TARGET])
  } catch (thrown) {
    throw refused(
      tool,
      'its schema changes what it is given, so the records would not show what ran. ' +
        `Change it in execute. (${messageOf(thrown)})`,
    )
  }
  return schema
}

type Wrapper = { readonly jsonSchema: unknown; readonly validate?: unknown }

const isWrapper = (schema: object): schema is Wrapper => 'jsonSchema' in schema && 'validate' in schema

function unwrap(tool: string, wrapper: Wrapper): InputSchema {
  const input = made(tool, () => wrapper.jsonSchema)
  if (input instanceof Promise) throw refused(tool, 'its schema comes as a promise. Await it first.')
  if (!isJsonObject(input)) throw refused(tool, 'its wrapper holds no JSON Schema.')
  const { validate } = wrapper
  return typeof validate === 'function'
    ? { input, validate: async args => judge(await Reflect.apply(validate, wrapper, [structuredClone(args)])) }
    : { input }
}

const INVALID = 422 // the status by which the path knows wrong arguments

function judge(verdict: unknown): void {
  if (isJsonObject(verdict) && verdict['success'] === true) return
  const because: unknown = isJsonObject(verdict) ? Reflect.get(verdict, 'error') : undefined
  throw Object.assign(new Error(`The tool's own check refused the arguments: ${messageOf(because)}`), {
    status: INVALID,
  })
}

const refused = (tool: string, because: string): CountersignError =>
  new CountersignError('tool_definition_invalid', `Tool "${tool}": ${because}`)
