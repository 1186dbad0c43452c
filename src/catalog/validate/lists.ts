import { type Json, type JsonObject, canonicalJson, isJsonList } from '../../core/index.ts'
import { type Check, type Planner, type ValidationRun, answerOnly, every, reject } from './check.ts'
import { amount } from './problem.ts'

export function listCheck(schema: JsonObject, planner: Planner): Check | undefined {
  const checks = [
    sizeCheck(schema),
    itemsCheck(schema, planner),
    containsCheck(schema, planner),
    uniqueCheck(schema),
  ].filter(check => check !== undefined)
  if (checks.length === 0) return undefined
  const all = every(checks.map(listOnly))
  return (value, run) => !isJsonList(value) || all(value, run)
}

type ListCheck = (list: readonly Json[], run: ValidationRun) => boolean

const listOnly =
  (check: ListCheck): Check =>
  (value, run) =>
    !isJsonList(value) || check(value, run)

function sizeCheck({ minItems, maxItems }: JsonObject): ListCheck | undefined {
  const fewest = typeof minItems === 'number' ? minItems : 0
  const most = typeof maxItems === 'number' ? maxItems : Number.POSITIVE_INFINITY
  if (fewest === 0 && most === Number.POSITIVE_INFINITY) return undefined
  return (list, run) => {
    if (list.length < fewest) return reject(run, list, `a list of at least ${amount(fewest, 'item')}`)
    return list.length <= most || reject(run, list, `a list of at most ${amount(most, 'item')}`)
  }
}

function itemsCheck({ prefixItems, items }: JsonObject, planner: Planner): ListCheck | undefined {
  const first = isJsonList(prefixItems) ? prefixItems.map(item => planner.checkOf(item)) : []
  if (items === undefined && first.length === 0) return undefined
  const rest = planner.checkOf(items ?? true)
  return (list, run) => {
    let valid = true
    for (let index = 0; index < list.length; index++) {
      if (run.problems) run.path.push(index)
      const fits = (first[index] ?? rest)(list[index] ?? null, run)
      if (run.problems) run.path.pop()
      else if (!fits) return false
      valid &&= fits
    }
    return valid
  }
}

function containsCheck({ contains, minContains, maxContains }: JsonObject, planner: Planner): ListCheck | undefined {
  if (contains === undefined) return undefined
  const check = planner.checkOf(contains)
  const fewest = typeof minContains === 'number' ? minContains : 1
  const most = typeof maxContains === 'number' ? maxContains : Number.POSITIVE_INFINITY
  return (list, run) => {
    const count = list.reduce<number>((sum, item) => sum + (answerOnly(check, item, run) ? 1 : 0), 0)
    if (count < fewest) return reject(run, list, `a list with at least ${amount(fewest, 'fitting item')}`)
    return count <= most || reject(run, list, `a list with at most ${amount(most, 'fitting item')}`)
  }
}

function uniqueCheck({ uniqueItems }: JsonObject): ListCheck | undefined {
  if (uniqueItems !== true) return undefined
  return (list, run) => allDifferent(list) || reject(run, list, 'a list without repeated items')
}

/** By lookup, not by comparing each with each: a model may send thousands. */
export function allDifferent(list: readonly Json[]): boolean {
  const scalars = new Set<Json>()
  const shapes = new Set<string>()
  for (const item of list) {
    if (typeof item === 'object' && item !== null) shapes.add(canonicalJson(item))
    else scalars.add(item)
  }
  return scalars.size + shapes.size === list.length
}
