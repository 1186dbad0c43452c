import { CountersignError, type JsonObject, type Result, fault, succeed } from '../core/index.ts'
import { problemsMessage } from './validate/problem.ts'
import { createValidatorCache } from './validator-cache.ts'

/** Does an object that a model was asked for fit its schema? Made once for each schema; a hostile schema is refused here. */
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
