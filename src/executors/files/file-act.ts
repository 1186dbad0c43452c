import type { Assessment, PathUse, Result, Scope, ToolCall, ToolOutput, Vault, Workspace } from '../../core/index.ts'
import type { FileSettings } from './settings.ts'

/** What the file tools work with. */
export type FileContext = { readonly workspace: Workspace; readonly vault: Vault; readonly settings: FileSettings }

type FileCap = 'max_lines' | 'max_line_characters' | 'max_file_bytes' | 'max_entries' | 'max_results'

/** How one tool does its work. None of them asks or checks a permit; the executor has done so. */
export type FileAct = {
  readonly use: PathUse
  /** Which settings limit it. */
  readonly caps: readonly FileCap[]
  readonly assess: (call: ToolCall) => Assessment
  readonly run: (call: ToolCall, scope: Scope) => Promise<Result<ToolOutput>>
}
