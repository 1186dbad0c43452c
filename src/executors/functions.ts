import {
  type Assessment,
  type Executor,
  type Json,
  type JsonObject,
  type Redeem,
  type Result,
  type ToolCall,
  type ToolDefinition,
  type ToolOutput,
  fail,
  isJsonList,
  isJsonObject,
  parseJsonText,
  succeed,
} from '../core/index.ts'
import { stringified } from './check-output.ts'

/** What a program hands in as the body of a tool. Whatever it throws becomes a fault. */
export type ToolFunction = (args: ToolCall['args'], context: FunctionContext) => unknown
type FunctionContext = {
  readonly signal: AbortSignal
  readonly session: string
  readonly callId: string
  readonly idempotencyKey?: string
}

export type FunctionTool = {
  readonly definition: ToolDefinition
  readonly run: ToolFunction
  /** What is wrong with its result; undefined if it is as the tool's author said. */
  readonly resultProblem?: (value: Json | undefined) => Promise<string | undefined>
  /** What this very call would do; without it the definition's risk counts. */
  readonly assess?: ((args: ToolCall['args']) => Partial<Assessment> | Promise<Partial<Assessment>>) | undefined
  /** The present hash of the group that a planned call would change. */
  readonly groupHash?: ((args: ToolCall['args']) => Promise<string | undefined> | string | undefined) | undefined
}

/** Runs functions of the program that uses us. */
export function createFunctionExecutor(tools: readonly FunctionTool[], redeem: Redeem): Executor {
  const byName = new Map(tools.map(tool => [tool.definition.name, tool]))
  return {
    name: 'function',
    tools: tools.map(({ definition }) => definition),
    async assess(call) {
      const { name, risk } = call.tool
      return { risk, summary: `calls ${name}`, ...(await byName.get(name)?.assess?.(copyOf(call.args))) }
    },
    groupHash: async call => byName.get(call.tool.name)?.groupHash?.(copyOf(call.args)),
    async execute(call, permit, scope) {
      const refused = redeem(permit, call)
      if (refused) return { ok: false, error: refused }
      const tool = byName.get(call.tool.name)
      const context = {
        session: scope.session,
        callId: call.id,
        get signal() {
          return scope.signal
        },
      }
      // A copy: what a tool does to its arguments must not change what the records say it was called with.
      const returned = await tool?.run(copyOf(call.args), context)
      const output = toOutput(returned)
      if (!output.ok || !tool?.resultProblem) return output
      const { text, data = returned === undefined ? undefined : text } = output.value
      const problem = await tool.resultProblem(data)
      return problem === undefined ? output : unfit(tool.definition, problem)
    },
  }
}

/** It has run; only what it returned is not handed on. */
const unfit = ({ name }: ToolDefinition, problem: string): Result<never> =>
  fail('tool_output_invalid', `"${name}" ran, and its result does not fit its outputSchema. ${problem}`)

/** Arguments are plain JSON, which is copied in a fraction of the time that structuredClone takes. */
function copyOf(args: JsonObject): JsonObject {
  const copy: Record<string, Json> = { ...args }
  for (const [key, member] of Object.entries(args))
    if (typeof member === 'object' && member !== null) copy[key] = copyOfMember(member)
  return copy
}

const copyOfMember = (value: Json): Json => {
  if (isJsonList(value)) return value.map(copyOfMember)
  return isJsonObject(value) ? copyOf(value) : value
}

/** A text, any JSON value, or a whole output with text and sources. */
function toOutput(value: unknown): Result<ToolOutput> {
  if (typeof value === 'string') return succeed({ text: value, sources: [] })
  if (isOutput(value)) return succeed({ ...value, sources: value.sources ?? [] })
  if (value === undefined) return succeed({ text: '', sources: [] })
  const text = stringified(value)
  const data = text === undefined ? undefined : parseJsonText(text)
  if (text === undefined || data === undefined)
    return fail('tool_output_invalid', 'The tool returned something that is not JSON.')
  return succeed({ text, data, sources: [] })
}

type LooseOutput = Omit<ToolOutput, 'sources'> & Partial<Pick<ToolOutput, 'sources'>>

const isOutput = (value: unknown): value is LooseOutput =>
  isJsonObject(value) && typeof value['text'] === 'string' && Object.keys(value).every(key => OUTPUT_KEYS.has(key))
const OUTPUT_KEYS: ReadonlySet<string> = new Set(['text', 'data', 'sources', 'page', 'plan'])
