import {
  type Executor,
  type Redeem,
  type Result,
  type Scope,
  type ToolDefinition,
  type ToolOutput,
  fail,
} from '../core/index.ts'

export const COMPRESS_CONTEXT: ToolDefinition = {
  name: 'compress_context',
  description: 'Replace the older part of this conversation by a summary, to make room. What was said is kept on disk.',
  input: { type: 'object', properties: {}, additionalProperties: false },
  risk: 'read',
  capability: 'FileAccess',
  facts: { idempotent: false, cacheable: false, needsPlan: false, egress: false, acceptsRef: [], saysItRan: [] },
}

export type CompressExecutorOptions = {
  readonly redeem: Redeem
  readonly compress: (scope: Scope) => Promise<Result<ToolOutput>>
  /** As the catalog knows it. */
  readonly tool?: ToolDefinition
}

/** Never inside itself: while it works for a session, a second call there is refused (MEM-17). */
export function createCompressExecutor({
  redeem,
  compress,
  tool = COMPRESS_CONTEXT,
}: CompressExecutorOptions): Executor {
  const atWork = new Set<string>()
  return {
    name: 'compress',
    tools: [tool],
    assess: () => ({ risk: tool.risk, summary: 'summarises the older part of this conversation' }),
    async execute(call, permit, scope) {
      const refused = redeem(permit, call)
      if (refused) return { ok: false, error: refused }
      if (atWork.has(scope.session))
        return fail('policy_blocked', 'This conversation is being compressed already. Go on without this call.')
      atWork.add(scope.session)
      try {
        return await compress(scope)
      } finally {
        atWork.delete(scope.session)
      }
    },
  }
}
