import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  type Assessment,
  type Result,
  type ToolCall,
  type ToolOutput,
  fail,
  messageOf,
  newSecretId,
  succeed,
  textOf,
} from '../../core/index.ts'
import type { ShellContext } from './shell-act.ts'
import { showBytes } from '../path-bytes.ts'
import { hashFile } from './transaction/compare.ts'
import { type Tree, deepestFirst, openTree } from './transaction/open-tree.ts'
import { rollBack } from './transaction/roll-back.ts'
import { type Step, factsOf, withTwins } from './transaction/rollback-plan.ts'
import { readLink } from './transaction/survey.ts'
import { type Surveyed, kindOf } from './transaction/surveyed.ts'
import { type UndoEntry, readUndoRecord } from './transaction/undo-record.ts'
import { lockWorkspace, currentOwner, writeJsonWhole } from './transaction/store-place.ts'

export function assessUndo(call: ToolCall, context: ShellContext): Assessment {
  const record = readUndoRecord(context.vault, textOf(call.args['record']))
  if (!record.ok) return { risk: 'write', summary: `cannot be done: ${record.error.message}` }
  const names = record.value.slice(0, 5).map(({ path }) => showBytes(path))
  const more = record.value.length > names.length ? ` and ${record.value.length - names.length} more` : ''
  return { risk: 'write', summary: `puts back as it was: ${names.join(', ')}${more}` }
}

/** All or nothing: only if everything is still what the command made of it, so that no later work is lost. */
export function undoCommand(call: ToolCall, context: ShellContext): Result<ToolOutput> {
  const record = readUndoRecord(context.vault, textOf(call.args['record']))
  if (!record.ok) return record
  const lock = lockWorkspace(context.place)
  if (!lock.ok) return lock
  const folder = join(context.place, newSecretId('plan').replace('plan', 'change'))
  try {
    const other = findChanged(record.value, context.workspace.root)
    if (other) return fail('file_changed', `${JSON.stringify(showBytes(other.path))} was changed again since then.`)
    const steps = prepare(record.value, { context, folder })
    if (!steps.ok) return steps
    const done = rollBack(folder, { root: context.workspace.root, steps: steps.value })
    if (!done.ok) return done
    rmSync(folder, { recursive: true, force: true })
    const { restored, removed } = done.value
    return succeed({
      text: `Done: ${restored} put back, ${removed} removed.`,
      data: { restored, removed },
      sources: [],
    })
  } finally {
    lock.value()
  }
}

function findChanged(records: readonly UndoEntry[], root: string): UndoEntry | undefined {
  const made = new Set(records.filter(({ what }) => what === 'created').map(({ path }) => path))
  const tree = openTree(root)
  try {
    // What was removed and made again as another kind is looked at as what it is now.
    return records.find(each => !(each.what === 'deleted' && made.has(each.path)) && !isUnchanged(each, tree))
  } finally {
    tree.close()
  }
}

function isUnchanged({ path, what, kind, after, link }: UndoEntry, tree: Tree): boolean {
  const found = tree.find(path)
  // A folder that somebody made again is filled.
  if (what === 'deleted') return found === undefined || (kind === 'folder' && found.isDirectory())
  if (after !== null) return found?.isFile() === true && hashFile(tree.at(path)) === after
  return found !== undefined && kindOf(found) === kind && (link === undefined || readLink(tree, path) === link)
}

type Preparing = { readonly context: ShellContext; readonly folder: string }

/** The old bytes come from the vault to where a rollback looks for them, with the plan for it. */
function prepare(records: readonly UndoEntry[], { context, folder }: Preparing): Result<readonly Step[]> {
  const [removals, folders, facts, others]: [Step[], Step[], Step[], Step[]] = [[], [], [], []]
  const gone: (UndoEntry & { readonly was: Surveyed })[] = []
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    writeJsonWhole(join(folder, 'owner.json'), { ...currentOwner(), root: context.workspace.root })
    for (const [index, record] of records.entries()) {
      const { path, what, kind, after, before, was, attributes } = record
      if (what === 'created') removals.push({ act: 'remove', path, kind, sha256: after })
      if (what === 'created' || !was) continue
      gone.push({ ...record, was })
      const same = { path, ...factsOf(was), ...(attributes && { attributes }) }
      if (was.kind === 'link') others.push({ act: 'link', path, target: was.link ?? '', ...factsOf(was) })
      else if (was.kind === 'fifo') others.push({ act: 'fifo', path, ...factsOf(was) })
      else if (was.kind === 'folder') {
        folders.push({ act: 'folder', path })
        facts.push({ act: 'facts', ...same })
      } else if (before !== null) {
        const bytes = context.vault.fetch(before)
        if (!bytes.ok || !bytes.value)
          return fail('undo_refused', `What ${JSON.stringify(showBytes(path))} was before is no longer kept.`)
        const copy = join(folder, String(index))
        writeFileSync(copy, bytes.value, { mode: 0o600 })
        others.push({ act: 'file', copy, sha256: before, ...same })
      }
    }
  } catch (thrown) {
    return fail('undo_refused', `The old files could not be laid out: ${messageOf(thrown)}`)
  }
  const last = facts.toSorted((one, other) => deepestFirst(one.path, other.path))
  return succeed([...removals.toReversed(), ...folders, ...withTwins(others, gone), ...last])
}
