import { type Json, type JsonObject, isJsonList, isJsonObject } from '../../../core/index.ts'
import type { PathChange } from './compare.ts'
import type { Snapshot } from './snapshot.ts'
import { ENTRY_KINDS, type EntryKind } from './survey.ts'

/** One step of a rollback. Each can be repeated without harm, so an interrupted plan is carried out from its start. */
export type Step =
  | { readonly act: 'remove'; readonly path: string; readonly kind: EntryKind; readonly sha256: string | null }
  | { readonly act: 'folder'; readonly path: string; readonly mode: number }
  | { readonly act: 'link'; readonly path: string; readonly target: string }
  | {
      readonly act: 'file'
      readonly path: string
      readonly copy: string
      readonly sha256: string
      readonly mode: number
      readonly modifiedMs: number
    }

export type RollbackPlan = { readonly root: string; readonly steps: readonly Step[] }

/** What cannot be put back, because there is no copy of it. */
export type Planned = { readonly plan: RollbackPlan; readonly lost: readonly string[] }

/** What came is removed from the deepest up, what went is made again from the top down, and files come last. */
export function planRollback(changes: readonly PathChange[], snapshot: Snapshot): Planned {
  const removals = changes
    .filter(({ what }) => what === 'created')
    .map(({ path, kind, after }): Step => ({ act: 'remove', path, kind, sha256: after }))
  const folders: Step[] = []
  const others: Step[] = []
  const lost: string[] = []
  for (const { path, what, was, before } of changes) {
    if (what === 'created' || !was) continue
    const copy = snapshot.copyOf(path)
    if (was.kind === 'folder') folders.push({ act: 'folder', path, mode: was.mode })
    else if (was.kind === 'link') others.push({ act: 'link', path, target: was.link ?? '' })
    else if (was.kind === 'file' && copy !== undefined && before !== null)
      others.push({ act: 'file', path, copy, sha256: before, mode: was.mode, modifiedMs: was.modifiedMs })
    else lost.push(path)
  }
  return { plan: { root: snapshot.root, steps: [...removals.toReversed(), ...folders, ...others] }, lost }
}

export const encodePlan = ({ root, steps }: RollbackPlan): JsonObject => ({
  root,
  steps: steps.map(step => ({ ...step })),
})

/** Undefined for anything but a whole and sound plan: nothing is put back by guessing. */
export function decodePlan(value: JsonObject): RollbackPlan | undefined {
  const { root, steps } = value
  if (typeof root !== 'string' || steps === undefined || !isJsonList(steps)) return undefined
  const read = steps.map(decodeStep)
  const sound = read.filter(step => step !== undefined)
  return sound.length === read.length ? { root, steps: sound } : undefined
}

function decodeStep(step: Json): Step | undefined {
  if (!isJsonObject(step) || typeof step['path'] !== 'string') return undefined
  const { act, path, mode, target, copy, sha256, modifiedMs } = step
  const kind = ENTRY_KINDS.find(each => each === step['kind'])
  if (act === 'remove' && kind && (sha256 === null || typeof sha256 === 'string')) return { act, path, kind, sha256 }
  if (act === 'folder' && typeof mode === 'number') return { act, path, mode }
  if (act === 'link' && typeof target === 'string') return { act, path, target }
  const isFile = act === 'file' && typeof copy === 'string' && typeof sha256 === 'string'
  return isFile && typeof mode === 'number' && typeof modifiedMs === 'number'
    ? { act, path, copy, sha256, mode, modifiedMs }
    : undefined
}
