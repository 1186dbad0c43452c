import { CountersignError, type JsonObject, type Result, fail, isJsonObject, succeed } from '../core/index.ts'
import { invalidArguments } from './invalid-arguments.ts'
import { type Problem, formatPath } from './validate/problem.ts'

type Issue = {
  readonly message: string
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined
}
type StandardOutcome = { readonly value: unknown; readonly issues?: undefined } | { readonly issues: readonly Issue[] }

/** The part of standardschema.dev that a tool needs: what zod, valibot and arktype have in common. */
export type StandardSchema = {
  readonly '~standard': {
    readonly version: 1
    readonly vendor: string
    readonly validate: (value: unknown) => StandardOutcome | Promise<StandardOutcome>
    readonly jsonSchema?:
      | { readonly input: (options: { readonly target: 'draft-2020-12' }) => Record<string, unknown> }
      | undefined
  }
}

/** A second opinion on arguments that already fit the JSON Schema: refinements that JSON Schema cannot say. */
export type ArgumentReview = (args: JsonObject) => Result<void>

/** Some libraries make their schemas functions. */
export const isStandardSchema = (input: object): input is StandardSchema => '~standard' in input

export function jsonSchemaOf(tool: string, schema: StandardSchema): JsonObject {
  const { jsonSchema, vendor } = schema['~standard']
  if (!jsonSchema) {
    throw new CountersignError(
      'tool_definition_invalid',
      `The schema of "${tool}" (${vendor}) cannot describe itself as JSON Schema. ` +
        `Update ${vendor}, or pass a JSON Schema object.`,
    )
  }
  const described: unknown = describe(tool, () => jsonSchema.input({ target: 'draft-2020-12' }))
  if (isJsonObject(described)) return described
  throw new CountersignError('schema_refused', `The schema of "${tool}" (${vendor}) gave no JSON Schema object.`)
}

function describe(tool: string, make: () => unknown): unknown {
  try {
    return make()
  } catch (thrown) {
    throw new CountersignError(
      'schema_refused',
      `The schema of "${tool}" cannot be written as JSON Schema: ${messageOf(thrown)}`,
    )
  }
}

/** Its result is an opinion only: what runs is what the model sent, not what a transform made of it. */
export function reviewWith(tool: string, schema: StandardSchema): ArgumentReview {
  return args => {
    try {
      const outcome = schema['~standard'].validate(args)
      return outcome instanceof Promise ? refuseAsync(tool, outcome) : judge(outcome)
    } catch (thrown) {
      return fail(
        'tool_definition_invalid',
        `The schema of "${tool}" threw while it checked arguments: ${messageOf(thrown)}`,
      )
    }
  }
}

function refuseAsync(tool: string, outcome: Promise<StandardOutcome>): Result<never> {
  outcome.catch(() => undefined)
  return fail(
    'tool_definition_invalid',
    `The schema of "${tool}" checks asynchronously, so the call cannot be judged. ` +
      'Use a schema without async refinements.',
  )
}

function judge(outcome: StandardOutcome): Result<void> {
  return outcome.issues ? { ok: false, error: invalidArguments(outcome.issues.map(problemOf)) } : succeed(undefined)
}

export function problemOf({ message, path = [] }: Issue): Problem {
  const steps = path
    .map(step => (typeof step === 'object' ? step.key : step))
    .map(step => (typeof step === 'number' ? step : String(step)))
  return { kind: 'review', path: formatPath(steps), expected: message, got: '', suggestion: 'Correct it.' }
}

const messageOf = (thrown: unknown): string => (thrown instanceof Error ? thrown.message : String(thrown))
