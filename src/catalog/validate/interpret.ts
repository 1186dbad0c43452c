import { type Json, type JsonObject, isJsonObject } from '../../core/index.ts'
import { createRefResolver } from '../schema/refs.ts'
import { type Check, type Planner, acceptAll, every, refuseAll, spendRef } from './check.ts'
import { allOfCheck, anyOfCheck, conditionCheck, dependentCheck, notCheck, oneOfCheck } from './combine.ts'
import { listCheck } from './lists.ts'
import { membersCheck, sizeAndNamesCheck } from './objects.ts'
import { constCheck, enumCheck, numberCheck, stringCheck, typeCheck } from './scalars.ts'

type KeywordPlan = (schema: JsonObject, planner: Planner) => Check | undefined

/** In this order a value is judged, so that the first problem told is the plainest one. */
const KEYWORD_PLANS: readonly KeywordPlan[] = [
  typeCheck,
  refCheck,
  constCheck,
  enumCheck,
  numberCheck,
  stringCheck,
  listCheck,
  sizeAndNamesCheck,
  membersCheck,
  dependentCheck,
  allOfCheck,
  anyOfCheck,
  oneOfCheck,
  notCheck,
  conditionCheck,
]

/** An object schema that says no more than its properties. */
const isPlain = (schema: JsonObject): boolean =>
  schema.type === 'object' && Object.keys(schema).every(key => PLAIN_KEYWORDS.has(key))

const PLAIN_KEYWORDS = new Set([
  'type',
  'properties',
  'required',
  'description',
  'title',
  '$schema',
  'additionalProperties',
])

export type Interpreter = Planner & {
  /** For plain object schemas: the properties and nothing else, in one pass. */
  listedCheck(schema: JsonObject): Check | undefined
}

export function interpret(root: JsonObject): Interpreter {
  const plans = new Map<JsonObject, Check>()
  const planner: Planner = { root, checkOf, resolve: createRefResolver(root) }
  return {
    ...planner,
    listedCheck: schema =>
      isPlain(schema) ? membersCheck({ ...schema, additionalProperties: false }, planner) : undefined,
  }

  function checkOf(schema: Json): Check {
    if (!isJsonObject(schema)) return schema === true ? acceptAll : refuseAll
    return plans.get(schema) ?? plan(schema)
  }

  function plan(schema: JsonObject): Check {
    let built: Check = refuseAll
    // A recursive schema asks for its own check while that is being built.
    plans.set(schema, (value, run) => built(value, run))
    built = every(KEYWORD_PLANS.map(keyword => keyword(schema, planner)).filter(check => check !== undefined))
    plans.set(schema, built)
    return built
  }
}

/** Within one document a dynamic reference has nowhere else to lead than a plain one. */
function refCheck({ $ref, $dynamicRef }: JsonObject, planner: Planner): Check | undefined {
  const checks = [$ref, $dynamicRef]
    .filter(ref => typeof ref === 'string')
    .map(ref => planner.checkOf(planner.resolve(ref) ?? false))
  const check = every(checks)
  return checks.length === 0 ? undefined : (value, run) => spendRef(run) && check(value, run)
}
