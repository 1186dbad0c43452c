import { type Catalog, type ValidatorCache, createCatalog, createValidatorCache } from '../../catalog/index.ts'
import {
  type Capability,
  CountersignError,
  type Executor,
  type JsonObject,
  type Redeem,
  type Result,
  type Risk,
  type ToolDefinition,
  fail,
  fault,
  messageOf,
  succeed,
} from '../../core/index.ts'

/** A tool as a client describes it, with what the policy of the client's key says about it. */
export type ClientTool = {
  readonly name: string
  readonly description: string
  readonly input: JsonObject
  readonly risk: Risk
  readonly capability: Capability
  readonly facts: { readonly egress: boolean }
}

export type ClientTools = { readonly catalog: Catalog; readonly executor: Executor }

/** Agents send the same tools with every request, so what was made of them is kept. */
type ClientToolRegistry = { readonly open: (tools: readonly ClientTool[]) => Result<ClientTools> }

const MAX_SHELVED = 64

export function createClientToolRegistry(redeem: Redeem): ClientToolRegistry {
  const shelved = new Map<string, ClientTools>()
  const validators = createValidatorCache()
  return {
    open(tools) {
      const key = JSON.stringify(tools)
      const known = shelved.get(key)
      const made = known ? succeed(known) : make(tools, validators, redeem)
      if (!made.ok) return made
      shelved.delete(key)
      shelved.set(key, made.value)
      const [oldest] = shelved.keys()
      if (shelved.size > MAX_SHELVED && oldest !== undefined) shelved.delete(oldest)
      return made
    },
  }
}

function make(tools: readonly ClientTool[], validators: ValidatorCache, redeem: Redeem): Result<ClientTools> {
  const wrong = firstWrong(tools, validators)
  if (wrong) return wrong
  try {
    const catalog = createCatalog(tools, { validators, aliases: otherSpellings(tools), takesMore: true })
    return succeed({ catalog, executor: createClientExecutor(catalog.list(), redeem) })
  } catch (thrown) {
    const code = thrown instanceof CountersignError ? thrown.code : 'tool_definition_invalid'
    return fail(code, messageOf(thrown))
  }
}

/** Checks each tool alone, so that the fault names the wrong one. */
function firstWrong(tools: readonly ClientTool[], validators: ValidatorCache): Result<never> | undefined {
  for (const [index, tool] of tools.entries()) {
    try {
      createCatalog([tool], { validators })
    } catch (thrown) {
      const code = thrown instanceof CountersignError ? thrown.code : 'tool_definition_invalid'
      return { ok: false, error: fault(code, messageOf(thrown), { tool: index }) }
    }
  }
  return undefined
}

/** `getWeather` for `get_weather`: the same letters without separators, where only one tool has them. */
function otherSpellings(tools: readonly ClientTool[]): Readonly<Record<string, string>> {
  const counts = new Map<string, number>()
  for (const { name } of tools) counts.set(joined(name), (counts.get(joined(name)) ?? 0) + 1)
  const taken = new Set(tools.map(({ name }) => name.toLowerCase()))
  const spellings = tools.filter(({ name }) => counts.get(joined(name)) === 1 && !taken.has(joined(name)))
  return Object.fromEntries(spellings.map(({ name }) => [joined(name), name]))
}

const joined = (name: string): string => name.toLowerCase().replace(/[\s._-]/g, '')

/**
 * Tools that a client brings and runs. `execute` only hands the call over: all we know of them is their description.
 */
const createClientExecutor = (tools: readonly ToolDefinition[], redeem: Redeem): Executor => ({
  name: 'client',
  tools,
  later: true,
  assess: ({ tool }) => ({ risk: tool.risk, summary: `has the client run ${tool.name}` }),
  async execute(call, permit) {
    const refused = redeem(permit, call)
    return refused ? { ok: false, error: refused } : succeed({ text: '', sources: [] })
  },
})
