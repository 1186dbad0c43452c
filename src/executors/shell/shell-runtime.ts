import {
  type Assessment,
  type Fault,
  type Result,
  type Scope,
  type ToolCall,
  type ToolOutput,
} from '../../core/index.ts'
import { hideAbsolutePaths } from '../fault-of.ts'
import { createSandbox } from '../sandbox/index.ts'
import type { Level } from './commands/command-finding.ts'
import { refuseCommand } from './refuse-command.ts'
import type { ShellPolicy } from './policy.ts'
import { type ShellContext, actOnCommand, judgeOrder } from './shell-act.ts'
import { type ShellOrder, orderOf } from './shell-order.ts'
import { SHELL_UNDO_TOOL } from './tools.ts'
import { assessUndo, undoCommand } from './undo-act.ts'

type ShellBounds = Pick<ShellContext, 'someOnly' | 'someClosed' | 'maxResultChars'>
export type ShellRuntimeOptions = Omit<ShellContext, 'sandbox' | keyof ShellBounds> & {
  readonly sandboxMode: 'on' | 'off'
  /** Asked with every command: the configuration may have changed. */
  readonly bounds: () => ShellBounds
}

/** All that a command needs: parser, tables, sandbox, transactions. Loaded with the first one. */
export type ShellRuntime = {
  readonly refuse: (call: ToolCall, policy: ShellPolicy) => Fault | undefined
  readonly assess: (call: ToolCall, policy: ShellPolicy) => Assessment
  readonly execute: (call: ToolCall, policy: ShellPolicy, scope: Scope) => Promise<Result<ToolOutput>>
}

export function createShellRuntime({ sandboxMode, bounds, ...rest }: ShellRuntimeOptions): ShellRuntime {
  const context: ShellContext = {
    ...rest,
    sandbox: createSandbox({ mode: sandboxMode }),
    get someOnly() {
      return bounds().someOnly
    },
    get someClosed() {
      return bounds().someClosed
    },
    get maxResultChars() {
      return bounds().maxResultChars
    },
  }
  const { workspace } = context
  return {
    refuse: (call, policy) => refuseCommand(orderOf(call), policy, workspace),
    assess: (call, policy) => (isUndo(call) ? assessUndo(call, context) : assess(orderOf(call), policy, context)),
    async execute(call, policy, scope) {
      if (isUndo(call)) return hideAbsolutePaths(workspace, undoCommand(call, context))
      const order = orderOf(call)
      const blocked = refuseCommand(order, policy, workspace)
      return blocked
        ? { ok: false, error: blocked }
        : hideAbsolutePaths(workspace, await actOnCommand({ call: call.id, order, policy, scope }, context))
    },
  }
}

const isUndo = ({ tool }: ToolCall): boolean => tool.name === SHELL_UNDO_TOOL

const AFTERWORDS: Readonly<Record<Level, string>> = {
  read: 'writes nothing',
  run: 'can write nothing, because the workspace is read-only for it',
  record: "adds to git's own records and changes no file",
  create: 'changes nothing that exists',
  build: 'may create files; if it changes one that exists, all is taken back',
  ask: 'is not known to be safe',
}

function assess(order: ShellOrder, policy: ShellPolicy, context: ShellContext): Assessment {
  const { sandbox } = context
  const { level, says, ruled } = judgeOrder(order, policy, context)
  const warning = sandbox.profile === 'off' ? 'WITHOUT A SANDBOX: ' : ''
  const summary = `${warning}${says}; ${ruled ? 'you have a rule for it' : AFTERWORDS[level]}`
  const told = { summary, sandbox: sandbox.profile }
  if (level === 'read') return { risk: 'read', ...told }
  if (level === 'ask') return { risk: 'destroy', ...told, question: `The command ${says}.` }
  return { risk: 'write', ...told, routine: true, ...(ruled && { ruled: true }) }
}
