import { type Json, type JsonObject, isJsonObject } from '../../core/index.ts'
import { stringsIn } from '../json-list.ts'
import { type Check, type Planner, type Run, accept, answerOnly, pathTo, refuse, reject, report } from './check.ts'
import { expectation } from './expectation.ts'
import { type Pattern, compilePattern } from './pattern.ts'
import { amount, missing } from './problem.ts'
import { unknownKey } from './unknown-key.ts'

type Members = {
  readonly known: ReadonlyMap<string, Check>
  readonly patterns: readonly { readonly pattern: Pattern; readonly check: Check }[]
  readonly others: Check
  readonly required: readonly string[]
}

const OBJECT_KEYWORDS = ['properties', 'required', 'additionalProperties', 'patternProperties'] as const

export function membersCheck(schema: JsonObject, planner: Planner): Check | undefined {
  if (!OBJECT_KEYWORDS.some(keyword => schema[keyword] !== undefined)) return undefined
  const members = planMembers(schema, planner)
  return (value, run) => {
    if (!isJsonObject(value)) return true
    let valid = hasRequired(value, run)
    if (!valid && !run.problems) return false
    for (const key of Object.keys(value)) {
      const fits = memberFits(key, value, run)
      if (!fits && !run.problems) return false
      valid &&= fits
    }
    return valid
  }

  function hasRequired(value: JsonObject, run: Run): boolean {
    let valid = true
    for (const name of members.required) {
      if (Object.hasOwn(value, name)) continue
      if (!run.problems) return false
      report(run, missing(pathTo(run, name), expectation(propertySchema(schema, name), planner.root)))
      valid = false
    }
    return valid
  }

  function memberFits(key: string, value: JsonObject, run: Run): boolean {
    const member = value[key] ?? null
    const check = members.patterns.length === 0 ? members.known.get(key) : patternedCheck(members, key)
    if (!run.problems) return (check ?? members.others)(member, run)
    return explainMember({ key, member, check }, run)
  }

  function explainMember({ key, member, check }: { key: string; member: Json; check: Check | undefined }, run: Run): boolean {
    if (!check && members.others === refuse) {
      report(run, unknownKey(pathTo(run, key), [...members.known.keys()]))
      return false
    }
    run.path.push(key)
    const fits = (check ?? members.others)(member, run)
    run.path.pop()
    return fits
  }
}

function planMembers(schema: JsonObject, planner: Planner): Members {
  const { properties, patternProperties, additionalProperties, required } = schema
  return {
    known: new Map(entriesOf(properties).map(([name, member]) => [name, planner.checkOf(member)])),
    patterns: entriesOf(patternProperties).map(([source, member]) => ({ pattern: compilePattern(source), check: planner.checkOf(member) })),
    others: planner.checkOf(additionalProperties ?? true),
    required: stringsIn(required),
  }
}

/** A key may be a known property and match patterns as well; then all of them count. */
function patternedCheck({ known, patterns }: Members, key: string): Check | undefined {
  const own = known.get(key)
  const matching = patterns.filter(({ pattern }) => pattern.test(key))
  if (matching.length === 0) return own
  return (value, run) => (own ?? accept)(value, run) && matching.every(({ check }) => check(value, run))
}

export function sizeAndNamesCheck(schema: JsonObject, planner: Planner): Check | undefined {
  const { minProperties, maxProperties, propertyNames } = schema
  if (minProperties === undefined && maxProperties === undefined && propertyNames === undefined) return undefined
  const fewest = typeof minProperties === 'number' ? minProperties : 0
  const most = typeof maxProperties === 'number' ? maxProperties : Number.POSITIVE_INFINITY
  const nameCheck = planner.checkOf(propertyNames ?? true)
  return (value, run) => {
    if (!isJsonObject(value)) return true
    const keys = Object.keys(value)
    if (keys.length < fewest) return reject(run, value, `an object with at least ${amount(fewest, 'member')}`)
    if (keys.length > most) return reject(run, value, `an object with at most ${amount(most, 'member')}`)
    const wrong = keys.find(key => !answerOnly(nameCheck, key, run))
    return wrong === undefined || reject(run, value, `an object without the key ${JSON.stringify(wrong)}`)
  }
}

export function entriesOf(members: Json | undefined): (readonly [string, Json])[] {
  return isJsonObject(members) ? Object.entries(members) : []
}

function propertySchema({ properties }: JsonObject, name: string): Json | undefined {
  return isJsonObject(properties) && Object.hasOwn(properties, name) ? properties[name] : undefined
}
