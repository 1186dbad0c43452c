import type { ErrorObject } from 'ajv/dist/2020.js'
import { type Json, type JsonObject, isJsonObject, memberAt } from '../../core/index.ts'
import { explainingRun } from './check.ts'
import { expectation } from './expectation.ts'
import { interpret } from './interpret.ts'
import { type Path, type Problem, mismatch, missing } from './problem.ts'
import { unknownKey } from './unknown-key.ts'

const MAX_PROBLEMS = 10
/** A branch that fails is no problem by itself; the keyword that holds the branches is reported as well. */
const WITHIN_BRANCH = /\/(?:anyOf|oneOf|not|if|contains|propertyNames)\//

/** Says in our words what the compiled validator found. */
export function compiledProblems(errors: readonly ErrorObject[], value: Json): readonly Problem[] {
  const outer = errors.filter(({ schemaPath }) => !WITHIN_BRANCH.test(schemaPath))
  const problems = (outer.length > 0 ? outer : errors.slice(-1))
    .slice(0, MAX_PROBLEMS)
    .flatMap(error => problemsOf(error, value))
  return problems.length > 0 ? problems : [mismatch([], value, 'what the schema of this tool asks for')]
}

function problemsOf(error: ErrorObject, value: Json): readonly Problem[] {
  const path = pathOf(error.instancePath, value)
  const schema: JsonObject = isJsonObject(error.parentSchema) ? error.parentSchema : {}
  const properties = isJsonObject(schema.properties) ? schema.properties : {}
  const { missingProperty, additionalProperty, unevaluatedProperty }: Record<string, unknown> = error.params
  const extra = additionalProperty ?? unevaluatedProperty
  if (typeof missingProperty === 'string')
    return [missing([...path, missingProperty], expectation(properties[missingProperty], schema))]
  if (typeof extra === 'string') return [unknownKey([...path, extra], Object.keys(properties))]
  return explainKeyword({ keyword: error.keyword, schema, path }, valueAt(path, value))
}

/** The interpreter reads the one keyword that failed, so that both engines speak alike. */
function explainKeyword(
  { keyword, schema, path }: { keyword: string; schema: JsonObject; path: Path },
  value: Json,
): readonly Problem[] {
  const run = explainingRun()
  run.path.push(...path)
  const single: JsonObject = { [keyword]: schema[keyword] ?? true }
  interpret(single).checkOf(single)(value, run)
  return run.problems.length > 0 ? run.problems : [mismatch(path, value, `what "${keyword}" of its schema allows`)]
}

function pathOf(pointer: string, value: Json): Path {
  let node: Json | undefined = value
  return pointer
    .split('/')
    .slice(1)
    .map(token => {
      const key = token.replaceAll('~1', '/').replaceAll('~0', '~')
      const step = Array.isArray(node) ? Number(key) : key
      node = valueAt([step], node ?? null)
      return step
    })
}

function valueAt(path: Path, value: Json): Json {
  return path.reduce<Json>((node, step) => memberAt(node, String(step)) ?? null, value)
}
