import { type Executor, type Redeem, type ToolCall, fail } from '../../core/index.ts'
import { capsFrom } from '../caps-from.ts'
import type { ShellRuntime, ShellRuntimeOptions } from './shell-runtime.ts'
import type { PolicyHolder, ShellPolicy } from './policy.ts'
import { shellSettings } from './settings.ts'
import { SHELL_TOOLS, SHELL_UNDO_TOOL } from './tools.ts'
import { leftFolders } from './transaction/left-folders.ts'

export type ShellExecutorOptions = ShellRuntimeOptions & { readonly redeem: Redeem; readonly policies: PolicyHolder }

export function createShellExecutor({ redeem, policies, ...context }: ShellExecutorOptions): Executor {
  /** A command is judged by one policy from its first check to its last, whatever is loaded meanwhile. */
  const begun = new WeakMap<ToolCall, ShellPolicy>()
  const policyFor = (call: ToolCall): ShellPolicy => {
    const policy = begun.get(call) ?? policies.current()
    begun.set(call, policy)
    return policy
  }
  let loading: Promise<ShellRuntime> | undefined
  const load = (): Promise<ShellRuntime> =>
    (loading ??= import('./shell-runtime.ts').then(({ createShellRuntime }) => createShellRuntime(context)))
  return {
    name: 'shell',
    tools: SHELL_TOOLS,
    caps: () => capsFrom(shellSettings, policies.current().settings, CAPS),
    async refuse(call) {
      if (call.tool.name === SHELL_UNDO_TOOL) return undefined
      const policy = policyFor(call)
      return (await load()).refuse(call, policy)
    },
    async assess(call) {
      const policy = policyFor(call)
      return (await load()).assess(call, policy)
    },
    async execute(call, permit, scope) {
      const refused = redeem(permit, call)
      if (refused) return { ok: false, error: refused }
      if (scope.signal.aborted) return fail('tool_cancelled', 'The call was stopped before it began.')
      const policy = policyFor(call)
      return (await load()).execute(call, policy, scope)
    },
  }
}

const CAPS = [
  'timeout_secs',
  'max_output_chars',
  'max_processes',
  'max_memory_mib',
  'max_file_mib',
  'max_disk_mib',
  'max_files',
] as const

/**
 * At the start, not with the first command: what a command left behind is put right before any file is read. Gives what
 * a person should hear of it.
 */
export async function recoverCommands({
  bounds,
  ...parts
}: Pick<ShellRuntimeOptions, 'place' | 'workspace' | 'bounds' | 'isPending'>): Promise<readonly string[]> {
  if (leftFolders(parts.place).length === 0) return []
  return (await import('./transaction/recover.ts')).recoverAtStart({ ...parts, ...bounds() }).notices
}
