import {
  type Assessment,
  type FileContent,
  type Result,
  type TextChange,
  type ToolCall,
  type ToolOutput,
  type Workspace,
  fail,
  succeed,
} from '../../core/index.ts'
import { textArgument } from './argument.ts'
import type { FileAct, FileContext } from './file-act.ts'
import { isTextFile } from './text-file.ts'

/** A file as it stands: where its path really leads, and what is there; null when there is nothing. */
export type FileState = { readonly path: string; readonly present: FileContent | null }

/** What a call makes of the file; `bytes` null takes it away. */
export type FileEdit = { readonly bytes: Uint8Array | null; readonly summary: string }

export type DecideChange = (call: ToolCall, state: FileState) => Result<FileEdit>

/**
 * Everything that changes a file goes this way: look, decide, and do it only if the file is still the one that was
 * looked at when the person was asked. The bytes before are kept first, so that no change is final.
 */
export function createChangeAct(context: FileContext, decide: DecideChange): FileAct {
  const { workspace } = context
  const seen = new WeakMap<ToolCall, string>()
  return {
    use: 'write',
    caps: ['max_file_bytes'],
    assess(call) {
      const state = lookAt(context, call)
      seen.set(call, stateKey(state))
      return assessment(workspace, call, { state, change: state.ok ? decide(call, state.value) : state })
    },
    async run(call) {
      const state = lookAt(context, call)
      const assessed = seen.get(call)
      if (assessed !== undefined && assessed !== stateKey(state)) return changedSince(workspace, call)
      if (!state.ok) return state
      const change = decide(call, state.value)
      return change.ok ? carryOut(context, state.value, change.value) : change
    },
  }
}

function lookAt({ workspace, settings }: FileContext, { args }: ToolCall): Result<FileState> {
  const located = workspace.locate(textArgument(args, 'path') ?? '', 'write')
  if (!located.ok) return located
  const file = workspace.read(located.value, { maxBytes: settings.max_file_bytes })
  if (file.ok) return succeed({ path: located.value, present: file.value })
  return file.error.code === 'file_not_found' ? succeed({ path: located.value, present: null }) : file
}

const stateKey = (state: Result<FileState>): string =>
  state.ok ? `${state.value.present?.sha256 ?? 'absent'} ${state.value.path}` : `not available: ${state.error.code}`

const changedSince = (workspace: Workspace, { args }: ToolCall): ReturnType<typeof fail> =>
  fail(
    'file_changed',
    `${JSON.stringify(workspace.relativise(textArgument(args, 'path') ?? ''))} has changed ` +
      'since this call was looked at.',
  )

type Looked = { readonly state: Result<FileState>; readonly change: Result<FileEdit> }

function assessment(workspace: Workspace, call: ToolCall, { state, change }: Looked): Assessment {
  const { risk } = call.tool
  const name = state.ok ? state.value.path : workspace.relativise(textArgument(call.args, 'path') ?? '')
  const present = state.ok ? state.value.present : null
  const target = { name, ...(present && { sha256: present.sha256 }) }
  if (!change.ok) return { risk, summary: `cannot be done: ${workspace.relativise(change.error.message)}`, target }
  const creates = present === null && change.value.bytes !== null
  return {
    risk,
    summary: change.value.summary,
    target,
    ...(creates && { routine: true }),
    change: () => textChange(present, change.value),
  }
}

/** Before and after, if both are text. */
function textChange(present: FileContent | null, { bytes }: FileEdit): TextChange | undefined {
  const [before, after] = [present?.bytes ?? new Uint8Array(), bytes ?? new Uint8Array()]
  return isTextFile(before) && isTextFile(after) ? { before: textIn(before), after: textIn(after) } : undefined
}

const textIn = (bytes: Uint8Array): string => Buffer.from(bytes).toString('utf8')

function carryOut(
  { workspace, vault }: FileContext,
  { path, present }: FileState,
  change: FileEdit,
): Result<ToolOutput> {
  const kept = present === null ? succeed('') : vault.keep(present.bytes)
  if (!kept.ok) return kept
  const before = present?.sha256 ?? null
  if (change.bytes === null) {
    const removed =
      before === null ? fail('file_not_found', 'There is no such file.') : workspace.remove(path, { sha256: before })
    return removed.ok ? succeed(report(change, { path, before, after: null, bytes: 0 })) : removed
  }
  const written = workspace.write(path, change.bytes, { expect: before === null ? 'absent' : { sha256: before } })
  return written.ok ? succeed(report(change, written.value)) : written
}

type Done = {
  readonly path: string
  readonly before: string | null
  readonly after: string | null
  readonly bytes: number
}

function report({ summary }: FileEdit, { path, before, after, bytes }: Done): ToolOutput {
  return {
    text: `Done: ${summary}.`,
    data: { path, before, after, bytes, created: before === null },
    sources: after === null ? [] : [{ path, sha256: after }],
  }
}
