import { type Fault, type Workspace, fault } from '../../core/index.ts'
import { isUnclear } from './reading/plain-word.ts'
import { findBlocked } from './reading/find-blocked.ts'
import { readCommand } from './reading/read-command.ts'
import type { ShellPolicy } from './policy.ts'
import type { ShellOrder } from './shell-order.ts'

/** Asked before every gate, and again before running: no approval lets these pass. */
export function refuseCommand(
  { command, folder }: ShellOrder,
  policy: ShellPolicy,
  workspace: Workspace,
): Fault | undefined {
  const blocked = findBlocked(command, policy.blocked)
  if (blocked)
    return fault('command_blocked', `The command is blocked by "${blocked.pattern}": ${blocked.because}.`, {
      pattern: blocked.pattern,
    })
  return workspace.refuse(folder, 'read') ?? refuseFolders(command, folder, workspace)
}

/** `cd` never leads out of the workspace, whoever calls. */
function refuseFolders(command: string, start: string, workspace: Workspace): Fault | undefined {
  const commands = readCommand(command)
  if (isUnclear(commands)) return undefined
  let folder = start
  for (const { name, words } of commands) {
    const target = words.find(({ value }) => !value.startsWith('-'))
    if (name !== 'cd' || !target || target.globs) continue
    folder = target.value.startsWith('/') || folder === '.' ? target.value : `${folder}/${target.value}`
    const refused = workspace.refuse(folder, 'read') ?? leadsOut(folder, workspace)
    if (refused) return refused
  }
  return undefined
}

function leadsOut(folder: string, workspace: Workspace): Fault | undefined {
  const located = workspace.locate(folder, 'read')
  return !located.ok && located.error.code === 'path_blocked' ? located.error : undefined
}
