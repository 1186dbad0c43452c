import { AsyncLocalStorage } from 'node:async_hooks'
import { type StandardSchema, createValidatorCache, resultCheck } from '../catalog/index.ts'
import {
  type Capability,
  CountersignError,
  FAULTS,
  type Fault,
  type JsonObject,
  type Risk,
  fault,
  isJsonObject,
  newId,
  sha256,
} from '../core/index.ts'
import { type AssembleOptions, type Assembly, SHARED_OPTIONS, assemble } from './assemble.ts'
import { type GuardableTool, type GuardableTools, type Guarded, type NamedTool, namedTools } from './guardable-tool.ts'
import { inputSchemaOf, outputSchemaOf } from './input-schema.ts'
import { type KnownOptions, refuseUnknown } from './known-options.ts'
import type { OwnTool } from './own-tool.ts'
import { toolOutput, plainArguments, returnedValue } from './returned-value.ts'

/** A fact for each tool by its name, or a function that says it. */
type PerTool<Value> = Readonly<Record<string, Value>> | ((tool: string) => Value | undefined)

export type GuardOptions = Omit<AssembleOptions, 'tools' | 'workspace' | 'fileTools'> & {
  /** The folder in whose `.control-room` the records are kept. */
  readonly workspace: string
  /**
   * The session of all calls; by default a new one. With the same session and call id a call is never made twice, not
   * even after a crash.
   */
  readonly session?: string
  /** Capabilities that every call is granted. */
  readonly allow?: readonly Capability[]
  /** What a wrong call could do. Left out, and not said by the tool itself: `write`. */
  readonly risk?: PerTool<Risk>
  /**
   * The capability each tool needs. Default: the tool's own, else `SystemExecute`, because a function can do anything.
   */
  readonly capability?: PerTool<Capability>
  /** What becomes of a call that gave no result: its fault's text as the result, which a model reads, or an error. */
  readonly onRefusal?: 'return' | 'throw'
}

const GUARD: KnownOptions<GuardOptions> = {
  ...SHARED_OPTIONS,
  workspace: true,
  session: true,
  allow: true,
  risk: true,
  capability: true,
  onRefusal: true,
}

export type Guard = {
  /**
   * Guards tools: every call passes gates, records and receipts. Throws a CountersignError for a wrong tool or option.
   */
  <const Tools extends GuardableTools>(tools: Tools, options: GuardOptions): Guarded<Tools>
  /** Writes what is still to be written; the guarded tools cannot be called any more. */
  readonly close: (guarded: object) => Promise<void>
}

type GuardParts = GuardOptions & { readonly session: string; readonly running: AsyncLocalStorage<unknown> }

function guardTools<const Tools extends GuardableTools>(tools: Tools, options: GuardOptions): Guarded<Tools> {
  const named = namedTools(tools)
  refuseUnknown('guard', { given: options, known: GUARD, code: 'config_invalid' })
  checkNames(named, options)
  const {
    session = newId('sess'),
    allow: _allow,
    risk: _risk,
    capability: _capability,
    onRefusal: _refusal,
    ...rest
  } = options
  const parts = { ...options, session, running: new AsyncLocalStorage<unknown>() }
  const assembly = assemble({
    ...rest,
    settings: { ...LONG_RESULTS, ...options.settings },
    fileTools: false,
    tools: named.map(each => ownTool(each, parts)),
  })
  const guarded = named.map(each => [each.key, guardTool(each, assembly, parts)] as const)
  const same = Array.isArray(tools) ? guarded.map(([, tool]) => tool) : Object.fromEntries(guarded)
  Object.defineProperty(same, Symbol.asyncDispose, { value: () => closeAssembly(assembly) })
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Object.fromEntries forgets which key has which type
  return same as Guarded<Tools>
}

/** The results go to a program that had them whole before, not only to a model with a small window. */
const LONG_RESULTS = { 'tools.max_result_chars': 5_000_000 } as const

/** A misspelt name would leave a tool with a default risk, so it is refused. */
function checkNames(named: readonly NamedTool[], { risk, capability }: GuardOptions): void {
  const known = new Set(named.map(({ name }) => name))
  for (const [option, facts] of Object.entries({ risk, capability })) {
    const stray = typeof facts === 'object' ? Object.keys(facts).find(name => !known.has(name)) : undefined
    if (stray !== undefined)
      throw new CountersignError('config_invalid', `guard: "${option}" names "${stray}", and there is no such tool.`)
  }
}

