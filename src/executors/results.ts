import {
  type Capability,
  type Executor,
  type JsonObject,
  type Redeem,
  type Result,
  type Risk,
  type ToolCall,
  type ToolDefinition,
  type ToolFacts,
  type ToolOutput,
  textOf,
} from '../core/index.ts'

/** Gives out a stored result of this session again, part by part. */
type ReadStored = (
  handle: string,
  owner: { readonly session: string; readonly principal: string },
) => Promise<Result<string>>

export const READ_RESULT: ResultTool = {
  name: 'read_result',
  description: 'Read a part of a long result that was kept under a handle (res_…).',
  input: {
    type: 'object',
    properties: {
      handle: { type: 'string', description: 'The handle, as the cut result named it' },
      start: { type: 'integer', minimum: 0, description: 'Character to begin with; 0 is the first' },
      length: { type: 'integer', minimum: 1, description: 'How many characters' },
    },
    required: ['handle'],
    additionalProperties: false,
  },
  risk: 'read',
  capability: 'FileAccess',
  facts: { idempotent: true, cacheable: false },
}
type ResultTool = {
  readonly name: string
  readonly description: string
  readonly input: JsonObject
  readonly risk: Risk
  readonly capability: Capability
  readonly facts: Partial<ToolFacts>
}

const DEFAULT_LENGTH = 8_000 // what one step may put before a model (seed 001, MAX_TOOL_BYTES_PER_STEP)

export type ResultParts = {
  readonly tool: ToolDefinition
  readonly redeem: Redeem
  readonly read: ReadStored
  readonly maxChars: number
}

export function createResultExecutor({ tool, redeem, read, maxChars }: ResultParts): Executor {
  return {
    name: 'result',
    tools: [tool],
    assess: call => ({ risk: 'read', summary: `reads on in ${textOf(call.args['handle'])}` }),
    async execute(call, permit, { session, principal }) {
      const refused = redeem(permit, call)
      if (refused) return { ok: false, error: refused }
      const whole = await read(textOf(call.args['handle']), { session, principal })
      return whole.ok ? { ok: true, value: part(whole.value, call, maxChars) } : whole
    },
  }
}

function part(whole: string, { args }: ToolCall, maxChars: number): ToolOutput {
  const start = Math.min(Number(args['start'] ?? 0), whole.length)
  const length = Math.min(Number(args['length'] ?? DEFAULT_LENGTH), maxChars - 200)
  const shown = whole.slice(start, start + length)
  const remaining = whole.length - start - shown.length
  const mark = remaining > 0 ? `\n[${remaining} characters more; go on with start=${start + shown.length}]` : ''
  return {
    text: shown.toWellFormed() + mark,
    data: { start, shown: shown.length, remaining, has_more: remaining > 0 },
    sources: [],
    page: { shown: shown.length, remaining, ...(remaining > 0 && { next: String(start + shown.length) }) },
  }
}
