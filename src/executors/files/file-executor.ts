import {
  type Executor,
  type Fault,
  type Redeem,
  type Result,
  type ToolCall,
  type Vault,
  type Workspace,
  fail,
  succeed,
} from '../../core/index.ts'
import { capsFrom } from '../caps-from.ts'
import { hideAbsolutePaths } from '../fault-of.ts'
import { flagArgument, textArgument } from './argument.ts'
import { createEditAct } from './edit.ts'
import type { FileAct, FileContext } from './file-act.ts'
import { createListAct } from './list.ts'
import { createReadAct } from './read.ts'
import { createSearchAct } from './search.ts'
import { fileSettings } from './settings.ts'
import { FILE_TOOLS } from './tools.ts'
import { type DecideChange, type FileEdit, type FileState, createChangeAct } from './change.ts'
import { countTextLines, isTextFile, linesWord } from './text-file.ts'

export type FileExecutorOptions = FileContext & { readonly redeem: Redeem }

export function createFileExecutor({ redeem, ...context }: FileExecutorOptions): Executor {
  const acts: ReadonlyMap<string, FileAct> = new Map([
    ['file_read', createReadAct(context)],
    ['file_list', createListAct(context)],
    ['file_search', createSearchAct(context)],
    ['file_write', createWriteAct(context)],
    ['file_edit', createEditAct(context)],
    ['file_undo', createUndoAct(context)],
  ])
  return {
    name: 'file',
    tools: FILE_TOOLS,
    caps: ({ name }) => capsFrom(fileSettings, context.settings, acts.get(name)?.caps ?? []),
    refuse: call => refusePath(context.workspace, call, acts.get(call.tool.name)),
    assess: call => acts.get(call.tool.name)?.assess(call) ?? { risk: call.tool.risk, summary: 'is no file tool' },
    async execute(call, permit, scope) {
      const refused = redeem(permit, call)
      if (refused) return { ok: false, error: refused }
      const act = acts.get(call.tool.name)
      if (!act) return fail('tool_call_unknown_tool', `The file tools do not have "${call.tool.name}".`)
      if (scope.signal.aborted) return fail('tool_cancelled', 'The call was stopped before it began.')
      return hideAbsolutePaths(context.workspace, await act.run(call, scope))
    },
  }
}

function refusePath(workspace: Workspace, { args }: ToolCall, act: FileAct | undefined): Fault | undefined {
  const path = textArgument(args, 'path')
  return path === undefined || act === undefined ? undefined : workspace.refuse(path, act.use)
}

/** Only if the file is still what the change made of it, so that no later work is lost. */
function createUndoAct(context: FileContext): FileAct {
  const decide: DecideChange = ({ args }, { path, present }) => {
    const [before, after] = [textArgument(args, 'before'), textArgument(args, 'after')]
    if (after !== undefined && present === null)
      return fail('file_changed', `${JSON.stringify(path)} does not exist any more.`)
    if (present?.sha256 !== after) return fail('file_changed', `${JSON.stringify(path)} was changed again since then.`)
    return before === undefined
      ? succeed({ bytes: null, summary: `removes ${path} again` })
      : restore(context.vault, path, before)
  }
  return createChangeAct(context, decide)
}

function restore(vault: Vault, path: string, before: string): Result<FileEdit> {
  const kept = vault.fetch(before)
  if (!kept.ok) return kept
  if (kept.value === undefined)
    return fail('undo_refused', `What ${JSON.stringify(path)} was before is no longer kept.`)
  return succeed({ bytes: kept.value, summary: `puts ${path} back as it was` })
}

function createWriteAct(context: FileContext): FileAct {
  const decide: DecideChange = ({ args }, state) => {
    const bytes = Buffer.from(textArgument(args, 'content') ?? '')
    const { max_file_bytes: max } = context.settings
    if (bytes.length > max)
      return fail('file_unsuitable', `The content has ${bytes.length} bytes; at most ${max} can be written.`)
    return decideWrite(state, bytes, flagArgument(args, 'overwrite'))
  }
  return createChangeAct(context, decide)
}

function decideWrite({ path, present }: FileState, bytes: Uint8Array, overwrite: boolean): Result<FileEdit> {
  if (present === null) return succeed({ bytes, summary: `creates ${path} (${linesWord(countTextLines(bytes))})` })
  if (!overwrite)
    return fail(
      'tool_failed',
      `${JSON.stringify(path)} exists (${sizeOf(present.bytes)}). Change it with file_edit, or send overwrite: true.`,
    )
  if (bufferEquals(present.bytes, bytes)) return succeed({ bytes, summary: `writes ${path} again without a change` })
  return succeed({
    bytes,
    summary: `replaces the whole of ${path} (${sizeOf(present.bytes)} → ${countTextLines(bytes)})`,
  })
}

const bufferEquals = (a: Uint8Array, b: Uint8Array): boolean => Buffer.compare(a, b) === 0

const sizeOf = (bytes: Uint8Array): string =>
  isTextFile(bytes) ? linesWord(countTextLines(bytes)) : `${bytes.length} bytes, not text`
