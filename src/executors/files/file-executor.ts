import {
  type Executor,
  type Fault,
  type Redeem,
  type Result,
  type ToolCall,
  type ToolOutput,
  type Workspace,
  fail,
  fault,
  type Vault,
  succeed,
} from '../../core/index.ts'
import { capsFrom } from '../caps-from.ts'
import { textArgument } from './argument.ts'
import { createEditAct } from './edit.ts'
import type { FileAct, FileBench } from './file-act.ts'
import { createListAct } from './list.ts'
import { createReadAct } from './read.ts'
import { createSearchAct } from './search.ts'
import { fileSettings } from './settings.ts'
import { FILE_TOOLS } from './tools.ts'
import { createWriteAct } from './write.ts'
import { type FileEdit, type DecideChange, createChangeAct } from './change.ts'

export type FileExecutorOptions = FileBench & { readonly redeem: Redeem }

export function createFileExecutor({ redeem, ...bench }: FileExecutorOptions): Executor {
  const acts: ReadonlyMap<string, FileAct> = new Map([
    ['file_read', createReadAct(bench)],
    ['file_list', createListAct(bench)],
    ['file_search', createSearchAct(bench)],
    ['file_write', createWriteAct(bench)],
    ['file_edit', createEditAct(bench)],
    ['file_undo', createUndoAct(bench)],
  ])
  return {
    name: 'file',
    tools: FILE_TOOLS,
    caps: ({ name }) => capsFrom(fileSettings, bench.settings, acts.get(name)?.caps ?? []),
    refuse: call => refusePath(bench.workspace, call, acts.get(call.tool.name)),
    assess: call => acts.get(call.tool.name)?.assess(call) ?? { risk: call.tool.risk, summary: 'is no file tool' },
    async execute(call, permit, scope) {
      const refused = redeem(permit, call)
      if (refused) return { ok: false, error: refused }
      const act = acts.get(call.tool.name)
      if (!act) return fail('tool_call_unknown_tool', `The file tools do not have "${call.tool.name}".`)
      if (scope.signal.aborted) return fail('tool_cancelled', 'The call was stopped before it began.')
      return withoutAbsolutePaths(bench.workspace, await act.run(call, scope))
    },
  }
}

function refusePath(workspace: Workspace, { args }: ToolCall, act: FileAct | undefined): Fault | undefined {
  const path = textArgument(args, 'path')
  return path === undefined || act === undefined ? undefined : workspace.refuse(path, act.use)
}

/** What others say about a failure may name places on this machine. Results need no such care: their paths come from the workspace. */
function withoutAbsolutePaths(workspace: Workspace, result: Result<ToolOutput>): Result<ToolOutput> {
  if (result.ok) return result
  const { code, message, detail } = result.error
  return { ok: false, error: fault(code, workspace.relativise(message), detail) }
}

/** Only if the file is still what the change made of it: nobody's later work is lost. */
function createUndoAct(bench: FileBench): FileAct {
  const decide: DecideChange = ({ args }, { path, present }) => {
    const [before, after] = [textArgument(args, 'before'), textArgument(args, 'after')]
    if (after !== undefined && present === null)
      return fail('file_changed', `${JSON.stringify(path)} does not exist any more.`)
    if (present?.sha256 !== after) return fail('file_changed', `${JSON.stringify(path)} was changed again since then.`)
    return before === undefined
      ? succeed({ bytes: null, summary: `removes ${path} again` })
      : restore(bench.vault, path, before)
  }
  return createChangeAct(bench, decide)
}

function restore(vault: Vault, path: string, before: string): Result<FileEdit> {
  const kept = vault.fetch(before)
  if (!kept.ok) return kept
  if (kept.value === undefined)
    return fail('undo_refused', `What ${JSON.stringify(path)} was before is no longer kept.`)
  return succeed({ bytes: kept.value, summary: `puts ${path} back as it was` })
}
