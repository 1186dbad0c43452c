import { type Json, type JsonObject, isJsonObject } from '../../core/index.ts'
import { stringItems } from '../json-list.ts'
import {
  type Check,
  type Planner,
  type ValidationRun,
  acceptAll,
  answerOnly,
  pathTo,
  refuseAll,
  reject,
  report,
} from './check.ts'
import { expectation } from './expectation.ts'
import { type TextPattern, compilePattern } from './pattern.ts'
import { amount, missing } from './problem.ts'
import { unknownKey } from './unknown-key.ts'

type Member = { readonly check: Check; readonly required: boolean }

type Members = {
  readonly known: ReadonlyMap<string, Member>
  readonly patterns: readonly { readonly pattern: TextPattern; readonly check: Check }[]
  readonly others: Check
  readonly required: readonly string[]
}

const OBJECT_KEYWORDS = ['properties', 'required', 'additionalProperties', 'patternProperties'] as const

export function membersCheck(schema: JsonObject, planner: Planner): Check | undefined {
  if (!OBJECT_KEYWORDS.some(keyword => schema[keyword] !== undefined)) return undefined
  const members = planMembers(schema, planner)
  return (value, run) => {
    if (!isJsonObject(value)) return true
    if (!run.problems) return membersFit(members, value, run)
    const complete = tellMissing(value, run)
    const fitting = Object.keys(value).map(key => memberFits(key, value[key] ?? null, run))
    return complete && fitting.every(fits => fits)
  }

  function tellMissing(value: JsonObject, run: ValidationRun): boolean {
    const absent = members.required.filter(name => !Object.hasOwn(value, name))
    for (const name of absent)
      report(run, missing(pathTo(run, name), expectation(propertySchema(schema, name), planner.root)))
    return absent.length === 0
  }

  function memberFits(key: string, member: Json, run: ValidationRun): boolean {
    const check = checkFor(members, key)
    if (check === refuseAll && !members.known.has(key)) {
      report(run, unknownKey(pathTo(run, key), namesOf(schema)))
      return false
    }
    run.path.push(key)
    const fits = check(member, run)
    run.path.pop()
    return fits
  }
}

/** The hot path: keys and values are taken once each, because V8 looks up keys of unknown shapes slowly. */
function membersFit(members: Members, value: JsonObject, run: ValidationRun): boolean {
  const keys = Object.keys(value)
  const values = Object.values(value)
  let wanting = members.required.length
  for (let at = 0; at < keys.length; at++) {
    const key = keys[at] ?? ''
    const member = members.known.get(key)
    if (member?.required === true) wanting--
    const check = members.patterns.length > 0 ? checkFor(members, key) : (member?.check ?? members.others)
    if (!check(values[at] ?? null, run)) return false
  }
  return wanting === 0
}

function planMembers(schema: JsonObject, planner: Planner): Members {
  const { properties, patternProperties, additionalProperties } = schema
  const others = planner.checkOf(additionalProperties ?? true)
  const required = [...new Set(stringItems(schema.required))]
  const known = new Map<string, Member>(
    entriesOf(properties).map(([name, member]) => [
      name,
      { check: planner.checkOf(member), required: required.includes(name) },
    ]),
  )
  for (const name of required) if (!known.has(name)) known.set(name, { check: others, required: true })
  const patterns = entriesOf(patternProperties).map(([source, member]) => ({
    pattern: compilePattern(source),
    check: planner.checkOf(member),
  }))
  return { known, patterns, others, required }
}

const namesOf = ({ properties }: JsonObject): readonly string[] => entriesOf(properties).map(([name]) => name)

/** A key may be a known property and match patterns as well; then all of them count. */
function checkFor({ known, patterns, others }: Members, key: string): Check {
  const own = known.get(key)?.check
  const matching = patterns.filter(({ pattern }) => pattern.test(key))
  if (matching.length === 0) return own ?? others
  return (value, run) => (own ?? acceptAll)(value, run) && matching.every(({ check }) => check(value, run))
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
