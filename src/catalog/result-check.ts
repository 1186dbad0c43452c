import { CountersignError, type Json, type JsonObject } from '../core/index.ts'
import { type StandardSchema, isStandardSchema, problemOf } from './standard-schema.ts'
import { MAX_SHOWN_PROBLEMS, problemStatement } from './validate/problem.ts'
import type { ValidatorCache } from './validator-cache.ts'

/** What is wrong with the result of a tool; undefined if it is as its author said. */
export type ResultCheck = (value: Json | undefined) => Promise<string | undefined>

/** A result is outside data, whoever wrote the tool: what its schema does not allow is not handed on. */
export function resultCheck(
  tool: string,
  schema: JsonObject | StandardSchema | undefined,
  cache: ValidatorCache,
): ResultCheck | undefined {
  if (schema === undefined) return undefined
  if (typeof schema !== 'object' && typeof schema !== 'function')
    throw new CountersignError('tool_definition_invalid', `Tool "${tool}": its outputSchema is no schema.`)
  if (isStandardSchema(schema)) return async value => inWords(await problemsBy(schema, value))
  const prepared = cache.prepare(schema)
  if (!prepared.ok)
    throw new CountersignError(prepared.error.code, `Tool "${tool}", outputSchema: ${prepared.error.message}`)
  const { validator } = prepared.value
  return async value => {
    if (value === undefined) return 'There is none.'
    if (validator.accepts(value)) return undefined
    return inWords(validator.explain(value).map(problem => problemStatement(problem, 'It')))
  }
}

async function problemsBy(schema: StandardSchema, value: Json | undefined): Promise<readonly string[]> {
  const { issues = [] } = await schema['~standard'].validate(value)
  return issues.map(problemOf).map(({ path, expected }) => (path === '' ? expected : `"${path}": ${expected}.`))
}

const inWords = (problems: readonly string[]): string | undefined =>
  problems.length === 0 ? undefined : problems.slice(0, MAX_SHOWN_PROBLEMS).join(' ')
