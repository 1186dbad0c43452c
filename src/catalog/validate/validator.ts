import type { Json, JsonObject } from '../../core/index.ts'
import { type Check, answeringRun, exhausted, explainingRun } from './check.ts'
import type { Compiled, Compiler } from './compile.ts'
import { compiledProblems } from './compiled-problems.ts'
import { interpret } from './interpret.ts'
import { type Problem, mismatch } from './problem.ts'

export type Validator = {
  accepts(value: Json): boolean
  /** As `accepts`, and no key beside those that a plain object schema lists. May say no where `accepts` says yes. */
  acceptsAsListed(value: Json): boolean
  /** Why it is not accepted; what is accepted has no problems. */
  explain(value: Json): readonly Problem[]
  /** Does this part of the schema accept the value? Coercion asks it of parameters one by one. */
  partAccepts(part: Json, value: Json): boolean
}

export type ValidatorSource = {
  readonly schema: JsonObject
  readonly compiler: Compiler
  /** May it be compiled once it is hot? */
  readonly compilable: boolean
}

/** Loading the compiler takes 50 ms and a schema 1 ms; a compiled check saves 0.1 to 0.6 µs. */
export const HOT_AFTER_USES = 4_096

/** Interpreted at first, compiled when hot; the words always come from the interpreter. */
export function createValidator({ schema, compiler, compilable }: ValidatorSource): Validator {
  const planner = interpret(schema)
  const listed = planner.listedCheck(schema)
  let uses = 0
  let compiled: Compiled | undefined
  return {
    accepts(value) {
      uses += 1
      if (uses === HOT_AFTER_USES && compilable) compiled = compiler.compile(schema)
      return compiled ? compiled.accepts(value) : answer(planner.checkOf(schema), value)
    },
    acceptsAsListed: value => listed !== undefined && answer(listed, value),
    explain: value => explain(planner.checkOf(schema), value),
    partAccepts: (part, value) => answer(planner.checkOf(part), value),
  }
}

/** For schemas with keywords that only the compiler knows: both must agree, since neither knows all. */
export function createStrictestValidator(schema: JsonObject, compiled: Compiled): Validator {
  const planner = interpret(schema)
  const check = planner.checkOf(schema)
  return {
    accepts: value => answer(check, value) && compiled.accepts(value),
    acceptsAsListed: () => false,
    explain(value) {
      const problems = explain(check, value)
      return problems.length > 0 || compiled.accepts(value)
        ? problems
        : compiledProblems(compiled.errorsOf(value), value)
    },
    partAccepts: (part, value) => answer(planner.checkOf(part), value),
  }
}

function answer(check: Check, value: Json): boolean {
  const run = answeringRun()
  return check(value, run) && !exhausted(run)
}

function explain(check: Check, value: Json): readonly Problem[] {
  const run = explainingRun()
  if (check(value, run) && !exhausted(run)) return []
  return run.problems.length > 0 ? run.problems : [mismatch([], value, 'what the schema of this tool asks for')]
}
