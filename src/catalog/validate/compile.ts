import { createRequire } from 'node:module'
import type { Ajv2020, ErrorObject, FuncKeywordDefinition, ValidateFunction } from 'ajv/dist/2020.js'
import type * as ajv2020 from 'ajv/dist/2020.js'
import type { Json, JsonObject } from '../../core/index.ts'
import { allDifferent } from './lists.ts'
import { compilePattern } from './pattern.ts'
import { isMultiple, memberOf } from './scalars.ts'

export type Compiled = {
  accepts(value: Json): boolean
  errorsOf(value: Json): readonly ErrorObject[]
}

export type Compiler = { compile(schema: JsonObject): Compiled | undefined }

// Loaded when a schema is hot or needs it: 40 ms that most runs never pay.
const load: (name: 'ajv/dist/2020.js') => typeof ajv2020 = createRequire(import.meta.url)

/** One compiler for many schemas; undefined for a schema that it cannot read. */
export function createCompiler(): Compiler {
  let ajv: Ajv2020 | undefined
  return {
    compile(schema) {
      ajv ??= createAjv()
      return compileWith(ajv, schema)
    },
  }
}

/** A schema may name another draft; it was checked to mean the same in this one. */
function compileWith(ajv: Ajv2020, source: JsonObject): Compiled | undefined {
  const schema = Object.fromEntries(Object.entries(source).filter(([keyword]) => keyword !== '$schema'))
  try {
    const validate = ajv.compile(schema)
    // The compiler keeps what it has seen, by identity and by $id; neither may outlive the tool.
    ajv.removeSchema(schema)
    return {
      accepts: value => answer(validate, value),
      errorsOf: value => (answer(validate, value) ? [] : (validate.errors ?? [])),
    }
  } catch {
    return undefined
  }
}

/** Fails closed: what makes compiled code throw is not valid. */
function answer(validate: ValidateFunction, value: Json): boolean {
  try {
    return validate(value)
  } catch {
    return false
  }
}

function createAjv(): Ajv2020 {
  const { Ajv2020: Ajv } = load('ajv/dist/2020.js')
  const regExp = Object.assign((source: string) => compilePattern(source), { code: 'compilePattern' })
  const ajv = new Ajv({
    strict: false,
    validateFormats: false,
    ownProperties: true,
    verbose: true,
    // Not for the errors: without it, what stands beside prefixItems is skipped when the list is shorter than that.
    allErrors: true,
    messages: false,
    logger: false,
    // Every keyword was checked at registration; checking again would load the meta-schemas, the slowest part.
    meta: false,
    validateSchema: false,
    code: { regExp },
  })
  for (const definition of OWN_KEYWORDS) ajv.removeKeyword(definition.keyword).addKeyword(definition)
  return ajv
}

/** Where its own version compares each with each, trips over keys like "valueOf", or rounds otherwise than ours. */
const OWN_KEYWORDS: readonly (FuncKeywordDefinition & { readonly keyword: string })[] = [
  {
    keyword: 'uniqueItems',
    type: 'array',
    compile: (wanted: boolean) => (list: readonly Json[]) => !wanted || allDifferent(list),
  },
  { keyword: 'multipleOf', type: 'number', compile: (step: number) => (value: number) => isMultiple(value, step) },
  { keyword: 'enum', compile: (values: readonly Json[]) => memberOf(values) },
  { keyword: 'const', compile: (wanted: Json) => memberOf([wanted]) },
]
