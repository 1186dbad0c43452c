import {
  CAPABILITIES,
  type Capability,
  CountersignError,
  type JsonObject,
  type Risk,
  type ToolDefinition,
  type ToolFacts,
  isCapability,
} from '../core/index.ts'
import { findRootFault } from './hostile-schema.ts'
import {
  type ArgumentReview,
  type StandardSchema,
  isStandardSchema,
  jsonSchemaOf,
  reviewWith,
} from './standard-schema.ts'
import { type ResultCheck, resultCheck } from './result-check.ts'
import type { PreparedSchema, ValidatorCache } from './validator-cache.ts'

/** A tool as its author writes it. */
export type ToolSource = {
  readonly name: string
  readonly description?: string | undefined
  /** JSON Schema 2020-12, or any Standard Schema that can describe itself as such. */
  readonly input: JsonObject | StandardSchema
  /** What it returns; a result that does not fit is refused. */
  readonly outputSchema?: JsonObject | StandardSchema | undefined
  readonly risk: Risk
  readonly capability: Capability
  readonly facts?: Partial<ToolFacts> | undefined
}

export type PreparedTool = {
  readonly definition: ToolDefinition
  readonly schema: PreparedSchema
  readonly review: ArgumentReview | undefined
  readonly result: ResultCheck | undefined
}

const MAX_NAME_LENGTH = 128
const RISKS: readonly unknown[] = ['read', 'write', 'destroy'] satisfies Risk[]
const NO_FACTS: ToolFacts = {
  idempotent: false,
  cacheable: false,
  needsPlan: false,
  egress: false,
  acceptsRef: [],
  saysItRan: [],
}

const KNOWN_FACTS: { readonly [Fact in keyof ToolFacts]-?: true } = {
  idempotent: true,
  cacheable: true,
  needsPlan: true,
  egress: true,
  hidden: true,
  assessedAlone: true,
  endsWithCode: true,
  keepsTime: true,
  names: true,
  acceptsRef: true,
  saysItRan: true,
  doneAfterTurn: true,
  commandLine: true,
}
const FACTS: ReadonlySet<string> = new Set(Object.keys(KNOWN_FACTS))

/** Checks a registered tool: plain JavaScript and JSON come without a compiler that would have checked it. */
export function prepareTool(source: ToolSource, cache: ValidatorCache): PreparedTool {
  checkIdentity(source)
  const { name, input } = source
  const standard = isStandardSchema(input) ? input : undefined
  const described = isStandardSchema(input) ? jsonSchemaOf(name, input) : input
  const schema = findRootFault(described) ?? cache.prepare(described)
  if (!schema.ok) throw new CountersignError(schema.error.code, `Tool "${name}": ${schema.error.message}`)
  return {
    definition: define(source, schema.value),
    schema: schema.value,
    review: standard && reviewWith(name, standard),
    result: resultCheck(name, source.outputSchema, cache),
  }
}

function define(
  { name, description = '', risk, capability, facts }: ToolSource,
  { input, parameters }: PreparedSchema,
): ToolDefinition {
  const all = { ...NO_FACTS, ...facts }
  const unknown = Object.keys(facts ?? {}).find(fact => !FACTS.has(fact))
  if (unknown !== undefined) throw invalid(name, `there is no fact "${unknown}". Facts: ${[...FACTS].join(', ')}.`)
  const stray = all.acceptsRef.find(parameter => !parameters.has(parameter))
  if (stray !== undefined) throw invalid(name, `facts.acceptsRef names "${stray}", which is not one of its parameters.`)
  if (!all.saysItRan.every(verb => typeof verb === 'string' && /^\p{L}[\p{L} '’-]{0,40}$/u.test(verb)))
    throw invalid(name, 'facts.saysItRan lists verbs, such as "searched".')
  if (all.names !== undefined && !all.names.includes(name))
    throw invalid(name, 'facts.names lists its names, and this one is missing.')
  return Object.freeze({
    name,
    description,
    input,
    risk,
    capability,
    facts: Object.freeze({
      ...all,
      acceptsRef: Object.freeze([...all.acceptsRef]),
      saysItRan: Object.freeze([...all.saysItRan]),
    }),
  })
}

function checkIdentity({ name, description, input, risk, capability }: ToolSource): void {
  if (!isName(name))
    throw invalid(name, `its name must be 1 to ${MAX_NAME_LENGTH} visible characters without spaces at the ends.`)
  if (description !== undefined && !(typeof description === 'string' && description.isWellFormed()))
    throw invalid(name, 'its description must be a string of whole characters.')
  if (!RISKS.includes(risk))
    throw invalid(name, `it has no risk. Say "read", "write" or "destroy": what could a wrong call do?`)
  if (!isCapability(capability))
    throw invalid(name, `it has no capability. Say which right it needs: ${CAPABILITIES.join(', ')} or mcp.<server>.`)
  if ((typeof input !== 'object' && typeof input !== 'function') || input === null)
    throw invalid(name, 'it has no input. Pass a JSON Schema object or a Standard Schema.')
}

function isName(name: unknown): boolean {
  if (typeof name !== 'string' || name === '' || name.length > MAX_NAME_LENGTH) return false
  return name === name.trim() && name.isWellFormed() && !/\p{C}/u.test(name)
}

const invalid = (name: string, what: string): CountersignError =>
  new CountersignError('tool_definition_invalid', `Tool "${name}": ${what}`)
