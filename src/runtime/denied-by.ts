import type { Capability, ToolDefinition } from '../core/index.ts'
import type { Rule } from '../gates/index.ts'
import type { Runtime } from './runtime.ts'
import { trustIn } from './trust-in.ts'

/** The rule that will refuse a call of this tool whatever it says, so that nobody need be asked about it. */
export const deniedBy = (
  tool: ToolDefinition,
  order: { readonly allow?: readonly Capability[] | undefined },
  runtime: Runtime,
): Rule | undefined => runtime.ruleSet.forbids({ tool, phase: 'Executor', trust: trustIn(order, runtime) })
