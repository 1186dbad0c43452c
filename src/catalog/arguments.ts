import {
  type CallContext,
  type CallRequest,
  type Json,
  type JsonObject,
  type Result,
  fail,
  succeed,
  type Fixup,
} from '../core/index.ts'
import { type KeyRules, type NamedArguments, matchParameters } from './argument-keys.ts'
import { type ArgumentLayout, layoutsOf } from './argument-layout.ts'
import { coerceArguments } from './coerce.ts'
import { invalidArguments } from './invalid-arguments.ts'
import { findUnsound } from './sound-json.ts'
import { isThinkKey } from './think-field.ts'
import { type Problem, previewValue } from './validate/problem.ts'
import { listNames } from './validate/unknown-key.ts'
import type { Validator } from './validate/validator.ts'
import type { PreparedSchema } from './validator-cache.ts'

export type ArgumentRules = {
  readonly input: JsonObject
  readonly validator: Validator
  /** No parameter is one that must be left out. */
  readonly isPlain: boolean
  readonly asWritten: KeyRules
  /** As above, and backslashes that markdown put into keys are no part of them. */
  readonly unescaping: KeyRules
  /** For tools that take further arguments: the same once more, and keys that the schema does not list pass. */
  readonly opened: ArgumentRules | undefined
}

export type CanonicalArguments = {
  readonly args: JsonObject
  readonly aliases: readonly string[]
  readonly fixups: readonly Fixup[]
}

type KeyManners = Pick<KeyRules, 'aliases' | 'exactOnly'> & { readonly takesMore: boolean }

export function argumentRules(schema: PreparedSchema, { takesMore, ...manners }: KeyManners): ArgumentRules {
  const { input, parameters, validator } = schema
  const keys = { ...manners, parameters }
  const open = { ...schema, parameters: { ...parameters, open: true } }
  return {
    opened: takesMore ? argumentRules(open, { ...manners, takesMore: false }) : undefined,
    input,
    validator,
    isPlain: !parameters.names.some(isThinkKey),
    asWritten: { ...keys, unescape: false },
    unescaping: { ...keys, unescape: true },
  }
}

type Liberties = Pick<CallContext, 'coerce' | 'sound'>

/** The exact reading counts if it is valid; otherwise, where that is allowed, the smallest rearrangement that is. */
export function readArguments(
  request: CallRequest,
  liberties: Liberties,
  rules: ArgumentRules,
): Result<CanonicalArguments> {
  const { coerce, sound } = liberties
  if (sound && rules.isPlain && request.positional.length === 0 && rules.validator.acceptsAsListed(request.named))
    return exactly(request.named)
  const unsound = sound ? undefined : (findUnsound(request.named) ?? findUnsound(request.positional))
  if (unsound !== undefined)
    return fail('tool_call_invalid_args', `The arguments hold ${unsound}. Send plain JSON values.`)
  const exact = matchParameters(request.named, coerce ? rules.unescaping : rules.asWritten)
  if (request.positional.length === 0 && isValid(exact, rules)) return succeed(exact)
  const repaired = coerce ? repair(request, rules) : undefined
  if (repaired) return succeed(repaired)
  // beside the tool's name a key may be anything
  return rules.opened && !request.fixups.includes('flat_arguments')
    ? readArguments(request, liberties, rules.opened)
    : { ok: false, error: invalidArguments(problemsOf(exact, request.positional, rules)) }
}

const NONE: readonly never[] = []

/** What most calls are: every key a parameter, every value of its type. */
const exactly = (args: JsonObject): Result<CanonicalArguments> => succeed({ args, aliases: NONE, fixups: NONE })

const isValid = ({ problems, args }: NamedArguments, { validator }: ArgumentRules): boolean =>
  problems.length === 0 && validator.accepts(args)

function repair(request: CallRequest, rules: ArgumentRules): CanonicalArguments | undefined {
  const readings = layoutsOf(request, rules.unescaping).map(layout => readLayout(layout, rules))
  return readings.find(reading => isValid(reading, rules)) ?? coerceFirst(readings, rules)
}

function readLayout({ named, fixups }: ArgumentLayout, rules: ArgumentRules): NamedArguments {
  const reading = matchParameters(named, rules.unescaping)
  return { ...reading, fixups: [...fixups, ...reading.fixups] }
}

function coerceFirst(
  readings: readonly NamedArguments[],
  { input, validator }: ArgumentRules,
): CanonicalArguments | undefined {
  for (const { args, aliases, fixups, problems } of readings) {
    if (problems.length > 0) continue
    const coerced = coerceArguments(args, input, validator)
    if (validator.accepts(coerced.args)) return { args: coerced.args, aliases, fixups: [...fixups, ...coerced.fixups] }
  }
  return undefined
}

function problemsOf(
  reading: NamedArguments,
  positional: readonly Json[],
  { validator, asWritten }: ArgumentRules,
): readonly Problem[] {
  const unnamed = positional.length > 0 ? [unnamedValues(positional, asWritten.parameters.names)] : []
  const told = new Set(reading.problems.map(({ path }) => path))
  return [...reading.problems, ...unnamed, ...validator.explain(reading.args).filter(({ path }) => !told.has(path))]
}

const unnamedValues = (positional: readonly Json[], names: readonly string[]): Problem => ({
  kind: 'mismatch',
  path: '',
  expected: 'named',
  got: previewValue(positional),
  suggestion: `Give each value its name. ${listNames(names)}`,
})
