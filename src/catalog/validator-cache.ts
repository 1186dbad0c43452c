import { type Json, type JsonObject, type Result, isJsonObject, succeed } from '../core/index.ts'
import { type SchemaSurvey, surveySchema } from './hostile-schema.ts'
import { type Parameters, indexParameters } from './parameters.ts'
import { refuseSchema } from './schema/sites.ts'
import { type Compiler, createCompiler } from './validate/compile.ts'
import { type Validator, createStrictestValidator, createValidator } from './validate/validator.ts'

/** A schema that was found harmless, and all that is made of it once. */
export type PreparedSchema = {
  readonly input: JsonObject
  readonly parameters: Parameters
  readonly validator: Validator
}

/** Catalogs that share one prepare every schema once, however often its tool is registered. */
export type ValidatorCache = { prepare(input: JsonObject): Result<PreparedSchema> }

const DEFAULT_CAPACITY = 4_096

export function createValidatorCache(options: { readonly capacity?: number } = {}): ValidatorCache {
  const { capacity = DEFAULT_CAPACITY } = options
  const prepared = new Map<string, PreparedSchema>()
  const compiler = createCompiler()
  return {
    prepare(input) {
      // The text is the key: unlike the object it cannot change later, and unlike a hash it costs nothing more.
      const text = writeJson(input)
      if (text === undefined)
        return refuseSchema('parameters', 'cannot be written as JSON. Use plain values without cycles')
      const known = prepared.get(text)
      if (known) return succeed(known)
      const made = prepareSchema(text, compiler)
      if (made.ok) keep(prepared, { text, capacity }, made.value)
      return made
    },
  }
}

function keep(
  prepared: Map<string, PreparedSchema>,
  { text, capacity }: { text: string; capacity: number },
  schema: PreparedSchema,
): void {
  const [oldest] = prepared.keys()
  if (oldest !== undefined && prepared.size >= capacity) prepared.delete(oldest)
  prepared.set(text, schema)
}

function writeJson(input: JsonObject): string | undefined {
  try {
    return JSON.stringify(input)
  } catch {
    return undefined
  }
}

function prepareSchema(text: string, compiler: Compiler): Result<PreparedSchema> {
  const input: unknown = JSON.parse(text)
  if (!isJsonObject(input)) return refuseSchema('parameters', 'must be a JSON Schema object')
  const survey = surveySchema(input)
  if (!survey.ok) return survey
  freezeDeep(input)
  const validator = chooseValidator(input, survey.value, compiler)
  return validator.ok ? succeed({ input, parameters: indexParameters(input), validator: validator.value }) : validator
}

function chooseValidator(
  schema: JsonObject,
  { needsCompiler, compilable }: SchemaSurvey,
  compiler: Compiler,
): Result<Validator> {
  if (!needsCompiler) return succeed(createValidator({ schema, compiler, compilable }))
  const compiled = compiler.compile(schema)
  return compiled
    ? succeed(createStrictestValidator(schema, compiled))
    : refuseSchema('parameters', 'cannot be compiled. Leave out unevaluatedProperties and unevaluatedItems')
}

function freezeDeep<T extends Json>(value: T): T {
  if (typeof value === 'object' && value !== null) for (const member of Object.values(value)) freezeDeep(member)
  return Object.freeze(value)
}
