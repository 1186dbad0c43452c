import { type Result, type Vault, fail, succeed } from '../../core/index.ts'
import { textArgument } from './argument.ts'
import { type Change, type DecideChange, createChangeAct } from './change.ts'
import type { FileAct, FileBench } from './file-act.ts'

/** Only if the file is still what the change made of it: nobody's later work is lost. */
export function createUndoAct(bench: FileBench): FileAct {
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

function restore(vault: Vault, path: string, before: string): Result<Change> {
  const kept = vault.fetch(before)
  if (!kept.ok) return kept
  if (kept.value === undefined)
    return fail('undo_refused', `What ${JSON.stringify(path)} was before is no longer kept.`)
  return succeed({ bytes: kept.value, summary: `puts ${path} back as it was` })
}