/** Runs the guarded tool once every gate has said yes. */
function ownTool({ name, tool }: NamedTool, { risk, capability, running }: GuardParts): OwnTool {
  const { execute } = tool
  if (typeof execute !== 'function')
    throw new CountersignError(
      'tool_definition_invalid',
      `Tool "${name}" has no execute, so its calls cannot be guarded. Leave it out here.`,
    )
  const { input, validate } = inputSchemaOf(name, tool.inputSchema ?? tool.parameters ?? tool.input)
  const { assess, groupHash, facts, outputSchema: output } = tool
  return {
    ...(output !== undefined && { outputSchema: ofValue(name, outputSchemaOf(name, output)) }),
    ...(facts && { facts }),
    ...(groupHash && { groupHash }),
    name,
    description: tool.description,
    input,
    risk: factOf(risk, name) ?? tool.risk ?? 'write',
    capability: factOf(capability, name) ?? tool.capability ?? 'SystemExecute',
    async assess(args) {
      await validate?.(args)
      return assess ? assess(args) : {}
    },
    execute(args, context) {
      const given = running.getStore()
      const { signal } = context // the path's own, because it also ends what takes too long
      const told = {
        messages: [],
        toolCallId: context.callId,
        ...(isJsonObject(given) && given),
        ...context,
        abortSignal: signal,
      }
      return toolOutput(Reflect.apply(execute, tool, [args, told]), signal)
    },
  }
}

/** The tool's value stands in the data of its output. */
function ofValue(name: string, schema: JsonObject | StandardSchema): StandardSchema {
  const check = resultCheck(name, schema, createValidatorCache())
  return {
    '~standard': {
      version: 1,
      vendor: 'countersign',
      async validate(data) {
        const value = isJsonObject(data) ? data['value'] : typeof data === 'string' ? data : undefined
        const problem = await check?.(value)
        return problem === undefined ? { value: data } : { issues: [{ message: problem }] }
      },
    },
  }
}

const factOf = <Value>(facts: PerTool<Value> | undefined, name: string): Value | undefined =>
  typeof facts === 'function'
    ? facts(name)
    : facts !== undefined && Object.hasOwn(facts, name)
      ? facts[name]
      : undefined

type Execute = (given: unknown, context?: unknown) => Promise<unknown>

function guardTool({ name, tool }: NamedTool, assembly: Assembly, parts: GuardParts): GuardableTool {
  const { session, allow = [], running } = parts
  const execute: Execute = async (given, context) => {
    const args = plainArguments(given)
    if (!args)
      return refuse(
        fault('tool_call_invalid_args', `The arguments of "${name}" are no plain JSON object.`),
        tool,
        parts,
      )
    const { event, signal } = orderFacts(context, session)
    const order = { tool: name, args, session, allow, ...(event !== undefined && { event }), ...(signal && { signal }) }
    const report = await running.run(context, () => assembly.call(order))
    return report.fault ? refuse(report.fault, tool, parts) : returnedValue(report)
  }
  return sameBut(tool, execute)
}

/** Also what the tool inherits stays. */
function sameBut(tool: GuardableTool, execute: Execute): GuardableTool {
  const properties = { ...Object.getOwnPropertyDescriptors(tool), execute: { value: execute, enumerable: true } }
  // oxlint-disable-next-line typescript/no-unsafe-return -- Object.create has no type for what it makes
  return Object.create(Reflect.getPrototypeOf(tool), properties)
}

type OrderFacts = { readonly event: string | undefined; readonly signal: AbortSignal | undefined }

const MAX_CALL_ID = 100

/** The call id is the event. Some servers count from one in every reply, so it holds only within its session. */
function orderFacts(context: unknown, session: string): OrderFacts {
  const { toolCallId, callId, abortSignal, signal }: { readonly [key: string]: unknown } = isJsonObject(context)
    ? context
    : {}
  const id = toolCallId ?? callId
  const short = typeof id === 'string' && id.length > MAX_CALL_ID ? sha256(id) : id
  const given = abortSignal ?? signal
  return {
    event: typeof short === 'string' ? `${sha256(session).slice(0, 16)}/${short}` : undefined,
    signal: given instanceof AbortSignal ? given : undefined,
  }
}

/**
 * Ends with the advice, because small models act on the last sentence. Tools with `toModelOutput` get an error instead.
 */
function refuse(error: Fault, tool: GuardableTool, { onRefusal = 'return' }: GuardParts): string {
  if (onRefusal === 'throw' || 'toModelOutput' in tool) throw new CountersignError(error.code, error.message)
  return `${error.code}: ${error.message} ${FAULTS[error.code].advice}`
}

async function closeAssembly({ close }: Assembly): Promise<void> {
  const closed = await close()
  if (!closed.ok) throw new CountersignError(closed.error.code, closed.error.message)
}

async function closeGuarded(guarded: object): Promise<void> {
  const close: unknown = Reflect.get(guarded, Symbol.asyncDispose)
  if (typeof close !== 'function') throw new CountersignError('usage_invalid', 'guard.close takes what guard returned.')
  await Reflect.apply(close, guarded, [])
}

export const guard: Guard = Object.assign(guardTools, { close: closeGuarded })
