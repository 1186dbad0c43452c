import { type Executor, type Redeem, type ToolDefinition, succeed } from '../../core/index.ts'

/** Tools that a client brings and runs himself. Nothing is known of them but what he wrote, so `execute` is no more than the handing over. */
export const createClientExecutor = (tools: readonly ToolDefinition[], redeem: Redeem): Executor => ({
  name: 'client',
  tools,
  later: true,
  assess: ({ tool }) => ({ risk: tool.risk, summary: `has the client run ${tool.name}` }),
  async execute(call, permit) {
    const refused = redeem(permit, call)
    return refused ? { ok: false, error: refused } : succeed({ text: '', sources: [] })
  },
})
