import { lstatSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  type Assessment,
  type JsonObject,
  type Result,
  type ToolCall,
  type ToolOutput,
  fail,
  isJsonList,
  isJsonObject,
  messageOf,
  newSecretId,
  parseJsonText,
  succeed,
  textOf,
} from '../../core/index.ts'
import type { ShellContext } from './shell-act.ts'
import { hashFile } from './transaction/compare.ts'
import { rollBack } from './transaction/roll-back.ts'
import type { Step } from './transaction/rollback-plan.ts'
import { ENTRY_KINDS, type EntryKind } from './transaction/survey.ts'
import { lockWorkspace, currentOwner, writeJsonWhole } from './transaction/store-place.ts'

type Recorded = {
  readonly path: string
  readonly what: string
  readonly kind: EntryKind
  readonly after: string | null
  readonly entry: JsonObject
}

export function assessUndo(call: ToolCall, context: ShellContext): Assessment {
  const record = readRecord(call, context)
  if (!record.ok) return { risk: 'write', summary: `cannot be done: ${record.error.message}` }
  const names = record.value.slice(0, 5).map(({ path }) => path)
  const more = record.value.length > names.length ? ` and ${record.value.length - names.length} more` : ''
  return { risk: 'write', summary: `puts back as it was: ${names.join(', ')}${more}` }
}

/** All or nothing: only if everything is still what the command made of it, so that no later work is lost. */
export function undoCommand(call: ToolCall, context: ShellContext): Result<ToolOutput> {
  const record = readRecord(call, context)
  if (!record.ok) return record
  const lock = lockWorkspace(context.place)
  if (!lock.ok) return lock
  const folder = join(context.place, newSecretId('plan').replace('plan', 'change'))
  try {
    const other = record.value.find(each => !isUnchanged(each, context.workspace.root))
    if (other) return fail('file_changed', `${JSON.stringify(other.path)} was changed again since then.`)
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

function readRecord({ args }: ToolCall, { vault }: ShellContext): Result<readonly Recorded[]> {
  const kept = vault.fetch(textOf(args['record']))
  if (!kept.ok) return kept
  const value = kept.value && parseJsonText(Buffer.from(kept.value).toString())
  const changes = isJsonObject(value) && value['v'] === 1 && isJsonList(value['changes']) ? value['changes'] : undefined
  const read = changes?.flatMap(entry =>
    isJsonObject(entry) && typeof entry['path'] === 'string' ? [recordedOf(entry, entry['path'])] : [],
  )
  if (!read || read.length !== changes?.length)
    return fail('undo_refused', 'What this command changed is no longer kept.')
  return succeed(read)
}

const recordedOf = (entry: JsonObject, path: string): Recorded => ({
  path,
  what: textOf(entry['what']),
  kind: ENTRY_KINDS.find(each => each === entry['kind']) ?? 'other',
  after: typeof entry['after'] === 'string' ? entry['after'] : null,
  entry,
})

function isUnchanged({ path, what, after }: Recorded, root: string): boolean {
  const absolute = join(root, path)
  const found = lstatSync(absolute, { throwIfNoEntry: false })
  if (what === 'deleted') return !found?.isFile()
  if (after !== null) return found?.isFile() === true && hashFile(absolute) === after
  return found !== undefined
}

type Preparing = { readonly context: ShellContext; readonly folder: string }

/** The old bytes come from the vault to where a rollback looks for them, with the plan for it. */
function prepare(records: readonly Recorded[], { context, folder }: Preparing): Result<readonly Step[]> {
  const [removals, folders, others]: [Step[], Step[], Step[]] = [[], [], []]
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    writeJsonWhole(join(folder, 'owner.json'), { ...currentOwner(), root: context.workspace.root })
    for (const [index, { path, what, kind, after, entry }] of records.entries()) {
      const mode = typeof entry['mode'] === 'number' ? entry['mode'] : 0o644
      if (what === 'created') removals.push({ act: 'remove', path, kind, sha256: after })
      else if (typeof entry['link'] === 'string') others.push({ act: 'link', path, target: entry['link'] })
      else if (typeof entry['before'] === 'string') {
        const sha256 = entry['before']
        const bytes = context.vault.fetch(sha256)
        if (!bytes.ok || !bytes.value)
          return fail('undo_refused', `What ${JSON.stringify(path)} was before is no longer kept.`)
        const copy = join(folder, String(index))
        writeFileSync(copy, bytes.value, { mode: 0o600 })
        others.push({ act: 'file', path, copy, sha256, mode, modifiedMs: Number(entry['modifiedMs'] ?? 0) })
      } else folders.push({ act: 'folder', path, mode })
    }
  } catch (thrown) {
    return fail('undo_refused', `The old files could not be laid out: ${messageOf(thrown)}`)
  }
  return succeed([...removals.toReversed(), ...folders, ...others])
}
