import { type Json, type JsonObject, isJsonObject, isJsonList } from '../../core/index.ts'
import { stringItems } from '../json-list.ts'
import {
  type Check,
  type Planner,
  type ValidationRun,
  acceptAll,
  answerOnly,
  every,
  pathTo,
  reject,
  report,
} from './check.ts'
import { expectation } from './expectation.ts'
import { entriesOf } from './objects.ts'
import { missing } from './problem.ts'
import { typeCheck } from './scalars.ts'

type Branch = { readonly schema: Json; readonly check: Check }

const planBranches = (branches: readonly Json[], planner: Planner): readonly Branch[] =>
  branches.map(schema => ({ schema, check: planner.checkOf(schema) }))

export function allOfCheck({ allOf }: JsonObject, planner: Planner): Check | undefined {
  return isJsonList(allOf) ? every(allOf.map(schema => planner.checkOf(schema))) : undefined
}

export function anyOfCheck(schema: JsonObject, planner: Planner): Check | undefined {
  if (!isJsonList(schema.anyOf)) return undefined
  const branches = planBranches(schema.anyOf, planner)
  return (value, run) => {
    for (const { check } of branches) if (answerOnly(check, value, run)) return true
    return explained(branches, value, run)
      ? false
      : reject(run, value, expectation({ anyOf: schema.anyOf ?? [] }, planner.root))
  }
}

export function oneOfCheck(schema: JsonObject, planner: Planner): Check | undefined {
  if (!isJsonList(schema.oneOf)) return undefined
  const branches = planBranches(schema.oneOf, planner)
  return (value, run) => {
    let accepted = 0
    for (const { check } of branches) if (answerOnly(check, value, run) && ++accepted > 1) break
    if (accepted === 1) return true
    if (accepted === 0 && explained(branches, value, run)) return false
    const words = expectation({ oneOf: schema.oneOf ?? [] }, planner.root)
    return reject(run, value, accepted > 1 ? `exactly one of ${words}` : words)
  }
}

/** If only one branch is of the value's type, its problems say more than a list of all branches. */
function explained(branches: readonly Branch[], value: Json, run: ValidationRun): boolean {
  if (!run.problems) return true
  const [only, second] = branches.filter(
    ({ schema }) => isJsonObject(schema) && answerOnly(typeCheck(schema) ?? acceptAll, value, run),
  )
  if (!only || second) return false
  only.check(value, run)
  return true
}

export function notCheck({ not }: JsonObject, planner: Planner): Check | undefined {
  if (not === undefined) return undefined
  const check = planner.checkOf(not)
  return (value, run) => {
    if (!answerOnly(check, value, run)) return true
    const words = expectation(not, planner.root)
    return reject(run, value, words === 'a value' ? 'another kind of value' : `anything but ${words}`)
  }
}

export function conditionCheck(schema: JsonObject, planner: Planner): Check | undefined {
  if (schema.if === undefined) return undefined
  const condition = planner.checkOf(schema.if)
  const whenTrue = planner.checkOf(schema.then ?? true)
  const whenFalse = planner.checkOf(schema.else ?? true)
  return (value, run) => (answerOnly(condition, value, run) ? whenTrue : whenFalse)(value, run)
}

/** `dependencies` is how drafts before 2019-09 wrote both. */
export function dependentCheck(
  { dependentRequired, dependentSchemas, dependencies }: JsonObject,
  planner: Planner,
): Check | undefined {
  const rules = [...entriesOf(dependentRequired), ...entriesOf(dependentSchemas), ...entriesOf(dependencies)]
  const checks = rules.map(([key, rule]) =>
    isJsonList(rule) ? requireWith(key, rule) : whenPresent(key, planner.checkOf(rule)),
  )
  return checks.length === 0 ? undefined : every(checks)
}

function requireWith(key: string, names: Json): Check {
  const wanted = stringItems(names)
  return whenPresent(key, (value, run) => {
    const absent = wanted.filter(name => isJsonObject(value) && !Object.hasOwn(value, name))
    for (const name of absent) report(run, missing(pathTo(run, name), `a value, since "${key}" is given`))
    return absent.length === 0
  })
}

const whenPresent =
  (key: string, check: Check): Check =>
  (value, run) =>
    !isJsonObject(value) || !Object.hasOwn(value, key) || check(value, run)
