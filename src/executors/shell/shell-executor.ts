import {
  type Assessment,
  type Executor,
  type Fault,
  type Redeem,
  type Result,
  type ToolCall,
  type ToolOutput,
  type Workspace,
  fail,
  fault,
} from '../../core/index.ts'
import { isUnclear } from './reading/plain-word.ts'
import { findBlocked } from './reading/find-blocked.ts'
import { readCommand } from './reading/read-command.ts'
import { fromFolder } from './commands/ground.ts'
import type { Level } from './commands/finding.ts'
import type { PolicyHolder, ShellPolicy } from './policy.ts'
import { type ShellBench, type ShellOrder, actOnCommand, judge, orderOf } from './shell-act.ts'
import { SHELL_TOOLS, SHELL_UNDO_TOOL } from './tools.ts'
import { recoverTransactions } from './transaction/recover.ts'
import { assessUndo, undoCommand } from './undo-act.ts'

export type ShellExecutorOptions = ShellBench & { readonly redeem: Redeem; readonly policies: PolicyHolder }

export function createShellExecutor({ redeem, policies, ...bench }: ShellExecutorOptions): Executor {
  /** A command is judged by one policy from its first check to its last, whatever is loaded meanwhile. */
  const begun = new WeakMap<ToolCall, ShellPolicy>()
  const policyFor = (call: ToolCall): ShellPolicy => {
    const policy = begun.get(call) ?? policies.current()
    begun.set(call, policy)
    return policy
  }
  const left = recoverTransactions(bench.place)
  return {
    name: 'shell',
    tools: SHELL_TOOLS,
    refuse: call => (isUndo(call) ? undefined : refuseCommand(orderOf(call), policyFor(call), bench.workspace)),
    assess: call => (isUndo(call) ? assessUndo(call, bench) : assess(orderOf(call), policyFor(call), bench)),
    async execute(call, permit, scope) {
      const refused = redeem(permit, call)
      if (refused) return { ok: false, error: refused }
      if (scope.signal.aborted) return fail('tool_cancelled', 'The call was stopped before it began.')
      if (left) return { ok: false, error: left }
      if (isUndo(call)) return clean(bench.workspace, undoCommand(call, bench))
      const policy = policyFor(call)
      const blocked = refuseCommand(orderOf(call), policy, bench.workspace)
      if (blocked) return { ok: false, error: blocked }
      return clean(bench.workspace, await actOnCommand({ order: orderOf(call), policy, scope }, bench))
    },
  }
}

const isUndo = ({ tool }: ToolCall): boolean => tool.name === SHELL_UNDO_TOOL

/** Before every gate, and again before running: nothing and nobody can let these pass. */
function refuseCommand({ command, folder }: ShellOrder, policy: ShellPolicy, workspace: Workspace): Fault | undefined {
  const blocked = findBlocked(command, policy.blocked)
  if (blocked)
    return fault('command_blocked', `The command is blocked by "${blocked.pattern}": ${blocked.because}.`, { pattern: blocked.pattern })
  return workspace.refuse(folder, 'read') ?? refuseFolders(command, folder, workspace)
}

/** `cd` never leads out of the workspace, whoever asks. */
function refuseFolders(command: string, start: string, workspace: Workspace): Fault | undefined {
  const commands = readCommand(command)
  if (isUnclear(commands)) return undefined
  let folder = start
  for (const { name, words } of commands) {
    const target = words.find(({ value }) => !value.startsWith('-'))
    if (name !== 'cd' || !target || target.globs) continue
    folder = fromFolder(folder, target.value)
    const refused = workspace.refuse(folder, 'read') ?? leadsOut(folder, workspace)
    if (refused) return refused
  }
  return undefined
}

function leadsOut(folder: string, workspace: Workspace): Fault | undefined {
  const located = workspace.locate(folder, 'read')
  return !located.ok && located.error.code === 'path_blocked' ? located.error : undefined
}

const AFTERWORDS: Readonly<Record<Level, string>> = {
  read: 'writes nothing',
  create: 'changes nothing that exists',
  build: 'may create files; if it changes one that exists, all is taken back',
  ask: 'is not known to be safe',
}

function assess(order: ShellOrder, policy: ShellPolicy, { workspace, sandbox }: ShellBench): Assessment {
  const { level, says, ruled } = judge(order, policy, workspace)
  const warning = sandbox.profile === 'off' ? 'WITHOUT A SANDBOX: ' : ''
  const summary = `${warning}${says}; ${ruled ? 'you have a rule for it' : AFTERWORDS[level]}`
  if (level === 'read') return { risk: 'read', summary }
  if (level === 'ask') return { risk: 'destroy', summary, question: `The command ${says}.` }
  return { risk: 'write', summary, routine: true, ...(ruled && { ruled: true }) }
}

/** What others say about a failure may name places on this machine. */
function clean(workspace: Workspace, result: Result<ToolOutput>): Result<ToolOutput> {
  if (result.ok) return result
  const { code, message, detail } = result.error
  return { ok: false, error: fault(code, workspace.relativise(message), detail) }
}
