import { type Executor, type Redeem, type ToolCall, fail } from '../../core/index.ts'
import type { Hands, HandsOptions } from './hands.ts'
import type { PolicyHolder, ShellPolicy } from './policy.ts'
import { refuseCommand } from './refuse-command.ts'
import { orderOf } from './shell-order.ts'
import { SHELL_TOOLS, SHELL_UNDO_TOOL } from './tools.ts'
import { recoverTransactions } from './transaction/recover.ts'

export type ShellExecutorOptions = HandsOptions & { readonly redeem: Redeem; readonly policies: PolicyHolder }

export function createShellExecutor({ redeem, policies, ...bench }: ShellExecutorOptions): Executor {
  /** A command is judged by one policy from its first check to its last, whatever is loaded meanwhile. */
  const begun = new WeakMap<ToolCall, ShellPolicy>()
  const policyFor = (call: ToolCall): ShellPolicy => {
    const policy = begun.get(call) ?? policies.current()
    begun.set(call, policy)
    return policy
  }
  // At the start and not with the first command: what was interrupted is finished before anybody looks at the files.
  const left = recoverTransactions(bench.place)
  let loading: Promise<Hands> | undefined
  const hands = (): Promise<Hands> => (loading ??= import('./hands.ts').then(({ createHands }) => createHands(bench)))
  return {
    name: 'shell',
    tools: SHELL_TOOLS,
    refuse: call => (call.tool.name === SHELL_UNDO_TOOL ? undefined : refuseCommand(orderOf(call), policyFor(call), bench.workspace)),
    async assess(call) {
      const policy = policyFor(call)
      return (await hands()).assess(call, policy)
    },
    async execute(call, permit, scope) {
      const refused = redeem(permit, call)
      if (refused) return { ok: false, error: refused }
      if (scope.signal.aborted) return fail('tool_cancelled', 'The call was stopped before it began.')
      if (left) return { ok: false, error: left }
      const policy = policyFor(call)
      return (await hands()).execute(call, policy, scope)
    },
  }
}
