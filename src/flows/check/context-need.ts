import { type Model, type ToolDefinition, estimateTokens } from '../../core/index.ts'
import { catalogSection, protocolSection, systemSection } from '../../protocol/index.ts'
import { REPLY_TOKENS } from './context-fit.ts'

/** Tokens that one turn may need, by our estimate, part by part. */
export type ContextNeed = {
  readonly rules: number
  readonly tools: number
  /** All that tools may show in a turn. */
  readonly results: number
  readonly message: number
  readonly reply: number
  readonly total: number
}

const MESSAGE_TOKENS = 256 // a long question; what was said before is fitted into what is left

/** From the prompts that a turn would really send; `resultBytes` is what its tools may show in all. */
export function contextNeed(
  model: Pick<Model, 'can'>,
  tools: readonly ToolDefinition[],
  resultBytes: number,
): ContextNeed {
  const system = systemSection({ hasTools: true, knowledge: [], earlierCalls: [] }).text
  const rules =
    estimateTokens(system) +
    (model.can.nativeTools ? 0 : estimateTokens(protocolSection({ profile: 'lenient', required: false }).text))
  const shown = model.can.nativeTools
    ? JSON.stringify(tools.map(({ name, description, input }) => ({ name, description, parameters: input })))
    : catalogSection(tools, 'lenient').text
  // What tools show is mostly prose, and our rules are that, too.
  const results = Math.ceil((resultBytes * estimateTokens(system)) / Buffer.byteLength(system))
  const parts = { rules, tools: estimateTokens(shown), results, message: MESSAGE_TOKENS, reply: REPLY_TOKENS }
  return { ...parts, total: Object.values(parts).reduce((sum, tokens) => sum + tokens, 0) }
}
