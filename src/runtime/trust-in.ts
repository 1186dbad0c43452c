import type { Capability, ToolDefinition, Trust } from '../core/index.ts'
import type { Rule } from '../gates/index.ts'
import type { Runtime } from './runtime.ts'

/** Allowing SystemExecute for a command trusts the workspace for that command. */
export const trustIn = (
  { allow }: { readonly allow?: readonly Capability[] | undefined },
  { trust }: Pick<Runtime, 'trust'>,
): Trust => (allow?.includes('SystemExecute') === true ? 'Trusted' : trust)

/** The rule that refuses every call of this tool, so that no person need be asked about it. */
export const deniedBy = (
  tool: ToolDefinition,
  order: { readonly allow?: readonly Capability[] | undefined },
  runtime: Runtime,
): Rule | undefined => runtime.ruleSet.forbids({ tool, phase: 'Executor', trust: trustIn(order, runtime) })
