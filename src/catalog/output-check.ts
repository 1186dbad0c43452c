import { CountersignError, type JsonObject, type Result, fault, succeed } from '../core/index.ts'
import { problemsMessage } from './validate/problem.ts'
import { createValidatorCache } from './validator-cache.ts'

/**
 * Checks an object that a model was asked for against its schema. Made once per schema; a hostile schema is refused.
 */
export function createOutputCheck(schema: JsonObject): (value: JsonObject) => Result<JsonObject> {
  const prepared = createValidatorCache().prepare(schema)
  if (!prepared.ok) throw new CountersignError(prepared.error.code, prepared.error.message)
  const { validator } = prepared.value
  return value => {
    if (validator.accepts(value)) return succeed(value)
    const problems = validator.explain(value)
    return { ok: false, error: fault('output_invalid', problemsMessage(problems), { problems }) }
  }
}
